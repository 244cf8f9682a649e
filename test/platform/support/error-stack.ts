/** The whole product over the simulated platform: both entry points, the publisher, and the messages that reach a channel. */
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { makePlatform } from '../../../src/platform/client.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import { resetSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aTeam, type Team } from '../../slack/support/a-team.js'
import { startSimulator, type Simulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { startRecorder, type Recorder } from './wire-recorder.js'

export type ErrorStack = {
  team: { current: Team }
  simulator: Simulator
  recorder: Recorder
  /** Of /v1, as one line: `503 SERVICE_UNAVAILABLE platform_rate_limited`, and its message. */
  ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<V1Answer>
  /** All messages that reached a channel by now, as they begin: `pins` is the account's. */
  heard: (channel: 'pins' | 'staff') => Promise<string[]>
  /** The account as if nothing had happened to its tokens, and to the list of boards that a person may have open. */
  restore: () => Promise<void>
}
export type V1Answer = { line: string; message: string; retryAfter: string | undefined; data: Record<string, unknown> }

/** Faults that hang take this long. */
const TIMEOUT_MS = 700

/** Call at the top level of the file. */
export async function anErrorStack(db: Pool): Promise<ErrorStack> {
  const simulator = await startSimulator(db, () => team.current?.clock.now ?? START)
  const recorder = await startRecorder(simulator.url)
  const platform = makePlatform({
    apiUrl: () => `${recorder.url}/sandbox/platform/v5`,
    authorizeUrl: () => `${simulator.url}/sandbox/platform/oauth`,
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: TIMEOUT_MS,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: () => team.current.clock.now,
    random: () => 0.5,
    pacing: false,
  })
  const settings = {
    publicUrl: 'https://pinslot.test',
    dailyRequestLimit: 5000,
    sendTimeoutMs: TIMEOUT_MS,
    simplifiedPins: false,
    aiDisclosures: true,
    searchCountry: 'US',
    retention: DEFAULT_RETENTION,
  }
  const team = aTeam(db, { parts: { platform, settings } })
  let server: FastifyInstance
  let key = ''
  let alerted: Deps
  beforeEach(async () => {
    const { deps, slack, actor, organizationId } = team.current
    await asItWas(db)
    recorder.forget()
    await recorder.take()
    await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
    server = await buildServer(deps)
    key = (await createApiKey(deps, actor, { name: 'test' })).key
    const messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
    alerted = { ...deps, messenger }
  })
  afterEach(() => server.close())
  afterAll(async () => {
    await platform.close()
    await recorder.close()
    await simulator.close()
  })

  return {
    team,
    simulator,
    recorder,
    async ask(method, path, body) {
      const url = `/v1/accounts/${team.current.accountId}${path}`
      const headers = { authorization: `Bearer ${key}` }
      const {
        statusCode,
        payload,
        headers: answered,
      } = await server.inject({ method, url, headers, ...(body && { payload: body }) })
      const { data = {}, error } = JSON.parse(payload) as Answered // the envelope of /v1
      const line = [statusCode, error?.code, error?.reason].filter((part) => part !== undefined).join(' ')
      const retryAfter = answered['retry-after']
      return { line, message: error?.message ?? '', retryAfter: retryAfter === undefined ? undefined : String(retryAfter), data }
    },
    async heard(channel) {
      const { ada, clock } = team.current
      const outbox = makeOutbox(alerted)
      while (await outbox.drain()) clock.advance(1000) // one a second
      await outbox.close()
      return (await ada.open(channel)).messages.map(({ blocks, text }) =>
        wordsOf(blocks.find(({ type }) => type !== 'header')?.text?.text ?? text),
      )
    },
    async restore() {
      const { organizationId, accountId } = team.current
      await db.sql`update accounts set token_status = 'authorized' where organization_id = ${organizationId}`
      await db.sql`
        insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
        values (${organizationId}, ${accountId}, '102', 'Garden', 'public', ${START})
        on conflict do nothing`
    },
  }
}

/** Of mrkdwn: what a person reads. */
export const wordsOf = (markup: string): string =>
  markup
    .replace(/^:[\w+]+: /, '')
    .replace(/ Next try <!date[^]*$/, '')
    .replace(/\*([^*]+)\*/g, '$1')
    .replace(/\n>?/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

type Answered = { data?: Record<string, unknown>; error?: { code: string; reason?: string; message: string } }

/** What earlier tests left on the platform is put right: the account, its boards and its tokens. */
async function asItWas(db: Pool): Promise<void> {
  const { sql } = db
  await clearFaults(sql)
  await resetSwitches(sql)
  await sql`delete from trend_answers` // asked once a day, over all organizations
  await sql`delete from outbox` // the operator is alerted once a day over all organizations
  await sql`delete from outbox_places` // nor does one message wait for the second after the last: the clock stands
  await sql`delete from sim_pins`
  await sql`delete from sim_sections`
  await sql`delete from sim_boards where id not in ('101', '102')`
  await sql`
    insert into sim_boards (id, owner_id, name, privacy, created_at)
    values ('101', '901', 'Kitchen ideas', 'PUBLIC', ${START}), ('102', '901', 'Garden', 'PUBLIC', ${START})
    on conflict (id) do update set name = excluded.name, owner_id = excluded.owner_id`
  await addSection(sql, { id: '1011', boardId: '101', name: 'Shelves' })
  await addSection(sql, { id: '1012', boardId: '101', name: 'Lamps' })
  await sql`update sim_users set account_type = 'BUSINESS'`
  await sql`delete from sim_tokens where token not in ('pina_test', 'pinr_test')`
  await sql`update sim_tokens set revoked_at = null`
}
