/** A model that writes, as it is asked: types only. */

export type WriterMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type WriterRequest = {
  messages: readonly WriterMessage[]
  /** The form of the answer: JSON Schema, strict. */
  form: { name: string; schema: Record<string, unknown> }
  /** Of the answer at most. */
  maxTokens: number
  /** All of it, in ms of real time. */
  timeoutMs: number
}

/**
 * `refused`: our key, the address or the model's name are not taken, of whatever question · `rejected`: this question is not · `limited`: none is, for
 * now · `broken`: the answer is none, or breaks off.
 */
export type WriterSilence = 'refused' | 'rejected' | 'limited' | 'unavailable' | 'timeout' | 'redirect' | 'broken'

export type WriterAnswer =
  /** `isCut`: the answer reached its limit. `declined`: the model does not want to. `tokens`: of question and answer, as it says; null: nothing that can be. */
  | { kind: 'answered'; text: string; isCut: boolean; declined: boolean; tokens: number | null }
  /** `afterMs`: the wait that it named. `status`: of HTTP, null where there was none. */
  | { kind: 'unanswered'; because: WriterSilence; status: number | null; afterMs: number | null }

export type Writer = {
  /** One question, one answer. Never rejects, keeps nothing, and names no secret. */
  write(request: WriterRequest): Promise<WriterAnswer>
}
