/** The real time that a whole request has. */

export type Budget = {
  /** On the clock of performance.now(). */
  endsAt: number
  /** Aborted at its end, with the error that is thrown then. */
  signal: AbortSignal
  /** What comes later than its end is nobody's any more, its error neither. */
  within<T>(work: Promise<T>): Promise<T>
  stop(): void
}

export function startBudget(ms: number, over: () => Error): Budget {
  const controller = new AbortController()
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(over()), ms)
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // over() made it
  })
  end.catch(() => {}) // passed to the work within
  return {
    endsAt: performance.now() + ms,
    signal,
    within: (work) => Promise.race([work, end]),
    stop: () => clearTimeout(timer),
  }
}
