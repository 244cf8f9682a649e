/** What is done for one request, one call of Slack or one piece of a loop's work, followed through all parts. */

/** Of a span: no text that people wrote, no address, no secret. */
export type TraceFacts = Record<string, string | number | boolean>

export type Followed = {
  /** Does `work`, and whatever it begins, as part of this: each line of the log has its id, and each step belongs to its trace. */
  within<T>(work: () => T): T
  /** @param isFailed a fault of ours, not a refusal */
  end(facts: TraceFacts, isFailed: boolean): void
}

export type Tracing = {
  /**
   * Something that came from outside, under an id of ours.
   * @param traceparent what the caller's own trace says of itself (W3C Trace Context); whether it is kept is decided here
   */
  begin(came: { requestId: string; name: string; traceparent?: string | undefined }): Followed
  /**
   * A step of what is followed; where nothing is, it is followed from here, under a new id.
   * A step that throws is marked as failed, and the error is thrown on.
   */
  step<T>(name: string, facts: TraceFacts, work: () => Promise<T>): Promise<T>
}
