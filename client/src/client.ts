/** The client: one method for each operation of /v1, named as the document names it. */
import { randomUUID } from 'node:crypto'
import createFetchClient from 'openapi-fetch'
import { errorOfAnswer } from './errors.js'
import type { paths } from './generated/document.js'
import { OPERATIONS } from './generated/operations.js'
import { uploadMedia, type Upload } from './media.js'
import { eachItem } from './pages.js'
import { isRepeatable } from './repeat.js'
import { DEFAULT_LIMITS, type Limits, send, type Sent } from './send.js'
import type { Answer, Args, CallOptions, Item, Methods, OperationId, PagedId } from './types.js'

export type ClientOptions = Partial<Limits> & {
  /** Where the service is, without `/v1`. */
  baseUrl: string
  /** An API key. */
  key: string
  /** Names your program in the audit and on cards in Slack. */
  userAgent?: string
  /** In place of Node's own: a proxy, a test. */
  fetch?: typeof globalThis.fetch
}

export type Pinslot = Methods & {
  /** Every item of a list, page after page, each page when it is needed. */
  each<Id extends PagedId>(id: Id, args: Args<Id>, options?: CallOptions): AsyncGenerator<Item<Id>, void, undefined>
  /** Asks for an upload and sends the bytes: `uploadId` is for one post. @param extension of the file, `jpg` */
  uploadMedia(bytes: Uint8Array<ArrayBuffer> | Blob, extension: string, options?: CallOptions): Promise<Upload>
}

/** @throws TypeError for options that cannot work */
export function createClient({ baseUrl, key, userAgent, fetch = globalThis.fetch, ...given }: ClientOptions): Pinslot {
  const limits = checkedLimits({ ...DEFAULT_LIMITS, ...given })
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key must be an API key of Pinslot.')
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError('baseUrl must be an http or https address.')
  const http = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+(?:v1\/*)?$/, ''),
    headers: { authorization: `Bearer ${key}`, ...(userAgent !== undefined && { 'user-agent': userAgent }) },
  })

  async function call(
    id: OperationId,
    args: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<Answer<OperationId>> {
    const [method, path] = OPERATIONS[id]
    const { idempotencyKey, signal } = options
    const idempotency = method === 'post' ? (idempotencyKey ?? randomUUID()) : undefined
    let sent: Sent | undefined
    const { query, body, ...rest } = args
    // The path and the method are a pair of the table, and the arguments are of that operation: `Methods` says so to the caller.
    const request = http.request as unknown as (method: string, path: string, init: object) => Promise<unknown>
    await request(method, path, {
      params: { path: checkedPath(path, rest), query },
      ...(body !== undefined && { body }),
      headers: { ...(idempotency !== undefined && { 'idempotency-key': idempotency }) },
      parseAs: 'text',
      fetch: async (made: Request) => {
        sent = await send({
          fetch,
          make: () => made.clone(),
          repeatable: isRepeatable(id, method, idempotency !== undefined),
          limits,
          signal,
        })
        return new Response(null)
      },
    })
    if (!sent) throw new Error('openapi-fetch sent nothing') // it calls fetch, or throws what fetch threw
    const { response, attempts } = sent
    const read = isCsv(response) ? csvAnswer(response, sent.body) : parse(sent.body)
    if (!response.ok || !isAnswer(read)) throw errorOfAnswer(response, read, attempts)
    return { ...read, status: response.status, headers: response.headers } as unknown as Answer<OperationId>
  }

  const methods = Object.fromEntries(
    Object.keys(OPERATIONS).map((id) => [
      id,
      (args?: Record<string, unknown>, options?: CallOptions) => call(id as OperationId, args, options),
    ]),
  ) as unknown as Methods // each name has the arguments and the answer of its operation
  return {
    ...methods,
    each: (id, args, options) => eachItem(methods, id, args, options),
    uploadMedia: (bytes, extension, options) => uploadMedia({ methods, fetch, limits }, bytes, extension, options),
  }
}

function checkedLimits(limits: Limits): Limits {
  for (const [name, value] of Object.entries(limits)) {
    if (!(Number.isFinite(value) && value >= (name === 'retries' ? 0 : 1)))
      throw new TypeError(`${name} must be a number above 0.`)
  }
  return limits
}

/** An empty id would be another path: `/accounts//posts`. */
function checkedPath(path: string, given: Record<string, unknown>): Record<string, unknown> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  for (const name of names) {
    const value = given[name]
    if ((typeof value !== 'string' || value === '') && typeof value !== 'number') throw new TypeError(`${name} must be an id.`)
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new TypeError(`${unknown} is no parameter of ${path}: fields of a body stand in body.`)
  return given
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCsv = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/csv') === true

/** A file has no envelope: its text takes the place of `data`. */
const csvAnswer = ({ headers }: Response, data: string) => ({ data, meta: { requestId: headers.get('x-request-id') ?? '' } })

const isAnswer = (body: unknown): body is { data: unknown } => typeof body === 'object' && body !== null && 'data' in body
