/** A real Bolt app behind a signed endpoint of its own, for trying the workspace: not the product's. */
import { App, LogLevel, verifySlackRequest, type Receiver } from '@slack/bolt'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { Pool } from '../../src/db/pool.js'
import { botToken, botId, users } from '../../src/sandbox/slack/ids.js'
import { seedWorkspace } from '../../src/sandbox/slack/seed.js'
import { type LocalSlack, type LocalSlackOptions, makeLocalSlack } from '../../src/sandbox/workspace.js'
import { aSlackUser, type SlackUser } from '../support/slack-user.js'

const SIGNING_SECRET = 'a secret of the test'
export type Heard = { headers: Record<string, unknown>; body: Record<string, unknown> }
export type Rig = {
  app: App
  slack: LocalSlack
  server: FastifyInstance
  baseUrl: string
  ada: SlackUser
  milo: SlackUser
  /** Every body that came through the signed endpoint. */
  heard: Heard[]
  /** Answers in the app's place until it is taken away again. */
  interrupt: { answer?: ((heard: Heard) => Promise<{ status: number; body?: unknown }>) | undefined }
}

export async function aBoltApp(
  db: Pool,
  options: Partial<LocalSlackOptions> = {},
  more: (server: FastifyInstance) => void = () => {},
): Promise<Rig> {
  await seedWorkspace(db.sql)
  const clock = () => new Date('2026-03-02T10:00:00Z')
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const slack = makeLocalSlack({ db, clock, wallClock: () => new Date(), signingSecret: SIGNING_SECRET, log, ...options })
  const server = Fastify()
  const heard: Heard[] = []
  const interrupt: Rig['interrupt'] = {}
  const open = new Set<Promise<void>>()
  let app: App
  const receiver: Receiver = {
    init: (bolt) => void (app = bolt),
    start: async () => undefined,
    stop: async () => undefined,
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, raw, done) => done(null, raw))
    scope.post<{ Body: string }>('/slack/events', async ({ headers, body: raw }, reply) => {
      verifySlackRequest({
        signingSecret: SIGNING_SECRET,
        body: raw,
        headers: {
          'x-slack-signature': String(headers['x-slack-signature']),
          'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
        },
      })
      const form = new URLSearchParams(raw)
      const isJson = headers['content-type'] === 'application/json'
      const body = JSON.parse(isJson ? raw : (form.get('payload') ?? JSON.stringify(Object.fromEntries(form)))) as Record<
        string,
        unknown
      >
      heard.push({ headers, body })
      if (interrupt.answer) {
        const answer = await interrupt.answer({ headers, body })
        return reply.code(answer.status).send(answer.body)
      }
      let resolve: (answer: { status: number; body: unknown }) => void = () => {}
      const promise = new Promise<{ status: number; body: unknown }>((settle) => (resolve = settle))
      const work = app
        .processEvent({ body, ack: async (response) => resolve({ status: 200, body: response }) })
        .catch((error: unknown) => console.error(error))
        .finally(() => resolve({ status: body['type'] === 'event_callback' ? 200 : 404, body: undefined }))
      open.add(work)
      void work.finally(() => open.delete(work))
      const answer = await promise
      return reply.code(answer.status).send(answer.body)
    })
  })
  await server.register(slack.plugin)
  more(server)
  const bolt = new App({
    receiver,
    logLevel: LogLevel.ERROR,
    authorize: async () => ({ botToken, botId, botUserId: users.bot }),
    clientOptions: { fetch: slack.fetch, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
  })
  const baseUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  const appIdle = async () => {
    while (open.size > 0) await Promise.all(open)
  }
  slack.connect(() => baseUrl, { appIdle })
  afterAll(async () => {
    await slack.close()
    await server.close()
  })
  return {
    app: bolt,
    slack,
    server,
    baseUrl,
    ada: aSlackUser(slack, 'admin'),
    milo: aSlackUser(slack, 'member'),
    heard,
    interrupt,
  }
}
