/** The tokens of installations: renewed before they end, once over all processes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import { installWorkspace } from '../../../src/core/accounts/workspaces/install.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { findInstallation, staffToken, tokenFor } from '../../../src/slack/install/installations.js'
import type { TokenDeps } from '../../../src/slack/transport/access.js'
import { aDatabase } from '../../support/database.js'
import { START, testDeps } from '../../support/world.js'

const { db, url } = await aDatabase()
const otherDb = openPool(url, { max: 5 })
afterAll(() => otherDb.close())

/** The machine's time in these tests. */
let now: Date
let logged: string[]
let organizationId: string
/** A Slack that gives a new pair for a refresh token, once. */
let slack: { good: string; calls: number; takesMs: number; answer?: () => Response; fetch: typeof fetch }

function aSlack(): typeof slack {
  const made: typeof slack = {
    good: 'xoxe-1-0',
    calls: 0,
    takesMs: 0,
    fetch: async (_url, init) => {
      made.calls += 1
      const form = new URLSearchParams(typeof init?.body === 'string' ? init.body : '')
      await sleep(made.takesMs)
      if (made.answer) return made.answer()
      if (form.get('client_secret') !== 'shh') return Response.json({ ok: false, error: 'bad_client_secret' })
      if (form.get('refresh_token') !== made.good) return Response.json({ ok: false, error: 'invalid_refresh_token' })
      made.good = `xoxe-1-${made.calls}`
      const token = `xoxe.xoxb-${made.calls}`
      return Response.json({ ok: true, access_token: token, refresh_token: made.good, expires_in: 43_200, token_type: 'bot' })
    },
  }
  return made
}

function aProcess(pool: Pool = db): TokenDeps {
  const clock = { now: START, advance() {} }
  const line = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log = { debug: line, info: line, warn: line, error: line }
  const deps = testDeps(pool, clock, { log, wallClock: () => now })
  return { ...deps, fetch: slack.fetch, oauth: { clientId: '1.2', clientSecret: 'shh' } }
}
const ask = (process: TokenDeps) => tokenFor(process, { organizationId, teamId: 'T1' })
const endsIn = (ms: number) => Math.floor((now.getTime() + ms) / 1000)

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  logged = []
  slack = aSlack()
  await db.sql`truncate members, slack_installations, organizations, outbox restart identity cascade`
  const bot = {
    token: 'xoxb-old',
    refreshToken: slack.good,
    expiresAt: endsIn(12 * HOUR_MS),
    scopes: ['commands'],
    id: 'B1',
    userId: 'UB',
  }
  organizationId = (await install(bot)).organizationId
})

const install = (bot: { expiresAt: number }) =>
  installWorkspace(
    { db, sealer: aProcess().sealer, clock: () => START, wallClock: () => now },
    {
      place: { teamId: 'T1', enterpriseId: '', isEnterprise: false },
      name: 'Team',
      installedBy: 'U1',
      botUserId: 'UB',
      scopes: ['commands'],
      secret: JSON.stringify({ team: { id: 'T1' }, bot, authVersion: 'v2' }),
      tokenExpiresAt: new Date(bot.expiresAt * 1000),
    },
  )

test('a token with more than two hours left is used as it is', async () => {
  now = new Date(now.getTime() + 10 * HOUR_MS - 1_000)
  expect(await ask(aProcess())).toBe('xoxb-old')
  expect(slack.calls).toBe(0)
})

test('with less than two hours left it is renewed, and what Slack gave is used from then on', async () => {
  now = new Date(now.getTime() + 10 * HOUR_MS + 1_000)
  expect(await ask(aProcess())).toBe('xoxe.xoxb-1')
  expect(await ask(aProcess(otherDb))).toBe('xoxe.xoxb-1')
  expect(slack.calls).toBe(1)
  now = new Date(now.getTime() + 11 * HOUR_MS)
  expect(await ask(aProcess())).toBe('xoxe.xoxb-2') // by the refresh token of the first renewal
  const [{ ends }] = await db.sql<[{ ends: Date }]>`select token_expires_at as ends from slack_installations`
  expect(ends.getTime() - now.getTime()).toBe(12 * HOUR_MS)
})

test('two processes that need it at once spend the refresh token once', async () => {
  slack.takesMs = 100
  now = new Date(now.getTime() + 13 * HOUR_MS) // the old one has ended: nobody can do with it
  const [one, two] = [aProcess(), aProcess(otherDb)]
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(turn % 2 ? one : two)))
  expect(new Set(tokens)).toEqual(new Set(['xoxe.xoxb-1']))
  expect(slack.calls).toBe(1)
})

test('who renews and dies leaves it to the next, when its lease is over', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  await db.sql`update slack_installations set refreshing_until = ${new Date(now.getTime() + 59_000)}`
  const until = new Date(now.getTime() + 60_000)
  const waiting = ask(aProcess())
  await sleep(120)
  expect(slack.calls).toBe(0)
  now = until
  expect(await waiting).toBe('xoxe.xoxb-1')
})

test('a person does not wait for a slow Slack while the old token lives; the new one is stored all the same', async () => {
  slack.takesMs = 1_500
  now = new Date(now.getTime() + 11 * HOUR_MS)
  const open: Promise<unknown>[] = []
  const found = await findInstallation(
    aProcess(),
    { teamId: 'T1', enterpriseId: undefined },
    { track: (work) => void open.push(work) },
  )
  expect(found).toMatchObject({ kind: 'installed', botToken: 'xoxb-old' })
  await Promise.all(open)
  expect(await ask(aProcess())).toBe('xoxe.xoxb-1')
  expect(slack.calls).toBe(1)
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers 500', () => Promise.resolve(new Response('no', { status: 500 }))],
  ['has trouble of its own', () => Promise.resolve(Response.json({ ok: false, error: 'internal_error' }))],
])('when Slack %s the old token is used while it lives, and Slack is asked again later', async (_what, answer) => {
  const real = slack.fetch
  slack.fetch = async () => {
    slack.calls += 1
    return answer()
  }
  now = new Date(now.getTime() + 11 * HOUR_MS)
  expect(await ask(aProcess())).toBe('xoxb-old')
  expect(await ask(aProcess())).toBe('xoxb-old')
  expect(slack.calls).toBe(1) // not at every call
  now = new Date(now.getTime() + 31_000)
  slack.fetch = real
  expect(await ask(aProcess())).toBe('xoxe.xoxb-2')
})

test('an ended token and no Slack is an error that says so, not a dead token', async () => {
  slack.fetch = async () => Promise.reject(new TypeError('fetch failed'))
  now = new Date(now.getTime() + 13 * HOUR_MS)
  await expect(ask(aProcess())).rejects.toThrow('the token of this workspace has ended')
})

test('a refresh token that Slack refuses revokes the installation, and the operator is alerted', async () => {
  slack.answer = () => Response.json({ ok: false, error: 'invalid_refresh_token' })
  now = new Date(now.getTime() + 11 * HOUR_MS)
  expect(await ask(aProcess())).toBeUndefined()
  const [row] =
    await db.sql`select revoked_at is not null as revoked, installation, token_expires_at as ends from slack_installations`
  expect(row).toEqual({ revoked: true, installation: null, ends: null })
  const notices = await db.sql<{ notice: { message: string } }[]>`select notice from outbox where destination = 'staff'`
  expect(notices.map(({ notice }) => notice.message)).toEqual([expect.stringContaining('Slack no longer renews the token of T1')])
  expect(await findInstallation(aProcess(), { teamId: 'T1', enterpriseId: undefined }, 'until it is settled')).toEqual({
    kind: 'revoked',
  })
})

test('a refusal of what somebody else has renewed meanwhile revokes nothing', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  const fresh = { token: 'xoxb-again', refreshToken: 'xoxe-1-again', expiresAt: endsIn(12 * HOUR_MS) }
  slack.fetch = async () => {
    await install(fresh) // the app is reinstalled while the call to Slack is open
    return Response.json({ ok: false, error: 'invalid_refresh_token' })
  }
  expect(await ask(aProcess())).toBe('xoxb-again')
})

test('what Slack gave for the old installation does not take the place of a new one', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  const fresh = { token: 'xoxb-again', refreshToken: 'xoxe-1-again', expiresAt: endsIn(12 * HOUR_MS) }
  const real = slack.fetch
  slack.fetch = async (...call) => {
    await install(fresh)
    return real(...call)
  }
  expect(await ask(aProcess())).toBe('xoxb-again')
})

test('the app’s own secret being wrong revokes nobody', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  expect(await ask({ ...aProcess(), oauth: { clientId: '1.2', clientSecret: 'wrong' } })).toBe('xoxb-old')
  const notices = await db.sql<{ notice: { message: string } }[]>`select notice from outbox where destination = 'staff'`
  expect(notices[0]?.notice.message).toContain('SLACK_CLIENT_SECRET')
})

test('no log line has a token or a secret', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  await ask({ ...aProcess(), oauth: { clientId: '1.2', clientSecret: 'wrong' } })
  slack.answer = () => Response.json({ ok: false, error: 'invalid_refresh_token' })
  now = new Date(now.getTime() + HOUR_MS / 2)
  await ask(aProcess())
  expect(logged.length).toBeGreaterThan(1)
  expect(logged.join('\n')).not.toMatch(/xoxe-|xoxb-|shh/)
})

test('a row of old, with a token of its own or none, goes on working', async () => {
  await db.sql`update slack_installations set installation = null, token_expires_at = null, granted_at = null`
  expect(await ask({ ...aProcess(), botToken: 'xoxb-config' })).toBe('xoxb-config')
  expect(await ask(aProcess())).toBeUndefined()
  await db.sql`update slack_installations set bot_token = ${Buffer.from('xoxb-own')}`
  expect(await ask({ ...aProcess(), botToken: 'xoxb-config' })).toBe('xoxb-own')
})

test('the staff’s channel is written to by the token of its workspace, renewed as any other', async () => {
  now = new Date(now.getTime() + 11 * HOUR_MS)
  expect(await staffToken({ ...aProcess(), staffTeamId: 'T1' })).toBe('xoxe.xoxb-1')
  await db.sql`update slack_installations set enterprise_id = 'E1', team_id = '', is_enterprise = true`
  expect(await staffToken({ ...aProcess(), staffTeamId: 'E1' })).toBe('xoxe.xoxb-1')
  expect(await staffToken({ ...aProcess(), staffTeamId: 'T1' })).toBeUndefined()
  expect(await staffToken({ ...aProcess(), staffTeamId: null, botToken: 'xoxb-config' })).toBe('xoxb-config')
})

test('a person of one workspace is not written to by the token of another one', async () => {
  expect(await tokenFor(aProcess(), { organizationId, teamId: 'T2' })).toBeUndefined()
  await db.sql`update slack_installations set enterprise_id = 'E1', team_id = '', is_enterprise = true`
  expect(await tokenFor(aProcess(), { organizationId, teamId: 'T2' })).toBe('xoxb-old') // of the whole enterprise
})
