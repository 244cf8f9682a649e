/**
 * Limits waiting, in real time. Not p-timeout: it calls `cancel` on late work, which statements of the driver have, but late work
 * must go on here; it also treats 0 ms as no limit.
 */

/** The end of some work: when its time is over, or when the caller aborts it. */
export type Deadline = {
  signal: AbortSignal
  /** True when it was aborted before anything was done. */
  calledOff: boolean
  /** Returns the remaining time, in ms. */
  leftMs(): number
  /** Restarts the time, after progress. */
  restart(): void
  stop(): void
}

/**
 * Starts our own timer, because on Node 20 AbortSignal.any may be garbage collected before it fires. `outer` aborts it from
 * outside; `error` makes the reason of the abort.
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
 * Returns the result of the work. Late work goes on, but its result or error is ignored.
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

/**
 * True when the work settles within the time, whether it succeeds or fails. Late work goes on, and its promise can still be
 * awaited.
 */
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
