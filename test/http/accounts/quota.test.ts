import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()

test('each authenticated answer tells the limit, what is left and when it starts over; one too many is 429', async () => {
  const { call, clock } = await aServer(db, { settings: { dailyRequestLimit: 3 } })
  const midnight = Date.parse('2026-03-03T00:00:00Z') / 1000
  for (const [remaining, url, status] of [
    ['2', '/v1/accounts', 200],
    ['1', '/v1/nothing', 404],
    ['0', '/v1/accounts/x', 404],
  ] as const) {
    const answer = await call('GET', url)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': String(midnight),
      'ratelimit-policy': '"daily";q=3;w=86400',
      ratelimit: `"daily";r=${remaining};t=${14 * 3600}`,
    })
  }
  const { status, headers, body } = await call('POST', '/v1/media/uploads', '{"', { 'content-type': 'application/json' })
  expect(status).toBe(429) // before the body is read
  expect(body.error).toEqual({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Daily rate limit of 3 requests exceeded. Resets at midnight UTC.',
  })
  expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': String(14 * 3600) })

  clock.advance(14 * 3_600_000)
  expect((await call('GET', '/v1/accounts')).headers['x-ratelimit-remaining']).toBe('2')
})

test('of many requests at once exactly the limit is let in', async () => {
  const { call } = await aServer(db, { settings: { dailyRequestLimit: 10 } })
  const answers = await Promise.all(Array.from({ length: 25 }, () => call('GET', '/v1/accounts')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('a revoked key fails at once', async () => {
  const { call, deps, actor, apiKeyId } = await aServer(db)
  expect((await call('GET', '/v1/accounts')).status).toBe(200)
  await revokeApiKey(deps, actor, { apiKeyId })
  expect((await call('GET', '/v1/accounts')).status).toBe(401)
})

test('an expired key fails from its instant on', async () => {
  const { call, deps, actor, clock } = await aServer(db)
  const { key } = await createApiKey(deps, actor, { name: 'short', expiresAt: new Date(clock.now.getTime() + 1000) })
  const authorization = `Bearer ${key}`
  expect((await call('GET', '/v1/accounts', undefined, { authorization })).status).toBe(200)
  clock.advance(1000)
  expect((await call('GET', '/v1/accounts', undefined, { authorization })).status).toBe(401)
})
