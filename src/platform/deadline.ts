/** The end of one call: by its own time, or because the caller calls it off. */
export type Deadline = {
  signal: AbortSignal
  /** Called off before anything was done. */
  calledOff: boolean
  stop(): void
}

/** Our own timer and not AbortSignal.any: that may be collected before it fires on Node 20. */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('aborted'))
  const calledOff = outer?.aborted ?? false
  if (calledOff) abort()
  const timer = setTimeout(abort, timeoutMs)
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    calledOff,
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}
