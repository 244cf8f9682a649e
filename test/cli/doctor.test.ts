/** `doctor`: each part as it is, with what to do about it. Real parts: Postgres, HTTP, the service as a process. */
import { createServer, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { type Config, readConfig } from '../../src/config/config.js'
import { enqueueNotice } from '../../src/core/outbox/notices.js'
import { makeSealer } from '../../src/core/secrets/seal.js'
import { databaseTime, makeDeps, wallClock } from '../../src/deps.js'
import type { Check } from '../../src/service/doctor/check.js'
import { examine } from '../../src/service/doctor/examine.js'
import { RIGHTS } from '../../src/slack/install/scopes.js'
import { makeShutdown } from '../../src/service/shutdown.js'
import { aDatabase, anEmptyDatabase } from '../support/database.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld } from '../support/world.js'
import { unused } from './operator.js'

const { db, url } = await aDatabase()
const empty = await anEmptyDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** What Slack and Pinterest answer with: the head and the body, as the test says. */
let answerOf: (request: IncomingMessage) => { status?: number; headers?: Record<string, string>; body: object } = () => ({
  body: {},
})
const others = createServer((request, response) => {
  request.resume()
  const { status = 200, headers = {}, body } = answerOf(request)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})
const listening = (): string => `http://127.0.0.1:${(others.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve)))
afterAll(() => others.close())

let service: string
beforeAll(async () => {
  service = await startProcess({ PORT: '0', PINSLOT_DATA_DIR: path.join(folder, 'service') }).ready
}, 180_000)
afterAll(killAll)

const settings = (over: Record<string, string> = {}) => ({
  ...realSettings(url, folder),
  ...{ PINSLOT_ENV: 'development', PLATFORM_API_URL: `${listening()}/v5`, ...over },
})

async function examined(env: Record<string, string>, change: (config: Config) => Config = (config) => config): Promise<Check[]> {
  const shutdown = makeShutdown(() => {})
  const checks = await examine({
    ...{ shutdown, log, clocks: { wallClock, databaseTime }, readConfig: () => change(readConfig(env)) },
    open: async (config, at) => {
      const base = await makeDeps(config, { url: at, shutdown, log })
      return { ...base, slack: { slackApiUrl: `${listening()}/api/` } }
    },
  })
  await shutdown.close()
  return checks
}
const of = (checks: Check[], part: string) => checks.filter((one) => one.part === part)

const rights = RIGHTS.map(({ scope }) => scope as string)
const asSlack = (scopes: string[]) => ({
  headers: { 'x-oauth-scopes': scopes.join(',') },
  body: { ok: true, team: 'Maple', team_id: 'T1' },
})
const user = {
  id: '901',
  username: 'maker',
  account_type: 'BUSINESS',
  business_name: 'The Maker',
  profile_image: null,
  website_url: null,
}
const asPinterest = (limit?: string) => ({ ...(limit && { headers: { 'x-ratelimit-limit': limit } }), body: user })

test('with everything right each part is said to be right', async () => {
  const { accountId } = await aWorld(db)
  const sealer = makeSealer(Buffer.alloc(32, 7)) // of realSettings()
  await db.sql`update connections set access_token = ${sealer.seal('pina_one')} where account_id = ${accountId}`
  answerOf = ({ url: at = '' }) => (at.startsWith('/api/') ? asSlack(rights) : asPinterest('1000, 1000;w=60;name="org_read"'))
  const checks = await examined(settings({ METRICS_TOKEN: 'x'.repeat(20) }), (config) => ({ ...config, publicUrl: service }))
  expect(checks.filter(({ state }) => state !== 'ok' && state !== 'skipped')).toMatchObject([{ part: 'Machines' }])
  expect(checks.map(({ part }) => part)).toEqual([
    ...['Packages', 'Configuration', 'Machines', 'Database', 'Clock', 'Migrations', 'Media', 'Pinterest', 'Slack'],
    ...['Model', 'Pins', 'Public address', 'Slack’s requests'],
  ])
  expect(of(checks, 'Pinterest')[0]?.said).toBe('It answers for maker; the app has Standard access.')
  expect(of(checks, 'Slack')[0]?.said).toBe('SLACK_BOT_TOKEN speaks for Maple, with every right that the app needs.')
})

test('an app with Trial access, a missing right and an address that leads elsewhere are problems, each with its remedy', async () => {
  answerOf = ({ url: at = '' }) =>
    at.startsWith('/api/') ? asSlack(rights.filter((one) => one !== 'files:read')) : asPinterest('1000, 1000;w=86400')
  const checks = await examined(settings(), (config) => ({ ...config, publicUrl: listening() }))
  expect(of(checks, 'Pinterest')).toMatchObject([{ state: 'problem', said: expect.stringContaining('Trial access') as string }])
  expect(of(checks, 'Slack')[0]).toMatchObject({
    state: 'problem',
    said: expect.stringContaining('lacks files:read (to load') as string,
  })
  expect(of(checks, 'Public address')[0]).toMatchObject({
    state: 'problem',
    said: expect.stringContaining('not as Pinslot does') as string,
  })
  for (const { state, remedy } of checks) if (state === 'problem') expect(remedy).not.toBeNull()
})

test('Slack that refuses the token and Pinterest that refuses the app are told in their own words', async () => {
  answerOf = ({ url: at = '' }) =>
    at.startsWith('/api/')
      ? { body: { ok: false, error: 'invalid_auth' } }
      : { status: 401, body: { code: 2, message: 'Authentication failed.' } }
  const checks = await examined(settings())
  expect(of(checks, 'Slack')[0]).toMatchObject({ state: 'problem', said: expect.stringContaining('invalid_auth') as string })
  expect(of(checks, 'Pinterest')[0]).toMatchObject({
    state: 'warning',
    said: expect.stringContaining('Authentication failed.') as string,
  })
})

test('an empty database is looked at and stays empty, and what needs its tables is left out', async () => {
  const checks = await examined(settings({ DATABASE_URL: empty.url }))
  expect(of(checks, 'Migrations')).toMatchObject([{ state: 'warning', said: 'The database is empty.' }])
  expect(of(checks, 'Pinterest')).toMatchObject([{ state: 'skipped' }])
  const tables = await empty.db.sql`select from information_schema.tables where table_schema = 'public'`
  expect(tables).toHaveLength(0)
})

test('migrations that are missing or of a newer build are named', async () => {
  const { db: older, url: at } = await aDatabase()
  await older.sql`delete from schema_migrations where name = (select max(name) from schema_migrations)`
  await older.sql`insert into schema_migrations (name, sha256, applied_at) values ('9999_later.sql', '', now())`
  const [missing] = of(await examined(settings({ DATABASE_URL: at })), 'Migrations')
  expect(missing?.said).toMatch(/^1 of this build are not applied yet, from \d{4}_\w+\.sql\.$/)
})

test('another key, the other kind and a clock that is far off are problems', async () => {
  const { db: claimed, url: at } = await aDatabase()
  await claimed.sql`insert into database_identity (kind, created_at, key_check) values ('sandbox', now(), '\\x00')`
  const checks = await examined(settings({ DATABASE_URL: at }))
  expect(of(checks, 'Kind')).toMatchObject([{ state: 'problem' }])
  expect(of(checks, 'Encryption key')).toMatchObject([
    { state: 'problem', said: expect.stringContaining('ENCRYPTION_KEY is not the key') as string },
  ])
})

test('a database that is away is one problem, and the address is looked at all the same', async () => {
  const checks = await examined(settings({ DATABASE_URL: 'postgres://app@127.0.0.1:9/none' }), (config) => ({
    ...config,
    publicUrl: service,
  }))
  expect(of(checks, 'Database')).toMatchObject([{ state: 'problem', said: expect.stringMatching(/cannot be reached/) as string }])
  expect(of(checks, 'Public address')).toMatchObject([{ state: 'ok' }])
})

test('each wrong setting is a problem of its own, and no secret is printed', async () => {
  const file = path.join(folder, 'short')
  writeFileSync(file, 'a secret that is no key')
  const { ENCRYPTION_KEY: _, ...env } = settings({ ENCRYPTION_KEY_FILE: file, PORT: '99999' })
  const checks = await examined(env)
  expect(of(checks, 'Configuration').map(({ state, said }) => [state, said.split(' ')[0]])).toEqual([
    ['problem', 'PORT'],
    ['problem', 'ENCRYPTION_KEY'],
  ])
  expect(JSON.stringify(checks)).not.toContain('a secret that')
})

test('late pins and unknown outcomes lead to the command that explains them', async () => {
  answerOf = ({ url: at = '' }) => (at.startsWith('/api/') ? asSlack(rights) : asPinterest())
  const { db: busy, url: at } = await aDatabase()
  const { accountId, organizationId, clock } = await aWorld(busy)
  const notice = { kind: 'evergreenStopped', accountId, message: 'no credits' } as const
  await enqueueNotice(busy.sql, { organizationId, destination: `account:${accountId}`, dedupeKey: 'a', notice }, clock.now)
  await busy.sql`update outbox set due_at = null, dead_at = ${clock.now}, last_error = 'channel_not_found'`
  const [pins] = of(await examined(settings({ DATABASE_URL: at })), 'Pins')
  expect(pins).toMatchObject({ state: 'warning', said: 'None is late. One notice reached nobody.' })
})

test('the command prints a line for each part, and ends with 1 where something has to be fixed', async () => {
  const run = async (checks: Check[], ...words: string[]) => {
    const printed: string[] = []
    const code = await runCommand(['doctor', ...words], {
      ...{ out: (line: string) => printed.push(line), err: (line: string) => printed.push(line) },
      examine: async () => checks,
      takeBackup: unused,
      restoreBackup: unused,
      open: () => Promise.reject(new Error('nothing is opened for it')),
      sentenceFor: () => undefined,
    })
    return { code, out: printed.join('\n') }
  }
  const good: Check = { part: 'Clock', state: 'ok', said: 'It is right.', remedy: null }
  const bad: Check = { part: 'Media', state: 'problem', said: 'It is full.', remedy: 'Make room.' }
  expect(await run([good])).toEqual({ code: 0, out: 'ok       Clock: It is right.\nEverything is as it should be.' })
  expect(await run([good, bad])).toEqual({
    code: 1,
    out: 'ok       Clock: It is right.\nPROBLEM  Media: It is full.\n           Make room.\nOne problem has to be fixed.',
  })
  const { code, out } = await run([good, bad], '--json')
  expect([code, JSON.parse(out)]).toEqual([1, { isHealthy: false, checks: [good, bad] }])
})
