/** /mcp: the Model Context Protocol, without sessions, of 2026 and of 2025. Keys, limits and roles are those of /v1. @see docs/contract.md#mcp */
import { Readable } from 'node:stream'
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyFailures } from '../core/accounts/keys/address-limit.js'
import { badRequest, type DomainError } from '../core/lib/errors.js'
import { authenticatedOf } from '../http/auth.js'
import { takeJsonOnly } from '../http/bodies.js'
import { makeErrorSender } from '../http/errors.js'
import { refuseOtherMethods } from '../http/methods.js'
import type { EntryPoint } from '../http/server.js'
import { agentOf, SESSION_HEADER } from './agent.js'
import type { CallerDeps } from './caller.js'
import { requireKnownHost } from './hosts.js'
import { refusalOf, type ToolList } from './refusals.js'
import { type Exchange, makeServer, makeToolbox } from './server.js'
import { type SlackIdentity, whoSigned } from './slack-identity.js'

/** Of the protocol, for what never reached a tool. */
const SERVER_ERROR = -32000

/** Nothing here tells of changes. The SDK would answer that too many listen already. */
const LISTEN = 'subscriptions/listen'
const NO_METHOD = { code: ProtocolErrorCode.MethodNotFound, message: `Method not found: ${LISTEN}` }

/**
 * Clients that are refused with 401 try to sign in, find no server for that, and register themselves at this old address. They show what it
 * answers, and not the refusal.
 */
const NO_SIGN_IN =
  'Pinslot did not accept the key, and has no other sign-in for programs. Create a key with /pin keys in Slack and send it as Authorization: Bearer pst_...'
const REGISTRATION_BYTES = 64 * 1024

export type McpOptions = {
  /** Of this program, as it tells clients. */
  version: string
  /** Absent: Slack's own assistant is not answered. */
  slack?: SlackIdentity
}

export const makeMcpEntryPoint =
  (deps: CallerDeps, { version, slack }: McpOptions): EntryPoint =>
  async (scope, { operations, guard, places, failures }) => {
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
        challengeOf,
      ),
    )
    scope.addHook('onRequest', async ({ headers }) => requireKnownHost(headers, settings.publicUrl))
    const answer = async (request: FastifyRequest, reply: FastifyReply, { actor, keyScope }: Who): Promise<FastifyReply> => {
      if (Array.isArray(request.body)) throw badRequest('body', 'Send one message in a request, not an array of them.')
      const { id, method } = (request.body ?? {}) as { id?: unknown; method?: unknown } // whatever was sent
      if (method === LISTEN) return reply.code(404).send({ jsonrpc: '2.0', id: id ?? null, error: NO_METHOD })
      const { agent, session } = agentOf(request.body, request.headers)
      const exchange: Exchange = {
        actor: { ...actor, agent, isAgent: true },
        keyScope,
        requestId: request.id,
        list: requireList(request),
        isWanted: () => !request.raw.socket.destroyed,
      }
      if (session !== undefined) void reply.header(SESSION_HEADER, session)
      const response = await handler.fetch(toWebRequest(request, reply, settings.publicUrl), {
        parsedBody: request.body,
        authInfo: { token: '', clientId: keyScope, scopes: [], extra: { exchange } },
      })
      return send(reply, response)
    }

    await scope.register(async (open) => {
      takeJsonOnly(open)
      open.post('/register', { schema: { hide: true }, bodyLimit: REGISTRATION_BYTES }, async (_request, reply) =>
        reply.code(400).send({ error: 'access_denied', error_description: NO_SIGN_IN }),
      )
    })
    await scope.register(async (keyed) => {
      guard(keyed)
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
          if (seconds !== undefined && !slack.isSignedNow(headers)) throw tooManyFailures(seconds) // nothing is read of it
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

type Who = Pick<Exchange, 'actor' | 'keyScope'>

/** Says why a key is refused in the words of RFC 6750; a request without one is only told that it needs one. */
function challengeOf({ message }: DomainError, { headers }: FastifyRequest): string {
  if (headers.authorization === undefined) return 'Bearer realm="Pinslot"'
  const words = message.replaceAll('’', "'").replaceAll(/[^\x20-\x7E]|["\\]/g, '')
  return `Bearer realm="Pinslot", error="invalid_token", error_description="${words}"`
}

/** As it was given with the request. */
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
  const { tools = 'usual' } = query as { tools?: unknown } // whatever the address says
  return tools === 'usual' || tools === 'all' ? tools : undefined
}

/** Its body goes beside it: it is read already. It is over when the client is gone. */
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

/** Of ours no key, and of a session, which is nothing to the SDK, no name. */
const isOfTheProtocol = (name: string) =>
  name === 'accept' || name === 'content-type' || (name.startsWith('mcp-') && name !== SESSION_HEADER)

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  void reply.code(status)
  for (const [name, value] of headers) if (name !== 'cache-control') void reply.header(name, value)
  return body ? reply.send(Readable.fromWeb(body)) : reply.send()
}
