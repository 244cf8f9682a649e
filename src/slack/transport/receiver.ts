/** Bolt's receiver as an encapsulated Fastify plugin: every request of Slack comes to POST /slack/events. */
import { type App, type Receiver, ReceiverMultipleAckError, verifySlackRequest } from '@slack/bolt'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AddressLimit } from '../../core/accounts/keys/address-limit.js'
import type { Clock, Log } from '../../core/ports/deps.js'
import type { InFlight } from '../../core/lib/in-flight.js'
import { TIMEOUTS } from '../forms/timeout.js'
import { type Payload, readPayload } from './payload.js'

export type ReceiverOptions = {
  signingSecret: string
  wallClock: Clock
  log: Log
  inFlight: InFlight
  ackWithinMs?: number
  around?: (app: App) => App
  /** Of the server's addresses; absent: nothing is limited. */
  failures?: AddressLimit | undefined
}
type Answer = { status: number; body?: unknown }

const WINDOW_SECONDS = 300
/** Slack asks once, and gives up after three seconds. */
const ROUTE = { bodyLimit: 1024 * 1024, schema: { hide: true }, config: { isAlwaysAnswered: true } }

/**
 * Register `plugin` on the server: its parsers, which keep the body as it was signed, are scoped to it.
 * 401: bad signature, or a timestamp more than five minutes old or ahead; 429 in its place where too much of that address failed. 400: signed
 * nonsense. Slack's servers share their addresses: what they sign is taken whatever else came from there.
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
      // an event without a listener is fine; a command without one is a mistake that its author should see
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
      void refuseForNow(reply, seconds) // nothing is read of it
    }
    scope.post('/slack/events', { ...ROUTE, onRequest }, async (request, reply) => {
      const raw = typeof request.body === 'string' ? request.body : '' // no body at all has no type either
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

/** Whether there is a signature to check at all, of a time that counts. */
export function isSignedNow(headers: FastifyRequest['headers'], now: Date): boolean {
  const timestamp = headers['x-slack-request-timestamp']
  const isTime = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp)
  return isTime && typeof headers['x-slack-signature'] === 'string' && isOfNow(timestamp, now)
}

// Bolt's own check bounds the past only
const isOfNow = (timestamp: string, now: Date): boolean => Math.abs(now.getTime() / 1000 - Number(timestamp)) <= WINDOW_SECONDS

/** Why the request is not Slack's, or not of now; undefined when it is both. */
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
