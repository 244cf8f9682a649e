/** A model behind any endpoint that speaks OpenAI's chat completions, by its own package: one exchange, no redirect, an answer of bounded size. */
import type OpenAI from 'openai'
import { HOUR_MS } from '../core/lib/duration.js'
import { readRetryAfterMs } from '../core/lib/http/retry-after.js'
import type { Clock } from '../core/ports/deps.js'
import type { Writer, WriterAnswer, WriterRequest, WriterSilence } from '../core/ports/writer.js'
import { isObject, tokensOf } from './answer.js'
import { type Send, sendBounded } from './send.js'

export type WriterOptions = {
  /** Where `/chat/completions` is. */
  baseUrl: string
  apiKey: string
  model: string
  /** Its own time: an endpoint may name a date. */
  clock: Clock
  /** In place of the net (tests). */
  send?: Send
}

/** How an endpoint wants to be asked; found out once, and kept for the life of this process. */
type Way = { form: 'json_schema' | 'json_object'; limit: 'max_tokens' | 'max_completion_tokens' }
/** Each other way is one more request. */
const MOST_WAYS = 4
const MOST_WAIT_MS = HOUR_MS

export function makeWriter({ baseUrl, apiKey, model, clock, send = sendBounded() }: WriterOptions): Writer {
  let way: Way = { form: 'json_schema', limit: 'max_tokens' }
  let opened: Promise<OpenAI> | undefined
  const client = () => (opened ??= open(baseUrl, apiKey, send)) // half a second that a process without a question does not pay

  const write = async (request: WriterRequest): Promise<WriterAnswer> => {
    const signal = AbortSignal.timeout(request.timeoutMs)
    let own = way
    for (let asked = 1; ; asked++) {
      const answer = await ask(await client(), bodyOf(request, model, own), { signal, clock })
      if (answer.kind !== 'refused') {
        if (answer.kind === 'answered') way = own
        return answer
      }
      const other = otherWay(own, answer.parameter)
      if (!other || asked === MOST_WAYS) return { kind: 'unanswered', because: 'rejected', status: answer.status, afterMs: null }
      own = other
    }
  }
  return { write }
}

async function open(baseURL: string, apiKey: string, send: Send): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL,
    apiKey,
    fetch: send,
    maxRetries: 0,
    logLevel: 'off',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null, // not from its own variables
  })
}

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming

const bodyOf = ({ messages, form, maxTokens }: WriterRequest, model: string, way: Way): Body => ({
  model,
  messages: [...messages],
  [way.limit]: maxTokens,
  response_format:
    way.form === 'json_schema'
      ? { type: 'json_schema', json_schema: { name: form.name, schema: form.schema, strict: true } }
      : { type: 'json_object' },
})

/** What was refused by its name, else the form, which fewer endpoints know. */
function otherWay(way: Way, parameter: string | null): Way | undefined {
  if (parameter === 'max_tokens' && way.limit === 'max_tokens') return { ...way, limit: 'max_completion_tokens' }
  if (parameter === 'max_completion_tokens') return undefined
  return way.form === 'json_schema' ? { ...way, form: 'json_object' } : undefined
}

/** `parameter`: which part of the request is not taken, as far as it says. */
type Refused = { kind: 'refused'; status: number; parameter: string | null }

type Asking = { signal: AbortSignal; clock: Clock }

async function ask(client: OpenAI, body: Body, { signal, clock }: Asking): Promise<WriterAnswer | Refused> {
  try {
    return read(await client.chat.completions.create(body, { signal }))
  } catch (error) {
    const { status, headers, param, code } = partsOf(error)
    if (code === 'content_filter') return { kind: 'answered', text: '', isCut: false, declined: true, tokens: null }
    if (status === 400 || status === 422) return { kind: 'refused', status, parameter: param }
    const because = signal.aborted ? 'timeout' : status === null ? reasonOf(error) : silenceOf(status)
    return { kind: 'unanswered', because, status, afterMs: readRetryAfterMs(headers?.get('retry-after'), clock(), MOST_WAIT_MS) }
  }
}

/** Whatever came: endpoints leave out what they do not know. */
function read(completion: unknown): WriterAnswer {
  const broken = { kind: 'unanswered', because: 'broken', status: null, afterMs: null } as const
  if (!isObject(completion) || !Array.isArray(completion['choices'])) return broken
  const choice: unknown = completion['choices'][0]
  const message = isObject(choice) ? choice['message'] : undefined
  if (!isObject(choice) || !isObject(message)) return broken
  const { content, refusal } = message
  const finish = choice['finish_reason']
  return {
    kind: 'answered',
    text: typeof content === 'string' ? content : '',
    isCut: finish === 'length',
    declined: finish === 'content_filter' || (typeof refusal === 'string' && refusal !== ''),
    tokens: tokensOf(completion['usage']),
  }
}

const silenceOf = (status: number): WriterSilence =>
  status === 429
    ? 'limited'
    : status === 408 || status === 409 || status >= 500
      ? 'unavailable'
      : status >= 300 && status < 400
        ? 'redirect'
        : status === 413
          ? 'rejected'
          : 'refused'

/** The package's own error without a status, or what its parser says of half an answer. */
const reasonOf = (error: unknown): WriterSilence => (error instanceof SyntaxError ? 'broken' : 'unavailable')

type Parts = { status: number | null; headers: Headers | null; param: string | null; code: string | null }

function partsOf(error: unknown): Parts {
  const { status, headers, param, code } = isObject(error) ? error : {}
  return {
    status: typeof status === 'number' ? status : null,
    headers: headers instanceof Headers ? headers : null,
    param: typeof param === 'string' ? param : null,
    code: typeof code === 'string' ? code : null,
  }
}
