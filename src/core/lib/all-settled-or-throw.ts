/** Statements of one transaction that do not need each other: they go to the database together, which saves a round trip. */

/**
 * As Promise.all, but it rejects when all of them are over: what went on after the transaction's end would reach the database on a
 * connection that somebody else has by then.
 */
export async function allSettledOrThrow<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
