/**
 * /mcp: the Model Context Protocol, without sessions, of 2026 and of 2025. Keys, limits and roles are those of /v1. @see
 * docs/contract.md#mcp
 */
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

/** The protocol's error code for requests that never reached a tool. */
const SERVER_ERROR = -32000

/** Refused because there are no change notifications. The SDK would answer that there are too many listeners. */
const LISTEN = 'subscriptions/listen'
const NO_METHOD = { code: ProtocolErrorCode.MethodNotFound, message: `Method not found: ${LISTEN}` }

/**
 * Clients that get a 401 try to sign in, find no authorization server, and register at this old address. They show its answer
 * instead of the refusal.
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
      const { id, method } = (request.body ?? {}) as { id?: unknown; method?: unknown } // the body may be anything
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

type Who = Pick<Exchange, 'actor' | 'keyScope'>

/** Explains the refusal of a key in the words of RFC 6750; a request without a key only learns that it needs one. */
function challengeOf({ message }: DomainError, { headers }: FastifyRequest): string {
  if (headers.authorization === undefined) return 'Bearer realm="Pinslot"'
  const words = message.replaceAll('’', "'").replaceAll(/[^\x20-\x7E]|["\\]/g, '')
  return `Bearer realm="Pinslot", error="invalid_token", error_description="${words}"`
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
