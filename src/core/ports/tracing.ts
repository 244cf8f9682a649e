/** Follows one request, one call from Slack or one piece of background work through all layers. */

/** The attributes of a span: no text that people wrote, no address, no secret. */
export type TraceFacts = Record<string, string | number | boolean>

export type Followed = {
  /** Runs `work` and everything it begins in this trace: each log line carries its id, and each step belongs to it. */
  within<T>(work: () => T): T
  /** @param isFailed true for a fault of ours, not for a refusal */
  end(facts: TraceFacts, isFailed: boolean): void
}

export type Tracing = {
  /**
   * Begins a trace for something from outside, under our own id.
   * @param came.traceparent the caller's trace (W3C Trace Context); the implementation decides whether to use it
   */
  begin(came: { requestId: string; name: string; traceparent?: string | undefined }): Followed
  /**
   * Runs one step of the current trace; without one, it begins a new trace. A step that throws is marked as failed, and the error
   * is rethrown.
   */
  step<T>(name: string, facts: TraceFacts, work: () => Promise<T>): Promise<T>
}
