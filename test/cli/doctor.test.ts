/** `doctor`: each part as it is, with what to do about it. Real parts: Postgres, HTTP, the service as a process. */
import { SMTPServer } from 'smtp-server'
import { createServer, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { type Config, readConfig } from '../../src/config/config.js'
import { enqueueNotice } from '../../src/core/notices/notices.js'
import { makeSealer } from '../../src/core/care/seal.js'
import { databaseTime, makeDeps, openStorage, openMail, openWriter, wallClock } from '../../src/deps.js'
import type { Check } from '../../src/service/doctor/check.js'
import { examine } from '../../src/service/doctor/examine.js'
import { RIGHTS } from '../../src/slack/install/scopes.js'
import { deriveKey } from '../../src/service/secrets.js'
import { makeShutdown } from '../../src/service/shutdown.js'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { openPool } from '../../src/db/pool.js'
import { CONNECTIONS_OF_A_PROCESS } from '../../src/db/pools.js'
import { aDatabase, anEmptyDatabase } from '../support/database.js'
import { aDraft, aMedia } from '../support/factories.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld } from '../support/world.js'
import { deadPort } from '../platform/support/dead-port.js'
import { restoreDump } from '../db/support/before-baseline.js'
import { localStore } from '../service/backup/support/place.js'
import { NO_OTHERS } from './operator.js'

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
  service = await startProcess({
    PORT: '0',
    PINSLOT_DATA_DIR: path.join(folder, 'service'),
    ENCRYPTION_KEY: KEY.toString('base64'),
  }).ready
}, 180_000)
afterAll(killAll)

/** Of realSettings(), and of the process above: its own workspace signs by a secret that follows from it. */
const KEY = Buffer.alloc(32, 7)
const signingSecret = deriveKey(KEY, 'local slack').toString('hex')

const settings = (over: Record<string, string> = {}) => ({
  ...realSettings(url, folder),
  PINSLOT_ENV: 'development',
  PLATFORM_API_URL: `${listening()}/v5`,
  ...over,
})

let slackApi = () => `${listening()}/api/`

async function examined(
  env: Record<string, string>,
  change: (config: Config) => Config = (config) => config,
  clocks: { wallClock?: () => Date } = {},
): Promise<Check[]> {
  const shutdown = makeShutdown(() => {})
  const checks = await examine({
    shutdown,
    log,
    clocks: { wallClock, databaseTime, ...clocks },
    readConfig: () => change(readConfig(env)),
    openBeside: (config) => ({
      store: openStorage(config, { shutdown, log }),
      writer: openWriter(config, shutdown),
      mail: openMail(config, log),
      slack: { slackApiUrl: slackApi() },
    }),
    open: async (config, at) => (await makeDeps(config, { url: at, shutdown, log })).deps,
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
  const sealer = makeSealer(KEY)
  await db.sql`update connections set access_token = ${sealer.seal('pina_one')} where account_id = ${accountId}`
  answerOf = ({ url: at = '' }) => (at.startsWith('/api/') ? asSlack(rights) : asPinterest('1000, 1000;w=60;name="org_read"'))
  const right = settings({ METRICS_TOKEN: 'x'.repeat(20), SLACK_SIGNING_SECRET: signingSecret })
  const checks = await examined(right, (config) => ({ ...config, publicUrl: service }))
  expect(checks.filter(({ state }) => state !== 'ok' && state !== 'skipped')).toMatchObject([{ part: 'Machines' }])
  expect(checks.map(({ part }) => part)).toEqual([
    ...['Packages', 'Configuration', 'Machines', 'Database', 'Clock', 'Migrations', 'Media', 'Pinterest', 'Slack'],
    ...['Staff channel', 'App manifest', 'Model', 'Mail', 'Pins', 'Public address', 'Slack’s requests', 'Request addresses'],
  ])
  expect(of(checks, 'Pinterest')[0]?.said).toBe('It answers for maker; the app has Standard access.')
  expect(of(checks, 'Slack')[0]?.said).toBe('SLACK_BOT_TOKEN speaks for Maple, with every right that the app needs.')
  expect(of(checks, 'Slack’s requests')[0]?.said).toMatch(/takes what Slack signs, and refuses the rest\.$/)
})

test('what Slack does not show is said, with what must stand on the app’s pages', async () => {
  answerOf = () => asSlack(rights)
  const checks = await examined(settings({ SLACK_SIGNING_SECRET: signingSecret }), (config) => ({
    ...config,
    publicUrl: service,
  }))
  const [addresses] = of(checks, 'Request addresses')
  expect(addresses).toMatchObject({
    state: 'skipped',
    said: expect.stringContaining(`must have ${service}/slack/events.`) as string,
  })
  expect(of(checks, 'App manifest')).toMatchObject([
    { state: 'skipped', said: expect.stringContaining('npm run admin -- slack manifest') as string },
  ])
})

test.each([
  ['not_in_channel', 'The app is not in C0STAFF.', '/invite @Pinslot'],
  ['channel_not_found', 'The app sees no channel C0STAFF.', 'Check its name'],
  ['is_archived', 'C0STAFF is archived.', 'Choose another channel'],
  ['restricted_action_read_only_channel', 'The workspace does not let the app post in C0STAFF.', 'channel’s settings'],
])('a staff channel that is of no use (%s) is a problem with its remedy', async (error, said, remedy) => {
  answerOf = ({ url = '' }) => (url.includes('scheduleMessage') ? { body: { ok: false, error } } : asSlack(rights))
  expect(of(await examined(settings()), 'Staff channel')).toMatchObject([
    { state: 'problem', said, remedy: expect.stringContaining(remedy) as string },
  ])
})

test('the staff channel is tried by a message that nobody sees: it is taken back at once', async () => {
  const asked: string[] = []
  answerOf = ({ url = '' }) => {
    asked.push(url.split('/').at(-1) ?? '')
    const scheduled = { ok: true, channel: 'C0STAFF', scheduled_message_id: 'Q1' }
    return url.includes('scheduleMessage') ? { body: scheduled } : asSlack(rights)
  }
  const checks = await examined(settings())
  expect(of(checks, 'Staff channel')).toMatchObject([{ state: 'ok', said: 'The app is in C0STAFF, and may post there.' }])
  expect(asked.filter((one) => one.startsWith('chat.'))).toEqual(['chat.scheduleMessage', 'chat.deleteScheduledMessage'])
})

test('the channel of a workspace that installed the app itself is tried by its own token, and a missing installation is said', async () => {
  answerOf = () => asSlack(rights)
  const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'shh', SLACK_BOT_TOKEN: '', STAFF_TEAM_ID: 'T0STAFF' }
  expect(of(await examined(settings(oauth)), 'Staff channel')).toMatchObject([
    { state: 'warning', said: 'The app is not installed in T0STAFF.' },
  ])
})

test('a signing secret that is not the running service’s is a problem', async () => {
  const checks = await examined(settings(), (config) => ({ ...config, publicUrl: service }))
  expect(of(checks, 'Slack’s requests')).toMatchObject([
    {
      state: 'problem',
      said: expect.stringContaining('answers 401 to a request that is signed as Slack’s are') as string,
      remedy: expect.stringContaining('SLACK_SIGNING_SECRET') as string,
    },
  ])
})

test('the socket of an app is asked for where there is one, and Slack’s way to us is not', async () => {
  const { SLACK_SIGNING_SECRET: _, ...env } = settings({ SLACK_APP_TOKEN: 'xapp-1-A-1-a' })
  const at = (config: Config) => ({ ...config, publicUrl: service })
  answerOf = ({ url = '' }) =>
    url.includes('connections.open') ? { body: { ok: false, error: 'not_allowed_token_type' } } : asSlack(rights)
  const refused = await examined(env, at)
  expect(of(refused, 'Socket Mode')).toMatchObject([
    {
      state: 'problem',
      said: expect.stringContaining('not_allowed_token_type') as string,
      remedy: expect.stringContaining('connections:write') as string,
    },
  ])
  answerOf = ({ url = '' }) =>
    url.includes('connections.open') ? { body: { ok: true, url: 'wss://127.0.0.1:9/' } } : asSlack(rights)
  const taken = await examined(env, at)
  expect(of(taken, 'Socket Mode')).toMatchObject([{ state: 'ok' }])
  expect(of(taken, 'Slack’s requests')).toEqual([])
})

test('a mail server that lets us in is right, and one that does not answer is a problem, without its password', async () => {
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'shh' ? done(null, { user: 'pins' }) : done(new Error('no such user')),
  })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const mailOf = async (password: string) => {
    const mail = { SMTP_URL: `smtp://pins:${password}@127.0.0.1:${port}`, MAIL_FROM: 'pins@example.com' }
    return of(await examined(settings(mail)), 'Mail')
  }
  expect(await mailOf('shh')).toMatchObject([{ state: 'ok' }])
  const [refused] = await mailOf('wr0ng')
  expect(refused).toMatchObject({ state: 'problem', said: expect.stringContaining('does not let us in') as string })
  await new Promise<void>((resolve) => void smtp.close(() => resolve()))
  const [away] = await mailOf('wr0ng')
  expect(away).toMatchObject({ state: 'problem', remedy: expect.stringContaining('SMTP_URL') as string })
  expect(JSON.stringify([refused, away])).not.toContain('wr0ng')
})

test('an app with Trial access, a missing right and an address that leads elsewhere are problems, each with its remedy', async () => {
  answerOf = ({ url: at = '' }) =>
    at.startsWith('/api/') ? asSlack(rights.filter((one) => one !== 'files:write')) : asPinterest('1000, 1000;w=86400')
  const checks = await examined(settings(), (config) => ({ ...config, publicUrl: listening() }))
  expect(of(checks, 'Pinterest')).toMatchObject([{ state: 'problem', said: expect.stringContaining('Trial access') as string }])
  expect(of(checks, 'Slack')[0]).toMatchObject({
    state: 'problem',
    said: expect.stringContaining('lacks files:write (to show') as string,
  })
  expect(of(checks, 'Public address')[0]).toMatchObject({
    state: 'problem',
    said: expect.stringContaining('not as Pinslot does') as string,
  })
  for (const { state, remedy } of checks) if (state === 'problem') expect(remedy).not.toBeNull()
})

test('an app that may not read personal accounts is warned of, with whom to ask', async () => {
  answerOf = ({ url: at = '' }) =>
    at.startsWith('/api/')
      ? asSlack(rights)
      : at.startsWith('/v5/boards')
        ? { status: 403, body: { code: 'PINNER_DATA_ACCESS_DENIED', message: 'No.' } }
        : asPinterest('1000, 1000;w=60;name="org_read"')
  expect(of(await examined(settings()), 'Pinterest')).toMatchObject([
    {
      state: 'warning',
      said: expect.stringContaining('does not let the app read its boards') as string,
      remedy: expect.stringContaining('Ask Pinterest for access') as string,
    },
  ])
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

test('Slack that does not answer is not the fault of a token', async () => {
  answerOf = () => ({ status: 500, body: {} })
  const checks = await examined(settings())
  expect(of(checks, 'Slack')[0]).toMatchObject({
    state: 'problem',
    said: expect.stringMatching(/^Slack does not answer/) as string,
  })
  const port = await deadPort()
  slackApi = () => `http://127.0.0.1:${port}/api/`
  const away = await examined(settings())
  slackApi = () => `${listening()}/api/`
  expect(of(away, 'Slack')[0]).toMatchObject({ state: 'problem', said: 'Slack does not answer: ECONNREFUSED.' })
})

test('a database that is not there is said with what to do', async () => {
  const checks = await examined(settings({ DATABASE_URL: url.replace(/[^/]*$/, 'none_such') }))
  expect(of(checks, 'Database')[0]?.said).toMatch(
    /"none_such" does not exist\. What to do: make it, or set DATABASE_URL to another\.$/,
  )
})

test('an empty database is looked at and stays empty, and what needs its tables is left out', async () => {
  answerOf = () => asSlack(rights)
  const checks = await examined(settings({ DATABASE_URL: empty.url }))
  expect(of(checks, 'Migrations')).toMatchObject([{ state: 'warning', said: 'The database is empty.' }])
  expect(of(checks, 'Pinterest')).toMatchObject([{ state: 'skipped' }])
  expect(of(checks, 'Media')).toMatchObject([{ state: 'ok' }])
  expect(of(checks, 'Slack')).toMatchObject([{ state: 'ok' }])
  const tables = await empty.db.sql`select from information_schema.tables where table_schema = 'public'`
  expect(tables).toHaveLength(0)
})

test('before the first start nobody answers at the public address, which is no problem; later it is one', async () => {
  answerOf = () => asSlack(rights)
  const port = await deadPort()
  const at = (config: Config) => ({ ...config, publicUrl: `http://127.0.0.1:${port}` })
  const first = await examined(settings({ DATABASE_URL: empty.url }), at)
  expect(of(first, 'Public address')).toMatchObject([
    { state: 'skipped', said: expect.stringContaining('(ECONNREFUSED): the service was never started yet') as string },
  ])
  expect(first.filter(({ state }) => state === 'problem')).toEqual([])
  expect(of(await examined(settings(), at), 'Public address')).toMatchObject([{ state: 'problem' }])
})

test('connections of others count as taken, also for a role that may not see what they are', async () => {
  const server = await startEmbedded(path.join(folder, 'small'), 'app', { settings: { max_connections: '40' } })
  const owner = openPool(server.url, { max: 20 })
  try {
    await owner.sql`create role plain login password 'plain'`
    await Promise.all(Array.from({ length: 20 }, () => owner.tx((sql) => sql`select pg_sleep(0.2)`)))
    const as = Object.assign(new URL(server.url), { username: 'plain', password: 'plain' }).href
    const [found] = of(await examined(settings({ DATABASE_URL: as })), 'Connections')
    expect(found).toMatchObject({
      state: 'warning',
      said: expect.stringMatching(/^1\d of the database's 40 connections/) as string,
    })
    expect(found?.said).toMatch(new RegExp(`a process takes up to ${CONNECTIONS_OF_A_PROCESS}\\.$`))
  } finally {
    await owner.close()
    await server.stop()
  }
}, 180_000)

test('migrations that are missing or of a newer build are named', async () => {
  const { db: older, url: at } = await aDatabase()
  await older.sql`delete from schema_migrations where name = (select max(name) from schema_migrations)`
  await older.sql`insert into schema_migrations (name, sha256, applied_at) values ('9999_later.sql', '', now())`
  const found = async () => of(await examined(settings({ DATABASE_URL: at })), 'Migrations')[0]
  expect((await found())?.said).toMatch(/^One of this build is not applied yet: \d{4}_\w+\.sql\.$/)
  const [{ last }] = await older.sql<[{ last: string }]>`
    delete from schema_migrations where name = (select max(name) from schema_migrations where name < '9999') returning name as last`
  expect((await found())?.said).toBe(`2 of this build are not applied yet, from ${last}.`)
})

test('a database from before the baseline is as good as migrated, and one that lacks some of that goes through another version', async () => {
  const old = await anEmptyDatabase()
  await restoreDump(old.url, '0345-new')
  const found = async (part: string) => of(await examined(settings({ DATABASE_URL: old.url })), part)
  expect(await found('Migrations')).not.toContainEqual(expect.objectContaining({ state: 'problem' }))
  await old.db.sql`delete from schema_migrations where name > '0222_attempts_validated.sql'`
  expect(await found('Database')).toMatchObject([
    {
      state: 'problem',
      said: expect.stringContaining('is at migration 0222_attempts_validated.sql, which is too old') as string,
    },
  ])
})

test('a database that is ahead of this build is worth a look, and one whose files were changed is a problem', async () => {
  const { db: newer, url: at } = await aDatabase()
  await newer.sql`insert into schema_migrations (name, sha256, applied_at) values ('9999_later.sql', '', now())`
  const found = async () => of(await examined(settings({ DATABASE_URL: at })), 'Migrations')
  expect(await found()).toMatchObject([{ state: 'warning', said: 'The database is ahead of this build, by 9999_later.sql.' }])
  const [{ name }] = await newer.sql<[{ name: string }]>`
    update schema_migrations set sha256 = 'another' where name = (select min(name) from schema_migrations) returning name`
  expect(await found()).toMatchObject([{ state: 'problem', said: `${name} is not the file that was applied.` }])
})

test('a clock that is off is worth a look, and one that is far off a problem', async () => {
  const clockBy = async (seconds: number) => {
    const ahead = { wallClock: () => new Date(Date.now() + seconds * 1_000) }
    return of(await examined(settings({ DATABASE_URL: empty.url }), undefined, ahead), 'Clock')
  }
  expect(await clockBy(30)).toMatchObject([{ state: 'warning', said: expect.stringContaining('differ by 30 s') as string }])
  expect(await clockBy(-600)).toMatchObject([{ state: 'problem', remedy: expect.stringContaining('NTP') as string }])
})

test('a direct address that leads elsewhere or nowhere is a problem', async () => {
  const [one, other] = [await aDatabase(), await aDatabase()]
  for (const { db: claimed } of [one, other])
    await claimed.sql`insert into database_identity (kind, created_at) values ('production', now())`
  const found = async (direct: string) =>
    of(await examined(settings({ DATABASE_URL: one.url, DATABASE_DIRECT_URL: direct })), 'Direct address')
  expect(await found(one.url)).toMatchObject([{ state: 'ok' }])
  expect(await found(other.url)).toMatchObject([
    { state: 'problem', said: expect.stringContaining('different databases') as string },
  ])
  const nowhere = await found('postgres://app@127.0.0.1:9/none')
  expect(nowhere).toMatchObject([{ state: 'problem', said: expect.stringContaining('ECONNREFUSED') as string }])
})

test('behind a pooler a role without limits of time is worth a look', async () => {
  const { db: own, url: at } = await aDatabase()
  const found = async (more: Record<string, string>) =>
    of(await examined(settings({ DATABASE_URL: at, ...more })), 'Limits behind the pooler')
  expect(await found({})).toEqual([])
  expect(await found({ DATABASE_DIRECT_URL: at })).toMatchObject([
    { state: 'warning', remedy: expect.stringContaining("alter role … set statement_timeout = '20s'") as string },
  ])
  const limits = await own.sql<{ name: string }[]>`
    select name from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
  for (const { name } of limits) await own.sql.unsafe(`alter database "${new URL(at).pathname.slice(1)}" set ${name} = '20s'`)
  expect(await found({ DATABASE_PREPARE: 'false' })).toMatchObject([{ state: 'ok' }])
})

test('a folder of media that belongs to somebody else is a problem', async () => {
  const checks = await examined(settings({ PINSLOT_DATA_DIR: path.join(folder, 'mine') }), (config) => ({
    ...config,
    storage: { kind: 'local', dir: '/proc/1' }, // nobody may write there, root included
  }))
  expect(of(checks, 'Media')).toMatchObject([
    { state: 'problem', said: expect.stringContaining('cannot be written to') as string },
  ])
})

test('a store that is not the one of the database is a problem, one that lacks some of the newest media worth a look', async () => {
  const { db: own, url: at } = await aDatabase()
  const other = await aWorld(own)
  const dir = path.join(folder, 'stored')
  const media = async () => of(await examined(settings({ DATABASE_URL: at, PINSLOT_DATA_DIR: dir })), 'Media')
  for (let n = 0; n < 2; n++) await aMedia(other)
  expect(await media()).toContainEqual(
    expect.objectContaining({
      state: 'problem',
      said: expect.stringMatching(/^The store has none of the newest pictures and videos that the database names/) as string,
      remedy: expect.stringMatching(/^Set PINSLOT_DATA_DIR to where the service keeps them/) as string,
    }),
  )
  const store = localStore(dir)
  const keys = await own.sql<{ key: string }[]>`select storage_key as key from media`
  await store.put(keys[0]!.key, Buffer.from('x'), 'image/jpeg')
  expect(await media()).toContainEqual(
    expect.objectContaining({ state: 'warning', said: expect.stringMatching(/^The store lacks 1 of the 2 newest/) as string }),
  )
  await store.put(keys[1]!.key, Buffer.from('x'), 'image/jpeg')
  expect(await media()).toHaveLength(1)
})

test('another key, the other kind and accounts of another Pinterest are problems', async () => {
  const { db: claimed, url: at } = await aDatabase()
  await claimed.sql`insert into database_identity (kind, created_at, key_check) values ('sandbox', now(), '\\x00')`
  const checks = await examined(settings({ DATABASE_URL: at }))
  expect(of(checks, 'Kind')).toMatchObject([{ state: 'problem' }])
  expect(of(checks, 'Encryption key')).toMatchObject([
    { state: 'problem', said: expect.stringContaining('ENCRYPTION_KEY is not the key') as string },
  ])
  await claimed.sql`update database_identity set kind = 'production', platform_host = 'api-sandbox.pinterest.com'`
  const real = settings({ DATABASE_URL: at, PLATFORM_API_URL: 'https://api.pinterest.com/v5' })
  expect(of(await examined(real), 'Kind')).toMatchObject([
    { state: 'problem', said: expect.stringContaining('accounts of api-sandbox.pinterest.com') as string },
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
  expect(checks.filter(({ state }) => state === 'skipped').map(({ part }) => part)).toEqual([
    ...['Database', 'Media', 'Pinterest', 'Slack', 'Model', 'Mail', 'Public address'],
  ])
  expect(JSON.stringify(checks)).not.toContain('a secret that')
})

test('late pins lead to the command that explains them, and where none is late, notices that reached nobody to theirs', async () => {
  answerOf = ({ url: at = '' }) => (at.startsWith('/api/') ? asSlack(rights) : asPinterest())
  const { db: busy, url: at } = await aDatabase()
  const world = await aWorld(busy)
  const { accountId, organizationId, clock } = world
  const notice = { kind: 'evergreenStopped', accountId, message: 'no credits' } as const
  await enqueueNotice(busy.sql, { organizationId, destination: `account:${accountId}`, dedupeKey: 'a', notice }, clock.now)
  await busy.sql`update outbox set due_at = null, dead_at = ${clock.now}, last_error = 'channel_not_found'`
  const [pins] = of(await examined(settings({ DATABASE_URL: at })), 'Pins')
  expect(pins).toMatchObject({ state: 'warning', said: 'None is late. One notice reached nobody.' })
  const draft = await aDraft(world)
  await busy.sql`update posts set status = 'queued', send_at = now() - interval '1 hour', due_at = now() - interval '1 hour' where id = ${draft.id}`
  const [late] = of(await examined(settings({ DATABASE_URL: at })), 'Pins')
  expect(late).toMatchObject({ state: 'warning', said: '1 late.', remedy: expect.stringContaining('attempts') as string })
})

test('the command prints a line for each part, and ends with 1 where something has to be fixed', async () => {
  const run = async (checks: Check[], ...words: string[]) => {
    const printed: string[] = []
    const code = await runCommand(['doctor', ...words], {
      out: (line: string) => printed.push(line),
      err: (line: string) => printed.push(line),
      ...NO_OTHERS,
      examine: async () => checks,
      open: () => Promise.reject(new Error('nothing is opened for it')),
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
