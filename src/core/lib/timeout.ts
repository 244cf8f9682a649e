/**
 * Waiting, but not for ever; in real time. Own code and not p-timeout, which calls `cancel` of what it has waited for in vain: statements of
 * the driver have one, and what comes late is to go on here. It takes no time of 0 ms either, which means "what is there already".
 */

/** The end of some work: by its own time, or because the caller calls it off. */
export type Deadline = {
  signal: AbortSignal
  /** Called off before anything was done. */
  calledOff: boolean
  /** Until it ends, in ms. */
  leftMs(): number
  /** Its time begins again: something moved. */
  restart(): void
  stop(): void
}

/**
 * Our own timer and not AbortSignal.any: that may be collected before it fires on Node 20.
 * @param outer aborts it from outside
 * @param error why the signal is aborted
 */
export function startDeadline(
  timeoutMs: number,
  { outer, error = () => new Error('aborted') }: { outer?: AbortSignal | undefined; error?: () => Error } = {},
): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(error())
  const calledOff = outer?.aborted ?? false
  if (calledOff) abort()
  let startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined = setTimeout(abort, timeoutMs)
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    calledOff,
    leftMs: () => Math.max(0, startedAt + timeoutMs - performance.now()),
    restart() {
      startedAt = performance.now()
      timer?.refresh()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      outer?.removeEventListener('abort', abort)
    },
  }
}

/**
 * What the work comes to. Late work goes on, and its result is nobody's, its error neither.
 * @throws what `late` makes when the time is over; what `work` throws
 */
export async function withTimeout<T>(timeoutMs: number, late: () => Error, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = startDeadline(timeoutMs, { error: late })
  const { signal } = deadline
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // late() made it
  })
  try {
    return await Promise.race([work(deadline), over])
  } finally {
    deadline.stop()
  }
}

/** Whether the work has settled, well or badly, within the time. Late work goes on, and its result is still to be awaited. */
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
