/** Waiting for something, but not for long: Slack gives three seconds, and a trigger no more. */

/** A submission that is done sooner is answered in the form itself; a later one shows progress. */
export const ACK_TIMEOUT_MS = 1500
/** Who asks is found out before that: both together are less than Slack waits. */
export const WHO_TIMEOUT_MS = 1200

/** Whether the work has ended, well or badly, within the time. Its result is still to be awaited. */
export async function settlesWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)))
  const settled = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
