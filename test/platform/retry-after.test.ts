/** The retry-after of a /v1 client: as long as its account is really throttled, and no longer. */
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { START, type SettableClock } from '../support/world.js'
import { aPlatform, answering, inOrder } from './support/bare-platform.js'

const { db } = await aDatabase()
const LIMITED = { code: 8, message: 'This request exceeded a rate limit.' }
const LIST = '1000, 1000;w=60;name="org_read"'
const html = { 'content-type': 'text/html' }
const numbers = answering(200, { all: { daily_metrics: [], summary_metrics: {} } })

async function aClient(refusal: RequestListener) {
  const clock: SettableClock = {
    now: START,
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const read = () => new Date(clock.now)
  const { platform } = await aPlatform(inOrder(refusal, numbers), { clock: read })
  const { call, accountId } = await aServer(db, { parts: { platform, clock: read } })
  return { clock, ask: () => call('GET', `/v1/accounts/${accountId}/analytics`) }
}

test.each<[string, Record<string, string>, unknown, number]>([
  ['no header', {}, LIMITED, 60],
  ['a page of HTML', html, '<h1>Too many requests</h1>', 60],
  ['an HTTP date', { 'retry-after': 'Mon, 02 Mar 2026 10:00:07 GMT' }, LIMITED, 7],
  ['garbage', { 'retry-after': 'soon', 'x-ratelimit-reset': '-1' }, LIMITED, 60],
  ['a Unix time', { 'x-ratelimit-limit': LIST, 'x-ratelimit-reset': '1772445600' }, LIMITED, 60],
  ['nothing left', { 'retry-after': '0' }, LIMITED, 1],
  ['Retry-After', { 'retry-after': '15' }, LIMITED, 15],
  ['X-RateLimit-Reset', { 'x-ratelimit-limit': LIST, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '20' }, LIMITED, 20],
  ['two that differ', { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '50' }, LIMITED, 50],
])('a 429 of the platform with %s: who waits for Retry-After is not refused again', async (_name, headers, body, seconds) => {
  const { clock, ask } = await aClient(answering(429, body, headers))
  const refused = await ask()
  expect([refused.status, refused.body.error?.reason]).toEqual([503, 'platform_rate_limited'])
  expect(refused.headers['retry-after']).toBe(String(seconds))
  if (seconds > 1) {
    clock.advance((seconds - 1) * 1000)
    const early = await ask()
    expect([early.status, early.headers['retry-after']]).toEqual([503, '1'])
    clock.advance(1000)
  } else clock.advance(seconds * 1000)
  expect((await ask()).status).toBe(200)
})
