/** Waiting for what may take longer than somebody can wait. Real time. */

/** For what is read behind a write that was not answered: who reads again is to see what became of it. */
const BEHIND_MS = 2_000

/** What takes longer goes on, for the next who asks. @param work that fails at nothing */
export async function endedWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
  await Promise.race([work, tooLong])
  clearTimeout(timer)
}

/** Before a write answers 504. @param work that never rejects */
export const waitBehind = (work: Promise<unknown>): Promise<void> => endedWithin(work, BEHIND_MS)
