/** Deleting much, a little at a time: no statement is long, and what was deleted stays so whatever happens next. */

/** False: the time is up, or the process is stopping. */
export type GoesOn = () => boolean

/** Rows a statement. */
export const BATCH = 1000

/**
 * Repeats a statement that deletes at most `limit` rows until it finds fewer, or `goesOn` says no; what is left over is for the next purge.
 * @param deleteSome resolves with how many it deleted
 * @returns how many were deleted in all
 */
export async function inBatches(goesOn: GoesOn, deleteSome: (limit: number) => Promise<number>, limit = BATCH): Promise<number> {
  let deleted = 0
  while (goesOn()) {
    const some = await deleteSome(limit)
    deleted += some
    if (some < limit) break
  }
  return deleted
}
