/** Checks the model that writes drafts with one short question. */
import type { Config } from '../../config/config.js'
import type { Writer, WriterSilence } from '../../core/ports/writer.js'
import { type Check, CHECK_MS, ok, skipped, warning } from './check.js'

const PART = 'Model'
const WHY: Readonly<Record<WriterSilence, string>> = {
  refused: 'Check LLM_API_KEY, LLM_MODEL, and that LLM_BASE_URL ends where /chat/completions begins, often in /v1.',
  rejected: 'It does not take our form of a question: use an endpoint that speaks OpenAI’s chat completions.',
  limited: 'It allows no more questions at this moment: look at the limits of its key.',
  unavailable: 'Check LLM_BASE_URL, and that this machine reaches it.',
  timeout: 'It takes too long: drafts would wait 20 seconds for it, then Pinslot writes them itself.',
  redirect: 'Set LLM_BASE_URL to where it redirects to: no redirect is followed, as the key would go along.',
  broken: 'LLM_BASE_URL leads to something else: it often has to end in /v1.',
}
const FORM = {
  name: 'word',
  schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
}

/** Never reports a problem, because Pinslot writes drafts itself if the model does not answer. */
export async function checkModel({ writer: given }: Pick<Config, 'writer'>, writer: Writer | null): Promise<Check> {
  if (!given || !writer) return skipped(PART, 'None is set up: Pinslot writes drafts of pages itself.')
  const messages = [{ role: 'user', content: 'Answer with the JSON {"word":"yes"} and nothing else.' }] as const
  const answer = await writer.write({ messages, form: FORM, maxTokens: 1_000, timeoutMs: CHECK_MS })
  const at = `${given.model} at ${new URL(given.baseUrl).host}`
  if (answer.kind === 'answered') return ok(PART, `${at} answers.`)
  const status = answer.status === null ? '' : ` (${answer.status})`
  return warning(PART, `${at} does not answer${status}.`, WHY[answer.because])
}
