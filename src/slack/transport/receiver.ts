/** Bolt's receiver as an encapsulated Fastify plugin: all of Slack's requests come to POST /slack/events. */
import { type App, type Receiver, ReceiverMultipleAckError, verifySlackRequest } from '@slack/bolt'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AddressLimit } from '../../core/accounts/keys/address-limit.js'
import type { Clock, Log } from '../../core/ports/deps.js'
import type { InFlight } from '../../core/lib/work/in-flight.js'
import { TIMEOUTS } from '../forms/timeout.js'
import { z } from 'zod'

export type ReceiverOptions = {
  signingSecret: string
  wallClock: Clock
  log: Log
  inFlight: InFlight
  ackWithinMs?: number
  around?: (app: App) => App
  /** Limits failed requests per client address; absent: no limit. */
  failures?: AddressLimit | undefined
}
type Answer = { status: number; body?: unknown }

const WINDOW_SECONDS = 300
/** Options of the routes. Slack sends each request once and gives up after three seconds. */
const ROUTE = { bodyLimit: 1024 * 1024, schema: { hide: true }, config: { isAlwaysAnswered: true } }

/**
 * Makes the receiver; its `plugin` scopes parsers that keep the signed body. 401: bad signature, or a timestamp more than five
 * minutes off, and 429 instead after too many failures of that address; 400: signed nonsense; signed requests are never limited,
 * because Slack's servers share their addresses.
 */
export function makeReceiver({
  signingSecret,
  wallClock,
  log,
  inFlight,
  ackWithinMs = TIMEOUTS.ackMs,
  around = (bolt) => bolt,
  failures,
}: ReceiverOptions): {
  receiver: Receiver
  plugin: FastifyPluginAsync
} {
  let app: App | undefined
  const receiver: Receiver = {
    init: (bolt) => void (app = around(bolt)),
    start: async () => {}, // Fastify owns the port
    stop: () => inFlight.idle(),
  }

  /** Resolves at the first of: ack(), the end of every listener, or Slack's three seconds. */
  const dispatch = (body: Payload, headers: FastifyRequest['headers']) =>
    new Promise<Answer>((resolve) => {
      if (!app) throw new Error('the receiver has no Bolt app')
      let isAcked = false
      const answer = (status: number, content?: unknown) => {
        clearTimeout(timer)
        resolve({ status, body: content })
      }
      const timer = setTimeout(() => answer(504), ackWithinMs)
      const ack = async (response?: unknown) => {
        if (isAcked) throw new ReceiverMultipleAckError()
        isAcked = true
        answer(200, response)
      }
      // an event without a listener is fine; a command without one is a mistake, which the status shows
      const unheard = body['type'] === 'event_callback' ? 200 : 404
      void inFlight.track(
        app.processEvent({ body, ...retryOf(headers), ack }).then(
          () => answer(unheard),
          (error: unknown) => {
            log.error({ err: error }, 'slack request failed')
            answer(500)
          },
        ),
      )
    })

  const plugin: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, raw, done) => done(null, raw))
    scope.addHook('onClose', () => inFlight.idle())
    const onRequest: onRequestHookHandler = (request, reply, done) => {
      const seconds = failures?.waitOf(request.ip)
      if (seconds === undefined || isSignedNow(request.headers, wallClock())) return done()
      void refuseForNow(reply, seconds) // its body is not read
    }
    scope.post('/slack/events', { ...ROUTE, onRequest }, async (request, reply) => {
      const raw = typeof request.body === 'string' ? request.body : '' // a request without a body has no type either
      const refusal = refusalOf(raw, request.headers, { signingSecret, wallClock })
      if (refusal !== undefined) {
        const seconds = failures?.take(request.ip)
        if (seconds !== undefined) return refuseForNow(reply, seconds)
        log.warn({ refusal }, 'slack request refused')
        return reply.code(401).send()
      }
      const body = readPayload(raw, request.headers['content-type'] ?? '')
      if (!body) return reply.code(400).send()
      if (body['ssl_check'] === '1') return reply.send()
      if (body['type'] === 'app_rate_limited') {
        log.warn({ body }, 'slack delivers no more events for a while')
        return reply.send()
      }
      if (body['type'] === 'url_verification') return reply.send({ challenge: body['challenge'] })
      const answer = await dispatch(body, request.headers)
      return reply.code(answer.status).send(answer.body)
    })
  }
  return { receiver, plugin }
}

const refuseForNow = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply.code(429).header('retry-after', String(seconds)).send()

/** True when there is a signature to check, with a current timestamp. */
export function isSignedNow(headers: FastifyRequest['headers'], now: Date): boolean {
  const timestamp = headers['x-slack-request-timestamp']
  const isTime = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp)
  return isTime && typeof headers['x-slack-signature'] === 'string' && isOfNow(timestamp, now)
}

// Bolt's own check bounds the past only
const isOfNow = (timestamp: string, now: Date): boolean => Math.abs(now.getTime() / 1000 - Number(timestamp)) <= WINDOW_SECONDS

/** Returns why the request is not Slack's or not current; undefined when it is both. */
export function refusalOf(
  body: string,
  headers: FastifyRequest['headers'],
  { signingSecret, wallClock }: Pick<ReceiverOptions, 'signingSecret' | 'wallClock'>,
): string | undefined {
  const timestamp = headers['x-slack-request-timestamp']
  const signature = headers['x-slack-signature']
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp)) return 'unsigned'
  const now = wallClock()
  if (!isOfNow(timestamp, now)) return 'not within five minutes of now'
  const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) }
  try {
    verifySlackRequest({ signingSecret, body, headers: signed, nowMilliseconds: now.getTime() })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'bad signature'
  }
}

function retryOf(headers: FastifyRequest['headers']): { retryNum?: number; retryReason?: string } {
  const count = headers['x-slack-retry-num']
  const reason = headers['x-slack-retry-reason']
  return {
    ...(typeof count === 'string' && { retryNum: Number(count) }),
    ...(typeof reason === 'string' && { retryReason: reason }),
  }
}

/** The body of a request: JSON, a form, or JSON in the field `payload` of a form. */
type Payload = Record<string, unknown>

/** The longest id: longer than any of Slack's, and short enough for a database index. */
const ID_LENGTH = 255
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** An id that is stored and searched unchanged; people's texts are checked where they are used. */
const id = z.string().max(ID_LENGTH).refine(isStorable)
const someId = id.nullish()
const thing = z.looseObject({ id: id.min(1) })
const workspace = z.object({ id: id.min(1) }).nullish()
const either = z.union([id, z.looseObject({ id: someId, team_id: someId })]).nullish()
const messageIds = z.looseObject({ ts: someId, thread_ts: someId, user: someId, bot_id: someId })
const files = z.array(z.looseObject({ id: someId })).nullish()
const chosen = z.looseObject({
  selected_user: someId,
  selected_channel: someId,
  selected_conversation: someId,
  files,
})
const openView = thing.extend({
  callback_id: someId,
  state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), chosen)).nullish() }).nullish(),
})
const interaction = {
  user: thing.extend({ team_id: someId }),
  team: workspace,
  enterprise: workspace,
  trigger_id: someId,
  message_ts: someId,
  callback_id: someId,
  channel: z.looseObject({ id: someId }).nullish(),
  container: z.looseObject({ message_ts: someId, channel_id: someId, view_id: someId }).nullish(),
  message: messageIds.nullish(),
  view: openView.nullish(),
}
const authorization = z.looseObject({ team_id: someId, enterprise_id: someId, user_id: someId })

/** The parts of each request that listeners rely on. */
const shapes = z.union([
  z.looseObject({ type: z.literal('url_verification'), challenge: z.string() }),
  z.looseObject({ type: z.literal('app_rate_limited') }),
  z
    .looseObject({
      type: z.literal('event_callback'),
      team_id: id.optional(),
      event_id: id.optional(),
      enterprise_id: someId,
      authorizations: z.array(authorization).nullish(),
      event: messageIds.extend({ type: z.string(), user: either, channel: either, files }),
    })
    .refine(isStorableWhole), // some events are stored whole until they are handled
  z.looseObject({
    type: z.literal('block_actions'),
    ...interaction,
    actions: z.array(chosen.extend({ action_id: z.string() })).min(1),
  }),
  z.looseObject({ type: z.literal('block_suggestion'), ...interaction, action_id: z.string(), value: z.string() }),
  z.looseObject({ type: z.enum(['view_submission', 'view_closed']), ...interaction, view: openView }),
  z.looseObject({ type: z.enum(['shortcut', 'message_action']), ...interaction, callback_id: id }),
])
const form = z.union([
  z.looseObject({
    command: z.string(),
    user_id: id,
    team_id: id.optional(),
    enterprise_id: someId,
    channel_id: someId,
    trigger_id: someId,
  }),
  z.looseObject({ ssl_check: z.string() }),
])

/** True when the database can store the event: a NUL and half of a surrogate pair appear in JSON only as escapes. */
function isStorableWhole(event: object): boolean {
  return !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(event))
}

/** Reads the body; undefined: nonsense, though it was signed. */
function readPayload(raw: string, contentType: string): Payload | undefined {
  if (contentType.startsWith('application/json')) return readJson(raw)
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return undefined
  const fields = Object.fromEntries(new URLSearchParams(raw))
  return fields['payload'] === undefined ? form.safeParse(fields).data : readJson(fields['payload'])
}

function readJson(text: string): Payload | undefined {
  try {
    return shapes.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // no JSON
  }
}
