/** A model that writes on request: types only. */

export type WriterMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type WriterRequest = {
  messages: readonly WriterMessage[]
  /** The format of the answer: strict JSON Schema. */
  form: { name: string; schema: Record<string, unknown> }
  /** Limit for the answer. */
  maxTokens: number
  /** Real time for the whole call, in ms. */
  timeoutMs: number
}

/**
 * `refused`: our key, the address or the model's name is rejected, for every request · `rejected`: this request is · `limited`: a
 * rate limit applies for now · `broken`: the answer is unusable or incomplete.
 */
export type WriterSilence = 'refused' | 'rejected' | 'limited' | 'unavailable' | 'timeout' | 'redirect' | 'broken'

export type WriterAnswer =
  /**
   * `isCut`: the answer reached its limit. `declined`: the model refused to write. `tokens`: used by request and answer, as
   * reported; null: not usable.
   */
  | { kind: 'answered'; text: string; isCut: boolean; declined: boolean; tokens: number | null }
  /** `afterMs`: the wait that the model's service asked for. `status`: the HTTP status, null where there was none. */
  | { kind: 'unanswered'; because: WriterSilence; status: number | null; afterMs: number | null }

export type Writer = {
  /** Sends one request and returns one answer. Never rejects, stores nothing, and names no secret. */
  write(request: WriterRequest): Promise<WriterAnswer>
}
