/** The Web API, response urls and file addresses of Slack as an in-process fetch, for Bolt's clientOptions.fetch. */
import { ApiRefusal, type ApiMethod, makeArguments } from '../api-call.js'
import type { Workspace } from '../context.js'
import { FILES_BASE, filesSeenByApp, readFileBytes, receiveBytes, UPLOAD_BASE } from '../files.js'
import { canvasMethods } from './canvases.js'
import { chatMethods } from './chat.js'
import { directoryMethods } from './directory.js'
import { entityMethods } from './entity.js'
import { fileMethods } from './files.js'
import { stepMethods } from './steps.js'
import { viewMethods } from './views.js'
import { scopesOfToken, giveToken } from '../install.js'
import { postToResponseUrl, type Reply } from '../messages/response-url.js'
import { RESPONSE_URL_BASE } from '../tickets.js'
import { oauthApp, teamId } from '../ids.js'
import { listGroups, type Group } from '../people.js'

/** usergroups.*: the groups and their members. */
const usergroupMethods: Record<string, ApiMethod> = {
  'usergroups.list': async ({ sql, args }) => {
    const groups = (await listGroups(sql)).filter(({ isOff }) => !isOff || args.text('include_disabled') === 'true')
    return { usergroups: groups.map((group) => groupWire(group, args.text('include_users') === 'true')) }
  },

  'usergroups.users.list': async ({ sql, args }) => {
    const id = args.require('usergroup')
    const group = (await listGroups(sql)).find((one) => one.id === id)
    if (!group || (group.isOff && args.text('include_disabled') !== 'true')) throw new ApiRefusal('no_such_subteam')
    return { users: group.userIds }
  },
}

const groupWire = ({ id, handle, name, isOff, userIds }: Group, withUsers: boolean) => ({
  id,
  team_id: teamId,
  is_usergroup: true,
  handle,
  name,
  description: '',
  date_delete: isOff ? 1 : 0,
  user_count: userIds.length,
  ...(withUsers && { users: userIds }),
})

/** oauth.*: the one method without a token. */
const oauthMethods: Record<string, ApiMethod> = {
  'oauth.v2.access': async ({ workspace, sql, args }) => giveToken(sql, args, workspace.wallClock()),
}

/** Called with a token of the workspace; ends all tokens of the app. */
const uninstallMethods: Record<string, ApiMethod> = {
  'apps.uninstall': async ({ sql, args }) => {
    if (args.require('client_id') !== oauthApp.clientId) throw new ApiRefusal('invalid_client_id')
    if (args.require('client_secret') !== oauthApp.clientSecret) throw new ApiRefusal('bad_client_secret')
    await sql`delete from slk_tokens`
    return {}
  },
}

const API_BASE = 'https://slack.com/api/'
const methods: Record<string, ApiMethod> = {
  ...canvasMethods,
  ...directoryMethods,
  ...chatMethods,
  ...entityMethods,
  ...viewMethods,
  ...fileMethods,
  ...oauthMethods,
  ...uninstallMethods,
  ...usergroupMethods,
  ...stepMethods,
}

export function makeWebApi(workspace: Workspace): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const { url } = request
    if (url.startsWith(API_BASE)) return callMethod(workspace, url.slice(API_BASE.length).replace(/\?.*/s, ''), request)
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
  if (fault?.error === 'http_500') return new Response('upstream error', { status: 500 })
  if (fault?.error === 'hang') return neverAnswered(request.signal)
  if (fault) return Response.json({ ok: false, error: fault.error })
  try {
    const raw = await readBody(request)
    const method = methods[name]
    if (!method) throw new ApiRefusal('unknown_method')
    if (!(name in oauthMethods)) await requireToken(workspace, tokenOf(request, raw), { name, view: raw['view'] })
    const answer = await workspace.db.tx((sql) => method({ workspace, sql, args: makeArguments(raw) }))
    return Response.json({ ok: true, ...answer })
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    workspace.log.warn({ method: name, error: error.error, messages: error.messages }, 'local slack refused a call')
    return Response.json({
      ok: false,
      error: error.error,
      ...error.facts,
      ...(error.messages.length > 0 ? { response_metadata: { messages: error.messages } } : {}),
    })
  }
}

/** Never resolves; rejects when the app gives up. */
const neverAnswered = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))

const tokenOf = (request: Request, raw: Record<string, unknown>): unknown =>
  request.headers.get('authorization')?.replace(/^Bearer /, '') ?? raw['token']

/**
 * A field for files needs the right to read them. The documentation names no code for a form that has one without it, so this is
 * the code of a call without its scope. @see https://docs.slack.dev/reference/block-kit/block-elements/file-input-element
 * @throws ApiRefusal if the token is invalid, or lacks the scope of the method or its view
 */
async function requireToken(
  { db, wallClock }: Workspace,
  token: unknown,
  { name, view }: { name: string; view: unknown },
): Promise<void> {
  if (typeof token !== 'string') throw new ApiRefusal('not_authed')
  const granted = await scopesOfToken(db.sql, token, wallClock())
  if (typeof granted === 'string') throw new ApiRefusal(granted)
  const needed = SCOPE_OF[name]
  if (needed === undefined) throw new Error(`the scope of ${name} is not known`)
  const hasFiles = typeof view === 'string' && view.includes('"type":"file_input"')
  for (const scope of [needed, hasFiles ? FILE_SCOPE : null])
    if (scope !== null && !granted.includes(scope))
      throw new ApiRefusal('missing_scope', [], { needed: scope, provided: granted.join(',') })
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

/** Reads the one part of filesUploadV2's form; plain bytes are accepted, too. */
async function uploadedBytes(request: Request): Promise<Buffer> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return Buffer.from(await request.arrayBuffer())
  const form = await request.formData()
  for (const part of form.values()) if (typeof part !== 'string') return Buffer.from(await part.arrayBuffer())
  return Buffer.alloc(0)
}

async function readFile({ db, wallClock }: Workspace, url: string, request: Request): Promise<Response> {
  const id = /^[^/-]+-([^/]+)\//.exec(url.slice(FILES_BASE.length))?.[1]
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const granted = token === undefined ? 'not_authed' : await scopesOfToken(db.sql, token, wallClock())
  if (typeof granted === 'string' || !granted.includes(FILE_SCOPE))
    return new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }) // as Slack does without a token, or without the right
  const [seen] = id === undefined ? [] : await filesSeenByApp(db.sql, [id], wallClock())
  const file = seen && (await readFileBytes(db.sql, seen.id))
  if (!file) return new Response('not found', { status: 404 })
  return new Response(new Uint8Array(file.bytes), { headers: { 'content-type': file.mimetype } })
}

/** The scope that each method requires, by Slack's documentation. null: any valid token. */
export const SCOPE_OF: Readonly<Record<string, string | null>> = {
  'api.test': null,
  'apps.uninstall': null,
  'auth.test': null,
  'bots.info': 'users:read',
  'canvases.create': 'canvases:write',
  'chat.delete': 'chat:write',
  'chat.getPermalink': null,
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.unfurl': 'links:write',
  'chat.update': 'chat:write',
  'conversations.info': 'channels:read',
  'conversations.list': 'channels:read',
  'conversations.open': 'im:write',
  'entity.acknowledgeCommentAction': null,
  'entity.presentComments': null,
  'entity.presentDetails': null,
  'files.completeUploadExternal': 'files:write',
  'files.delete': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'files.info': 'files:read',
  'functions.completeError': null,
  'functions.completeSuccess': null,
  'team.info': 'team:read',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
  'users.list': 'users:read',
  'views.open': null,
  'views.publish': null,
  'views.push': null,
  'views.update': null,
}

/** The scope for downloading a file, which is not a method. */
const FILE_SCOPE = 'files:read'
