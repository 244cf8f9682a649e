/**
 * A model behind any endpoint with OpenAI's chat completions, by OpenAI's own package: one exchange, no redirect, an answer of
 * limited size.
 */
import type OpenAI from 'openai'
import { HOUR_MS } from '../core/lib/duration.js'
import { readRetryAfterMs } from '../core/lib/http/retry-after.js'
import type { Clock } from '../core/ports/deps.js'
import type { Writer, WriterAnswer, WriterRequest, WriterSilence } from '../core/ports/writer.js'
import { isObject, tokensOf } from './answer.js'
import { type Send, sendBounded } from './send.js'

export type WriterOptions = {
  /** The address before `/chat/completions`. */
  baseUrl: string
  apiKey: string
  model: string
  /** Real time, because an endpoint may name a date for a retry. */
  clock: Clock
  /** Replaces the network (tests). */
  send?: Send
}

/** The form of requests that an endpoint accepts; discovered once, and kept for the life of this process. */
type Way = { form: 'json_schema' | 'json_object'; limit: 'max_tokens' | 'max_completion_tokens' }
/** Each further way costs one more request. */
const MOST_WAYS = 4
const MOST_WAIT_MS = HOUR_MS

export function makeWriter({ baseUrl, apiKey, model, clock, send = sendBounded() }: WriterOptions): Writer {
  let way: Way = { form: 'json_schema', limit: 'max_tokens' }
  let opened: Promise<OpenAI> | undefined
  const client = () => (opened ??= open(baseUrl, apiKey, send)) // lazily, because loading takes half a second

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
    webhookSecret: null, // instead of the package's own environment variables
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

/** Changes the refused parameter, else the form, which fewer endpoints support. */
function otherWay(way: Way, parameter: string | null): Way | undefined {
  if (parameter === 'max_tokens' && way.limit === 'max_tokens') return { ...way, limit: 'max_completion_tokens' }
  if (parameter === 'max_completion_tokens') return undefined
  return way.form === 'json_schema' ? { ...way, form: 'json_object' } : undefined
}

/** `parameter`: the refused part of the request, if the endpoint names it. */
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

/** Parses any answer, because endpoints leave out what they do not support. */
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

/** Classifies errors without a status: the package's own, or its parser's about a truncated answer. */
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
