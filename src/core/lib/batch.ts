/** Deleting much, a little at a time: no statement is long, and what was deleted stays so whatever happens next. */

/** False: the time is up, or the process is stopping. */
export type GoesOn = () => boolean

/** Asked before each batch. False as of GoesOn, or another process took over. */
export type MayGoOn = () => boolean | Promise<boolean>

/** Rows a statement. */
export const BATCH = 1000

/**
 * Repeats a statement that deletes at most `limit` rows until it finds fewer, or may not go on; what is left over is for the next time.
 * @param deleteSome resolves with how many it deleted
 * @returns how many were deleted in all · `isDone` false: it may not go on, and there may be more
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

/** As inBatches(), for statements with a limit of their own: until one finds nothing. @returns false: it may not go on, and there may be more */
export const untilNoneIsLeft = async (mayGoOn: MayGoOn, deleteSome: () => Promise<number>): Promise<boolean> =>
  (await inBatches(mayGoOn, deleteSome, 1)).isDone
