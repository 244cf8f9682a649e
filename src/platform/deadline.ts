/** The end of one call: by its own time, or because the caller calls it off. */
export type Deadline = {
  signal: AbortSignal
  /** Called off before anything was done. */
  calledOff: boolean
  /** Real time until it ends. */
  leftMs(): number
  /** Its time begins again: something moved. */
  restart(): void
  stop(): void
}

/** Our own timer and not AbortSignal.any: that may be collected before it fires on Node 20. */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('aborted'))
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
