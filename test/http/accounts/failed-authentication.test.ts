/** Requests that fail authentication, by whatever entry point: counted together by the address that they come from, and refused when there are too many. */
import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Pool } from '../../../src/db/pool.js'
import { makeCalendarLink } from '../../../src/core/slots/calendar-link.js'
import { aDatabase } from '../../support/database.js'
import { type AnyEntryPoint, everyEntryPoint, signed } from './support/any-entry-point.js'

const { db } = await aDatabase()
const ATTACKER = '198.51.100.7'
const MOST = 300

const keyed = (key: string, url = '/v1/accounts'): InjectOptions => ({ url, headers: { authorization: `Bearer ${key}` } })
const aGuess = () => `pst_1_${randomBytes(32).toString('base64url')}`
const toMcp = { method: 'POST', url: '/mcp', payload: {} } as const

/** What fails, with its status while the address is within its limit. */
const FAILURES: [string, number, () => InjectOptions][] = [
  ['no key', 401, () => ({ url: '/v1/accounts' })],
  ['no key at a path that is none', 401, () => ({ url: '/v1/nowhere' })],
  ['a key of another form', 401, () => keyed('sk-live-123')],
  ['a key that nobody knows', 401, () => keyed(aGuess())],
  ['no key for agents', 401, () => toMcp],
  ['a request of Slack’s without a signature', 401, () => ({ method: 'POST', url: '/slack/events', payload: {} })],
  ['a bad signature of Slack’s', 401, () => signed('/slack/events', { secret: 'another' })],
  ['a timestamp of Slack’s that is too old', 401, () => signed('/slack/events', { secondsAgo: 301 })],
  ['a bad signature of Slack’s assistant', 401, () => signed('/mcp/slack', { secret: 'another' })],
  ['no signature of Slack’s assistant', 401, () => ({ method: 'POST', url: '/mcp/slack', payload: {} })],
  ['a state that comes back from Pinterest and is not ours', 400, () => ({ url: '/connect/callback?state=made-up&code=c' })],
  ['a link for an account that is not ours', 404, () => ({ url: '/connect/link/made-up' })],
  ['a press on a link for an account that is not ours', 404, () => ({ method: 'POST', url: '/connect/link/made-up' })],
  ['a state that comes back from Slack and is not ours', 400, () => ({ url: '/slack/oauth_redirect?state=made-up&code=c' })],
  ['the name of a file that is none', 404, () => ({ url: `/media/1_${'A'.repeat(24)}.jpg` })],
  [
    'the name of a picture that we did not sign',
    404,
    () => ({ url: '/pictures/stats/1_1_20260101_20260131_a_20991231_made-up.png' }),
  ],
  ['the link of a calendar that is none', 404, () => ({ url: `/calendar/1_${'A'.repeat(43)}.ics` })],
  ['the link of a receipt that we did not sign', 404, () => ({ url: '/receipts/e30.made-up' })],
  ['the link of a report that we did not sign', 404, () => ({ url: '/reports/e30.made-up' })],
  ['a token for the metrics that is none', 401, () => keyed('guessed', '/metrics')],
]

/** Nothing is within the limit of the address any more, for a minute. */
async function useUp({ ask }: AnyEntryPoint, from = ATTACKER): Promise<void> {
  const answers = await Promise.all(Array.from({ length: MOST }, () => ask(from, { url: '/v1/accounts' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
}

test.each(FAILURES)(
  '%s counts, and is a 429 that says how long to wait after too many of its address',
  async (_what, status, request) => {
    const entry = await everyEntryPoint(db)
    expect((await entry.ask(ATTACKER, request())).status).toBe(status)
    const left = Array.from({ length: MOST }, () => entry.ask(ATTACKER, { url: '/v1/accounts' }))
    expect((await Promise.all(left)).filter((answer) => answer.status === 429).length).toBeGreaterThan(0) // it has counted
    const refused = await entry.ask(ATTACKER, request())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await entry.ask('198.51.100.8', request())).status).toBe(status)
    entry.clock.advance(60_000)
    expect((await entry.ask(ATTACKER, request())).status).toBe(status)
  },
)

test('after too many, neither the database is asked nor anything read of the body or written to the log', async () => {
  const asked = { statements: 0 }
  const entry = await everyEntryPoint(db, {}, { db: counting(db, asked) })
  await useUp(entry)
  await entry.ask(ATTACKER, { url: '/v1/accounts' })
  asked.statements = 0
  entry.logged.length = 0
  const unread = 'x'.repeat(1024 * 1024 + 1) // it would be 413
  for (const request of [
    { url: '/v1/accounts' },
    keyed('sk-live-123'),
    { method: 'POST', url: '/slack/events', payload: unread, headers: { 'content-type': 'text/plain' } },
    { method: 'POST', url: '/mcp/slack', payload: unread, headers: { 'content-type': 'application/json' } },
    signed('/slack/events', { secondsAgo: 301 }),
    signed('/slack/events', { secret: 'another' }),
  ] as InjectOptions[])
    expect((await entry.ask(ATTACKER, request)).status).toBe(429)
  expect([asked.statements, entry.logged]).toEqual([0, []])
})

test('whoever is in the right is let in beside failures of the same address, with a key, a signature, a link or a token', async () => {
  const entry = await everyEntryPoint(db)
  const link = await entry.link()
  const { url } = await makeCalendarLink(entry.deps, entry.actor, { accountId: entry.accountId })
  await useUp(entry)
  expect((await entry.ask(ATTACKER, { url: '/v1/accounts' })).status).toBe(429)
  expect((await entry.ask(ATTACKER, keyed(entry.key))).status).toBe(200) // this process has never seen it
  expect((await entry.ask(ATTACKER, keyed(entry.key))).status).toBe(200)
  expect((await entry.ask(ATTACKER, signed('/slack/events'))).text).toBe('{"challenge":"c1"}')
  expect((await entry.ask(ATTACKER, signed('/mcp/slack'))).status).toBe(200)
  expect((await entry.ask(ATTACKER, { url: link })).status).toBe(200)
  expect((await entry.ask(ATTACKER, { url: new URL(url).pathname })).status).toBe(200)
  expect((await entry.ask(ATTACKER, keyed('the-token-of-the-tests', '/metrics'))).status).toBe(200)
  expect((await entry.ask(ATTACKER, { url: '/health/live' })).status).toBe(200)
})

test('what succeeds counts for nothing', async () => {
  const entry = await everyEntryPoint(db)
  const answers = await Promise.all(Array.from({ length: MOST + 10 }, () => entry.ask(ATTACKER, signed('/slack/events'))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (let times = 0; times < MOST + 10; times++) expect((await entry.ask(ATTACKER, keyed(entry.key))).status).toBe(200)
  expect((await entry.ask(ATTACKER, { url: '/v1/accounts' })).status).toBe(401)
})

test('an address counts as it is written in either version of IP, and of version 6 the network', async () => {
  const entry = await everyEntryPoint(db)
  await useUp(entry, '::ffff:198.51.100.7')
  expect((await entry.ask(ATTACKER, { url: '/v1/accounts' })).status).toBe(429)
  await useUp(entry, '2a00:1450:1:2::1')
  expect((await entry.ask('2a00:1450:1:2:ffff::9', { url: '/v1/accounts' })).status).toBe(429)
  expect((await entry.ask('2a00:1450:1:3::1', { url: '/v1/accounts' })).status).toBe(401)
})

test('behind a proxy that is named it is the client’s address that counts, which no client can choose', async () => {
  const { app } = await everyEntryPoint(db, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (forwarded: string): Promise<number> => {
    const response = await fetch(`${address}/v1/accounts`, { headers: { 'x-forwarded-for': forwarded } })
    await response.arrayBuffer()
    return response.status
  }
  // the proxy appends whom it hears; what stands before it the client has made up
  for (let n = 0; n <= MOST; n++) await ask(`192.0.2.${n % 250}, ${ATTACKER}, 10.1.2.3`)
  expect(await ask(`${ATTACKER}, 10.1.2.3`)).toBe(429)
  expect(await ask('198.51.100.8, 10.1.2.3')).toBe(401)
})

test('of a private address, a proxy that nobody named and everybody behind it, guessed keys alone are counted and refused', async () => {
  const entry = await everyEntryPoint(db)
  for (const from of ['127.0.0.1', '10.1.2.3', '::ffff:192.168.0.9', 'fd00::1']) {
    await useUp(entry, from)
    expect([from, (await entry.ask(from, { url: '/v1/accounts' })).status]).toEqual([from, 401])
    for (let guesses = 0; guesses < 20; guesses++) expect((await entry.ask(from, keyed(aGuess()))).status).toBe(401)
    expect([from, (await entry.ask(from, keyed(aGuess()))).status]).toEqual([from, 429])
    expect([from, (await entry.ask(from, { url: '/v1/accounts' })).status]).toEqual([from, 401])
  }
})

/** Counts the statements that are sent, but for those of transactions. */
function counting(pool: Pool, counted: { statements: number }): Pool {
  const sql = new Proxy(pool.sql, {
    apply(target, self: unknown, input: unknown[]) {
      if (Array.isArray(input[0]) && 'raw' in input[0]) counted.statements++
      return Reflect.apply(target as (...all: unknown[]) => unknown, self, input)
    },
  })
  return { ...pool, sql }
}
