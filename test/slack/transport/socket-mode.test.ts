/** Socket Mode for real: the same app and listeners, over a WebSocket on loopback. */
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { homeOpened, slashCommand, viewSubmission } from '../../../src/sandbox/slack/payloads.js'
import { findChannel, requirePerson } from '../../../src/sandbox/slack/people.js'
import { seedWorkspace } from '../../../src/sandbox/slack/seed.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { type LocalSlack, makeLocalSlack } from '../../../src/sandbox/workspace.js'
import { makeSlackApp, type SlackApp } from '../../../src/slack/app.js'
import { aDatabase } from '../../support/database.js'
import { type SocketSlack, startSocketSlack } from '../../support/socket-slack.js'
import { aSlackUser } from '../../support/slack-user.js'
import { aWorld } from '../../support/world.js'
import { SOON } from '../../support/gate.js'

const { db } = await aDatabase()
let slack: LocalSlack
let socket: SocketSlack
let app: SlackApp
let server: FastifyInstance
let logged: string[]
/** What apps.connections.open answers. */
let opens: () => Promise<Response>
let asked: { token: string | null }[]

beforeEach(async () => {
  logged = []
  asked = []
  const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log = { debug() {}, info: write, warn: write, error: write }
  await db.sql`truncate slk_users, slk_channels, slk_views cascade`
  await db.sql`delete from slack_installations`
  const { deps, organizationId, clock } = await aWorld(db, { parts: { log } })
  await seedWorkspace(db.sql)
  await db.sql`
    insert into slack_installations (team_id, organization_id, bot_user_id, installed_at)
    values (${teamId}, ${organizationId}, ${users.bot}, ${clock.now})`
  slack = makeLocalSlack({ db, clock: deps.clock, wallClock: deps.wallClock, signingSecret: 'not needed', log })
  socket = await startSocketSlack()
  opens = async () => Response.json({ ok: true, url: socket.url() })
  app = makeSlackApp(deps, {
    appToken: 'xapp-1-test',
    botToken,
    fetch: async (input, init) => {
      if (!new Request(input).url.endsWith('apps.connections.open')) return slack.fetch(input, init)
      asked.push({ token: new Headers(init?.headers).get('authorization') })
      init?.signal?.throwIfAborted()
      return Promise.race([
        opens(),
        new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      ])
    },
  })
  server = fastify()
  await server.register(app.plugin)
  server.get('/health', async () => 'ok')
})
afterEach(async () => {
  await app.close()
  await server.close()
  await socket.close()
  await slack.close()
})

const isConnected = () => vi.waitFor(() => expect(socket.connections()).toBe(1), SOON)
async function command(text: string) {
  const [person, channel] = [await requirePerson(db.sql, 'member'), await findChannel(db.sql, channels.general)]
  return socket.send('slash_commands', await slashCommand(slack.workspace, person, channel!, '/pin', text))
}

test('/pin help is answered, and a form opened, filled in and sent, all over the socket', async () => {
  await server.ready()
  await isConnected()
  expect(asked).toEqual([{ token: 'Bearer xapp-1-test' }])
  const help = await command('help')
  await app.idle()
  const milo = aSlackUser(slack, 'member')
  expect(JSON.stringify([help, (await milo.screen()).messages])).toContain('/pin queue')

  await command('find')
  await app.idle()
  const [form] = await listModals(db.sql, users.member)
  expect(JSON.stringify(form)).toContain('find')
  const sent = await socket.send(
    'interactive',
    await viewSubmission(slack.workspace, await requirePerson(db.sql, 'member'), form!),
  )
  expect(sent.payload).toMatchObject({ response_action: 'errors' }) // the ack carries the errors of the form
  await app.idle()
})

test('an event comes over the socket, too, and is handled once', async () => {
  await server.ready()
  await isConnected()
  const event = await homeOpened(slack.workspace, await requirePerson(db.sql, 'member'), 'home', undefined)
  const payload = { ...event, event_id: 'EvSocket' }
  await socket.send('events_api', payload)
  await app.idle()
  const homes = async () => db.sql`select hash from slk_views where position = 0`
  const first = await homes()
  expect(first).toHaveLength(1)
  await socket.send('events_api', payload)
  await app.idle()
  expect(await homes()).toEqual(first)
})

test.each([
  ['asks for another connection', () => socket.askToReconnect()],
  ['cuts the connection', () => socket.cut()],
])('when Slack %s there is one again at once, and things go on', async (_what, end) => {
  await server.ready()
  await isConnected()
  end()
  await vi.waitFor(() => expect([socket.connected(), socket.connections()]).toEqual([2, 1]), SOON)
  expect(await command('help')).toHaveProperty('envelope_id')
  await app.idle()
})

test('a Slack that is down holds up nothing, and is reached when it is back', async () => {
  opens = async () => Promise.reject(new TypeError('fetch failed'))
  await server.ready()
  expect((await server.inject('/health')).body).toBe('ok')
  await vi.waitFor(() => expect(logged.join()).toContain('socket mode is not connected'), SOON)
  opens = async () => Response.json({ ok: true, url: socket.url() })
  await isConnected()
})

test('a token that Slack refuses, at the start or later, ends nothing', async () => {
  await server.ready()
  await isConnected()
  opens = async () => Response.json({ ok: false, error: 'invalid_auth' })
  socket.cut()
  await vi.waitFor(() => expect(logged.join()).toContain('invalid_auth'), SOON)
  expect((await server.inject('/health')).body).toBe('ok')
})

test('closing ends the connection, and it does not come back', async () => {
  await server.ready()
  await isConnected()
  await app.close()
  expect(socket.connections()).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(socket.connected()).toBe(1)
})

test('closing does not wait for a Slack that does not answer', async () => {
  opens = () => new Promise(() => {})
  await server.ready()
  await vi.waitFor(() => expect(asked).toHaveLength(1), SOON)
  await app.close()
  expect(socket.connected()).toBe(0)
})
