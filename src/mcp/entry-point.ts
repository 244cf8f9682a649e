/**
 * /mcp: the Model Context Protocol, without sessions, of 2026 and of 2025. Keys, limits and roles are those of /v1. @see
 * docs/contract.md#mcp
 */
import { Readable } from 'node:stream'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyFailures, type AddressLimit, requireFewFailures } from '../core/accounts/keys/address-limit.js'
import { badRequest, DomainError } from '../core/lib/errors.js'
import { authenticatedOf, AGENT_LENGTH } from '../http/auth.js'
import { takeJsonOnly } from '../http/bodies.js'
import { makeErrorSender } from '../http/errors.js'
import { refuseOtherMethods } from '../http/methods.js'
import type { EntryPoint } from '../http/server.js'
import type { CallerDeps } from './caller.js'
import { refusalOf, type ToolList } from './refusals.js'
import { type Exchange, makeServer, makeToolbox } from './server.js'
import type { Draw, SlackAnswers } from './slack-answers.js'
import { z } from 'zod'
import { isIP } from 'node:net'
import { parseUrl } from '../core/lib/http/parse-url.js'
import type { Actor } from '../core/lib/actor.js'
import { RESOURCE_PATH } from '../core/accounts/agents/metadata.js'

/** The protocol's error code for requests that never reached a tool. */
const SERVER_ERROR = -32000

/** Refused because there are no change notifications. The SDK would answer that there are too many listeners. */
const LISTEN = 'subscriptions/listen'
const NO_METHOD = { code: ProtocolErrorCode.MethodNotFound, message: `Method not found: ${LISTEN}` }

/**
 * Without Slack nobody can confirm a sign-in. Clients that get a 401 try to sign in all the same, and register at this old address.
 * They show its answer instead of the refusal.
 */
const NO_SIGN_IN =
  'Pinslot did not accept the key, and has no other sign-in for programs. Create a key with /pin keys in Slack and send it as Authorization: Bearer pst_...'
const REGISTRATION_BYTES = 64 * 1024

export type McpOptions = {
  /** The version of this program, which clients receive. */
  version: string
  /** Absent: Slack's own assistant is not answered. */
  slack?: SlackIdentity
}

export const makeMcpEntryPoint =
  (deps: CallerDeps, { version, slack }: McpOptions): EntryPoint =>
  async (scope, { operations, guard, canSignIn, places, failures }) => {
    const { settings, log } = deps
    const toolbox = makeToolbox(operations)
    const handler = createMcpHandler((context) => makeServer(deps, toolbox, version, exchangeOf(context.authInfo?.extra)), {
      onerror: (error) => log.debug({ err: error }, 'mcp request refused'),
    })
    scope.addHook('onClose', () => handler.close())
    scope.setErrorHandler(
      makeErrorSender(
        deps,
        (error, request, publicUrl) => {
          const { message, ...data } = refusalOf(error, { requestId: request.id, publicUrl, list: listOf(request) ?? 'usual' })
          return { jsonrpc: '2.0', id: null, error: { code: SERVER_ERROR, message, data } }
        },
        (error, request) => challengeOf(error, request, canSignIn ? settings.publicUrl : undefined),
      ),
    )
    scope.addHook('onRequest', async ({ headers }) => requireKnownHost(headers, settings.publicUrl))
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { actor, keyScope, draw }: Who,
    ): Promise<FastifyReply> => {
      if (Array.isArray(request.body)) throw badRequest('body', 'Send one message in a request, not an array of them.')
      const { id, method } = (request.body ?? {}) as { id?: unknown; method?: unknown } // the body may be anything
      if (method === LISTEN) return reply.code(404).send({ jsonrpc: '2.0', id: id ?? null, error: NO_METHOD })
      const { agent, session, takesBlocks } = agentOf(request.body, request.headers)
      const exchange: Exchange = {
        actor: { ...actor, agent, isAgent: true },
        keyScope,
        requestId: request.id,
        list: requireList(request),
        isWanted: () => !request.raw.socket.destroyed,
        ...(draw && slack && { slack: { drawn: slack.drawn, draw: takesBlocks ? draw : null } }),
      }
      if (session !== undefined) void reply.header(SESSION_HEADER, session)
      const response = await handler.fetch(toWebRequest(request, reply, settings.publicUrl), {
        parsedBody: request.body,
        authInfo: { token: '', clientId: keyScope, scopes: [], extra: { exchange } },
      })
      return send(reply, response)
    }

    if (!canSignIn)
      await scope.register(async (open) => {
        takeJsonOnly(open)
        open.post('/register', { schema: { hide: true }, bodyLimit: REGISTRATION_BYTES }, async (_request, reply) =>
          reply.code(400).send({ error: 'access_denied', error_description: NO_SIGN_IN }),
        )
      })
    await scope.register(async (keyed) => {
      guard(keyed, { takesAgents: true })
      const methods = refuseOtherMethods(keyed)
      keyed.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
        const { actor, apiKeyId } = authenticatedOf(request)
        return answer(request, reply, { actor, keyScope: `key:${apiKeyId}` })
      })
      methods.close()
    })
    if (slack) {
      await scope.register(async (signed) => {
        signed.addHook('onRequest', async ({ headers, ip }) => {
          const seconds = failures.waitOf(ip)
          if (seconds !== undefined && !slack.isSignedNow(headers)) throw tooManyFailures(seconds) // before reading the request
        })
        takeJsonOnly(signed)
        const methods = refuseOtherMethods(signed)
        signed.post('/mcp/slack', { schema: { hide: true } }, async (request, reply) => {
          const who = await whoSigned(slack, request, failures)
          const release = await places({ organizationId: who.actor.organizationId })
          if (reply.raw.closed) release()
          else reply.raw.once('close', release)
          return answer(request, reply, who)
        })
        methods.close()
      })
    }
  }

/** `draw`: for Slack’s own assistant. */
type Who = Pick<Exchange, 'actor' | 'keyScope'> & { draw?: Draw }

/**
 * Explains the refusal of a key in the words of RFC 6750; a request without a key only learns that it needs one.
 * @param publicUrl where a program finds out how it signs in; absent: it cannot
 */
function challengeOf({ message }: DomainError, { headers, url }: FastifyRequest, publicUrl: string | undefined): string {
  const isOfAgents = publicUrl !== undefined && !url.startsWith('/mcp/slack')
  const realm = `Bearer realm="Pinslot"${isOfAgents ? `, resource_metadata="${publicUrl}${RESOURCE_PATH}/mcp"` : ''}`
  if (headers.authorization === undefined) return realm
  const words = message.replaceAll('’', "'").replaceAll(/[^\x20-\x7E]|["\\]/g, '')
  return `${realm}, error="invalid_token", error_description="${words}"`
}

/** Returns the exchange that was passed along with the request. */
const exchangeOf = (extra: Record<string, unknown> | undefined): Exchange => {
  if (!extra) throw new Error('an exchange without a caller')
  return extra['exchange'] as Exchange
}

/** @throws BAD_REQUEST tools */
function requireList(request: FastifyRequest): ToolList {
  const list = listOf(request)
  if (list === undefined) throw badRequest('tools', 'tools must be all, or left out.')
  return list
}

function listOf({ query }: FastifyRequest): ToolList | undefined {
  const { tools = 'usual' } = query as { tools?: unknown } // the query may be anything
  return tools === 'usual' || tools === 'all' ? tools : undefined
}

/** Converts the request without its body, which is already parsed and passed separately. Aborts when the client is gone. */
function toWebRequest({ headers, raw }: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && isOfTheProtocol(name) ? [[name, value] as [string, string]] : [],
  )
  return new Request(`${publicUrl}/mcp`, { method: raw.method ?? 'POST', headers: passed, signal: gone.signal })
}

/** Passes on neither our key nor the session's name, which the SDK does not need. */
const isOfTheProtocol = (name: string) =>
  name === 'accept' || name === 'content-type' || (name.startsWith('mcp-') && name !== SESSION_HEADER)

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  void reply.code(status)
  for (const [name, value] of headers) if (name !== 'cache-control') void reply.header(name, value)
  return body ? reply.send(Readable.fromWeb(body)) : reply.send()
}

/** The program's own name, for the audit and the cards: from this request, or from the beginning of its session. */
const info = z.object({ name: z.string().min(1), version: z.string().optional() })
/** The extension by which Slack's assistant says that it shows blocks. */
const BLOCKS = z.looseObject({ extensions: z.looseObject({ 'io.slack/block-kit': z.looseObject({}) }) })
const message = z.object({
  method: z.string(),
  params: z
    .looseObject({
      clientInfo: info.optional().catch(undefined),
      capabilities: z.unknown().optional(),
      _meta: z.looseObject({}).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/**
 * A program of the protocol of 2025 sends its name once, and what it can show. Its session id says both, because there is no other
 * session state.
 */
const SESSION_HEADER = 'mcp-session-id'
const MOST_SESSION = 1000
const WITH_BLOCKS = '.blocks'

type Said = { agent: string | undefined; session?: string; takesBlocks: boolean }

/** @returns `session`: to be sent with the answer */
function agentOf(
  body: unknown,
  headers: { [SESSION_HEADER]?: string | string[] | undefined; 'user-agent'?: string | undefined },
): Said {
  const { method, params } = message.safeParse(body).data ?? {}
  const takes = (capabilities: unknown) => BLOCKS.safeParse(capabilities).success
  const said = nameOf(info.safeParse(params?._meta?.[CLIENT_INFO_META_KEY]).data)
  if (said !== undefined) return { agent: said, takesBlocks: takes(params?._meta?.[CLIENT_CAPABILITIES_META_KEY]) }
  const begun = method === 'initialize' ? nameOf(params?.clientInfo) : undefined
  if (begun !== undefined) {
    const takesBlocks = takes(params?.capabilities)
    return { agent: begun, session: Buffer.from(begun).toString('base64url') + (takesBlocks ? WITH_BLOCKS : ''), takesBlocks }
  }
  const { agent, takesBlocks } = ofSession(headers[SESSION_HEADER])
  return { agent: agent ?? headers['user-agent']?.slice(0, AGENT_LENGTH), takesBlocks }
}

function ofSession(session: string | string[] | undefined): Said {
  const [, name = '', blocks] = (typeof session === 'string' && session.length <= MOST_SESSION && SESSION.exec(session)) || []
  return { agent: clean(Buffer.from(name, 'base64url').toString()), takesBlocks: blocks !== undefined }
}
const SESSION = /^([\w-]+)(\.blocks)?$/

const nameOf = (given: z.output<typeof info> | undefined) =>
  given && clean(given.version === undefined ? given.name : `${given.name}/${given.version}`)

/** Makes the name one line and no longer than the audit stores. */
function clean(name: string): string | undefined {
  const text = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? undefined : text.slice(0, AGENT_LENGTH).toWellFormed()
}

/**
 * The hosts that a request may name, and the pages it may come from. A page that binds its name to our address by DNS sends that
 * name in both headers, which is neither ours nor an address.
 */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** @throws FORBIDDEN */
function requireKnownHost({ host, origin }: { host?: string | undefined; origin?: string | undefined }, publicUrl: string): void {
  const ours = parseUrl(publicUrl)?.hostname
  const named = host === undefined ? undefined : parseUrl(`http://${host}`)?.hostname
  if (named === undefined || !(named === ours || LOOPBACK.includes(named) || isIP(named.replace(/^\[|\]$/g, '')) !== 0))
    throw new DomainError('FORBIDDEN', `This service cannot be reached at the host ${quoted(host)}. Use ${publicUrl}/mcp.`)
  if (origin === undefined) return
  const from = parseUrl(origin)?.hostname
  if (from === undefined || !(from === ours || LOOPBACK.includes(from)))
    throw new DomainError('FORBIDDEN', `Pages of ${quoted(origin)} may not use this service.`)
}

const quoted = (text = '') => `“${text.slice(0, 100)}”`

/**
 * Slack's own assistant. It signs its requests like all others of Slack, and names the person in `_meta.slack`.
 * @see https://docs.slack.dev/ai/slackbot-mcp-client
 */
type SlackPerson = { teamId: string; userId: string; enterpriseId: string | null }
type SlackIdentity = {
  /** True if there is a signature with a current time; the signature itself is not checked. */
  isSignedNow: (headers: FastifyRequest['headers']) => boolean
  /** The reason why a request is not a current one of Slack; undefined if it is. */
  refusalOf: (body: string, headers: FastifyRequest['headers']) => string | undefined
  /** undefined if the app is not installed in their workspace, or they have left it. */
  findActor: (person: SlackPerson) => Promise<Actor | undefined>
} & SlackAnswers<SlackPerson>

const id = z.string().regex(/^[A-Z][A-Z0-9]{1,30}$/)
const named = z.object({
  params: z.object({ _meta: z.object({ slack: z.object({ user_id: id, team_id: id, enterprise_id: id.nullish() }) }) }),
})

/** Methods with the same answer for everybody, which need no person. */
const OF_NOBODY = ['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'resources/templates/list']
const NOBODY: Actor = { organizationId: '0', via: 'slack', role: 'none', userId: 'slack' }

/**
 * @throws UNAUTHORIZED if it is not signed, or names nobody · FORBIDDEN if the app does not know the person · TOO_MANY_REQUESTS
 * after too many unsigned requests of the address
 */
async function whoSigned(
  { refusalOf, findActor, draw }: SlackIdentity,
  { bodyText, body, headers, ip }: FastifyRequest,
  failures: AddressLimit,
): Promise<Who> {
  if (refusalOf(bodyText, headers) !== undefined) {
    requireFewFailures(failures, ip)
    throw unauthorized('This URL is for Slack, which signs its requests.')
  }
  const slack = named.safeParse(body).data?.params._meta.slack
  if (!slack) {
    if (!OF_NOBODY.includes(methodOf(body))) throw unauthorized('Slack did not say who asks.')
    return { actor: NOBODY, keyScope: NOBODY.userId, draw: async () => undefined }
  }
  const { user_id: userId, team_id: teamId, enterprise_id: enterpriseId = null } = slack
  const person = { userId, teamId, enterpriseId }
  const actor = await findActor(person)
  if (!actor) throw new DomainError('FORBIDDEN', 'Pinslot is not installed in this workspace, or you are not a member of it.')
  return { actor, keyScope: `slack:${actor.userId}`, draw: async (answer) => draw(person, actor, answer) }
}

const unauthorized = (message: string) => new DomainError('UNAUTHORIZED', message)

function methodOf(body: unknown): string {
  const { method } = z.object({ method: z.string() }).safeParse(body).data ?? { method: '' }
  return method
}
