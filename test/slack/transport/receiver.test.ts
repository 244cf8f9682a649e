import { createHmac } from 'node:crypto'
import type { App } from '@slack/bolt'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeInFlight } from '../../../src/core/lib/work/in-flight.js'
import { makeReceiver } from '../../../src/slack/transport/receiver.js'

type Event = Parameters<App['processEvent']>[0]
const SECRET = 'shh'
const NOW = new Date('2026-03-02T10:00:00.000Z')
const SECONDS = NOW.getTime() / 1000
const log = { debug() {}, info() {}, warn() {}, error() {} }

let server: FastifyInstance
let inFlight: ReturnType<typeof makeInFlight>
/** What stands in Bolt's place. */
let hear: (event: Event) => Promise<void>
let heard: Event[]

beforeEach(async () => {
  heard = []
  hear = async ({ ack }) => ack()
  inFlight = makeInFlight()
  const made = makeReceiver({ signingSecret: SECRET, wallClock: () => NOW, log, inFlight, ackWithinMs: 150 })
  made.receiver.init({ processEvent: (event: Event) => (heard.push(event), hear(event)) } as App) // all that the receiver calls
  server = fastify()
  await server.register(made.plugin)
  server.post('/v1/echo', async ({ body }) => body)
})
afterEach(() => server.close())

type Sending = { body: string; type?: string; at?: number; signature?: string; headers?: Record<string, string> }
function send({ body, type = 'application/json', at = SECONDS, signature, headers = {} }: Sending) {
  const own = `v0=${createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex')}`
  const signed = { 'content-type': type, 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature ?? own }
  return server.inject({ method: 'POST', url: '/slack/events', headers: { ...signed, ...headers }, payload: body })
}
const FORM = 'application/x-www-form-urlencoded'
const command = new URLSearchParams({ command: '/pin', text: 'help', user_id: 'U1', team_id: 'T1' }).toString()
const event = JSON.stringify({ type: 'event_callback', team_id: 'T1', event: { type: 'app_home_opened' } })

test('a bad signature is 401 and reaches nobody', async () => {
  expect((await send({ body: command, type: FORM, signature: `v0=${'0'.repeat(64)}` })).statusCode).toBe(401)
  expect((await send({ body: command, type: FORM, signature: 'v1=abc' })).statusCode).toBe(401)
  expect((await server.inject({ method: 'POST', url: '/slack/events', payload: { type: 'event_callback' } })).statusCode).toBe(
    401,
  )
  expect(heard).toEqual([])
})

test.each([
  [-301, 401],
  [-299, 200],
  [0, 200],
  [299, 200],
  [301, 401],
])('a timestamp %i s from now is answered with %i', async (away, status) => {
  expect((await send({ body: command, type: FORM, at: SECONDS + away })).statusCode).toBe(status)
})

test.each([
  ['no JSON', '{"type":', 'application/json'],
  ['JSON that is no object', '[1]', 'application/json'],
  ['null', 'null', 'application/json'],
  ['an object of no known type', '{"type":"nonsense"}', 'application/json'],
  ['an event without an event', '{"type":"event_callback","team_id":"T1"}', 'application/json'],
  ['a press of nothing', '{"type":"block_actions","user":{"id":"U1"},"team":{"id":"T1"},"actions":[]}', 'application/json'],
  ['a form without a command', 'a=b', FORM],
  ['a payload that is no JSON', 'payload=%7B', FORM],
  ['another content type', 'hello', 'text/plain'],
  ['nothing', '', FORM],
])('signed nonsense, %s, is 400', async (_what, body, type) => {
  expect((await send({ body, type })).statusCode).toBe(400)
  expect(heard).toEqual([])
})

test('a body beyond one MiB is refused', async () => {
  expect((await send({ body: 'x'.repeat(1024 * 1024 + 1), type: FORM })).statusCode).toBe(413)
})

test('url_verification gets its challenge, ssl_check an empty answer', async () => {
  expect((await send({ body: '{"type":"url_verification","challenge":"c1"}' })).json()).toEqual({ challenge: 'c1' })
  expect((await send({ body: 'ssl_check=1', type: FORM })).statusCode).toBe(200)
  expect(heard).toEqual([])
})

test('what a listener acks with is the answer', async () => {
  hear = async ({ ack }) => ack({ text: 'hi' })
  expect((await send({ body: command, type: FORM })).json()).toEqual({ text: 'hi' })
})

test('a retry is told with its number and reason', async () => {
  await send({ body: event, headers: { 'x-slack-retry-num': '2', 'x-slack-retry-reason': 'http_timeout' } })
  expect(heard[0]).toMatchObject({ retryNum: 2, retryReason: 'http_timeout' })
})

test('an event that nobody hears is 200, a command 404, a listener that throws 500', async () => {
  hear = async () => {}
  expect((await send({ body: event })).statusCode).toBe(200)
  expect((await send({ body: command, type: FORM })).statusCode).toBe(404)
  hear = async () => Promise.reject(new Error('no'))
  expect((await send({ body: command, type: FORM })).statusCode).toBe(500)
})

test('a listener that does not ack in time is given up on', async () => {
  let end = () => {}
  hear = () => new Promise((resolve) => (end = resolve))
  expect((await send({ body: command, type: FORM })).statusCode).toBe(504)
  end()
})

test('idle waits for a listener that goes on after its ack', async () => {
  let end = () => {}
  hear = async ({ ack }) => {
    await ack()
    await new Promise<void>((resolve) => (end = resolve))
  }
  await send({ body: command, type: FORM })
  let isIdle = false
  const idle = inFlight.idle().then(() => void (isIdle = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIdle).toBe(false)
  end()
  await idle
})

test('acking twice is an error of the listener', async () => {
  let second: unknown
  hear = async ({ ack }) => {
    await ack()
    second = await ack().catch((error: unknown) => error)
  }
  await send({ body: command, type: FORM })
  expect(second).toBeInstanceOf(Error)
})

test('the JSON of other routes is parsed as before', async () => {
  expect((await server.inject({ method: 'POST', url: '/v1/echo', payload: { a: 1 } })).json()).toEqual({ a: 1 })
})
