/** Runs statements of one transaction that do not depend on each other: they are sent together, which saves a round trip. */

/**
 * Like Promise.all, but rejects only after all have settled: a statement that runs on after the transaction's end would reach the
 * database on a connection that another transaction already uses.
 */
export async function allSettledOrThrow<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
