/** Deletes large amounts in small batches: no statement runs long, and finished batches stay deleted whatever happens next. */

/** Returns false when the time is up or the process is stopping. */
export type GoesOn = () => boolean

/** Called before each batch. Returns false when GoesOn does, or when another process took over. */
export type MayGoOn = () => boolean | Promise<boolean>

/** Rows per statement. */
export const BATCH = 1000

/**
 * Repeats a statement that deletes at most `limit` rows until it finds fewer, or may not go on; the next run deletes the rest.
 * @param deleteSome resolves with the number of deleted rows
 * @returns the total of deleted rows · `isDone` false: it was not allowed to go on, and more rows may be left
 */
export async function inBatches(
  mayGoOn: MayGoOn,
  deleteSome: (limit: number) => Promise<number>,
  limit = BATCH,
): Promise<{ deleted: number; isDone: boolean }> {
  let deleted = 0
  while (await mayGoOn()) {
    const some = await deleteSome(limit)
    deleted += some
    if (some < limit) return { deleted, isDone: true }
  }
  return { deleted, isDone: false }
}

/**
 * Like inBatches(), for statements with their own limit: repeats until one finds nothing. @returns false when it was not allowed
 * to go on, and more may be left
 */
export const untilNoneIsLeft = async (mayGoOn: MayGoOn, deleteSome: () => Promise<number>): Promise<boolean> =>
  (await inBatches(mayGoOn, deleteSome, 1)).isDone
