/** The Web API, response urls and file addresses of Slack as an in-process fetch: what Bolt's clientOptions.fetch is given. */
import { ApiRefusal, type ApiMethod, makeArguments } from './api-call.js'
import type { Workspace } from './context.js'
import { FILES_BASE, readFileBytes, receiveBytes, UPLOAD_BASE } from './files.js'
import { botToken } from './ids.js'
import { chatMethods } from './methods/chat.js'
import { directoryMethods } from './methods/directory.js'
import { fileMethods } from './methods/files.js'
import { viewMethods } from './methods/views.js'
import { postToResponseUrl, type Reply } from './response-url.js'
import { RESPONSE_URL_BASE } from './tickets.js'

const API_BASE = 'https://slack.com/api/'
const methods: Record<string, ApiMethod> = { ...directoryMethods, ...chatMethods, ...viewMethods, ...fileMethods }

export function makeWebApi(workspace: Workspace): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const { url } = request
    if (url.startsWith(API_BASE)) return callMethod(workspace, url.slice(API_BASE.length).replace(/\?.*$/, ''), request)
    if (url.startsWith(RESPONSE_URL_BASE)) {
      const reply = (await request.json()) as Reply // the fields are read one by one
      return postToResponseUrl(workspace, url.slice(RESPONSE_URL_BASE.length), reply)
    }
    if (url.startsWith(UPLOAD_BASE)) {
      const taken = await receiveBytes(workspace.db.sql, url.slice(UPLOAD_BASE.length), await uploadedBytes(request))
      return new Response(taken ? 'OK' : 'unknown upload', { status: taken ? 200 : 404 })
    }
    if (url.startsWith(FILES_BASE)) return readFile(workspace, url, request)
    throw new TypeError(`fetch failed: the local workspace has nothing at ${url}`)
  }
}

async function callMethod(workspace: Workspace, name: string, request: Request): Promise<Response> {
  const fault = workspace.faults.take(name)
  if (fault?.error === 'ratelimited') {
    const headers = { 'retry-after': String(fault.retryAfterSeconds) }
    return Response.json({ ok: false, error: 'ratelimited' }, { status: 429, headers })
  }
  if (fault) return Response.json({ ok: false, error: fault.error })
  try {
    const raw = await readBody(request)
    requireToken(request, raw)
    const method = methods[name]
    if (!method) throw new ApiRefusal('unknown_method')
    const answer = await workspace.db.tx((sql) => method({ workspace, sql, args: makeArguments(raw) }))
    return Response.json({ ok: true, ...answer })
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    workspace.log.warn({ method: name, error: error.error, messages: error.messages }, 'local slack refused a call')
    return Response.json({
      ok: false,
      error: error.error,
      ...(error.messages.length > 0 ? { response_metadata: { messages: error.messages } } : {}),
    })
  }
}

function requireToken(request: Request, raw: Record<string, unknown>): void {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? raw['token']
  if (token === undefined) throw new ApiRefusal('not_authed')
  if (token !== botToken) throw new ApiRefusal('invalid_auth')
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text()
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    const body: unknown = JSON.parse(text || '{}')
    if (typeof body !== 'object' || body === null) throw new ApiRefusal('json_not_object')
    return { ...body }
  }
  return { ...Object.fromEntries(new URL(request.url).searchParams), ...Object.fromEntries(new URLSearchParams(text)) }
}

/** filesUploadV2 sends a form with one part; plain bytes are taken too. */
async function uploadedBytes(request: Request): Promise<Buffer> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return Buffer.from(await request.arrayBuffer())
  const form = await request.formData()
  for (const part of form.values()) if (typeof part !== 'string') return Buffer.from(await part.arrayBuffer())
  return Buffer.alloc(0)
}

async function readFile({ db }: Workspace, url: string, request: Request): Promise<Response> {
  const id = /^[^/-]+-([^/]+)\//.exec(url.slice(FILES_BASE.length))?.[1]
  if (request.headers.get('authorization') !== `Bearer ${botToken}`)
    return new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }) // as Slack does without a token
  const file = id === undefined ? undefined : await readFileBytes(db.sql, id)
  if (!file) return new Response('not found', { status: 404 })
  return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.mimetype } })
}
