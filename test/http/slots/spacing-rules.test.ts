import { expect, test } from 'vitest'
import { z } from 'zod'
import { spacingRuleSchema } from '../../../src/http/wire/spacing.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)
const rules = `/v1/accounts/${accountId}/spacing-rules`
const query = (url: string) => `${rules}?type=CUSTOM&url=${encodeURIComponent(url)}`

test('rules are made, changed, listed and removed', async () => {
  expect((await call('GET', rules)).body.data.spacingRules).toEqual([])
  const made = await call('PUT', rules, { type: 'CUSTOM', url: 'https://shop.test/shelf', days: 7 })
  expect([made.status, made.body.error]).toEqual([200, undefined])
  expect(z.strictObject(spacingRuleSchema.shape).parse(made.body.data.spacingRule)).toEqual({
    type: 'CUSTOM',
    url: 'https://shop.test/shelf',
    days: 7,
  })
  const fallback = await call('PUT', rules, { type: 'DEFAULT', days: 3 })
  expect(fallback.body.data.spacingRule).toEqual({ type: 'DEFAULT', url: null, days: 3 })
  await call('PUT', rules, { type: 'CUSTOM', url: 'http://shop.test/shelf/', days: 9 })
  const listed = [
    { type: 'DEFAULT', url: null, days: 3 },
    { type: 'CUSTOM', url: 'http://shop.test/shelf/', days: 9 },
  ]
  expect((await call('GET', rules)).body.data.spacingRules).toEqual(listed)
  const removed = await call('DELETE', query('https://SHOP.test/shelf#top'))
  expect([removed.status, removed.body.data.spacingRule]).toEqual([200, listed[1]])
  expect((await call('DELETE', `${rules}?type=DEFAULT&colour=red`)).body.data.spacingRule).toEqual(listed[0])
  expect((await call('DELETE', `${rules}?type=DEFAULT`)).status).toBe(404)
  expect((await call('DELETE', query('https://shop.test/shelf'))).status).toBe(404)
})

const url = 'https://shop.test/shelf'
test.each([
  [undefined, 'body'],
  [{}, 'type'],
  [{ type: 'default', days: 3 }, 'type'],
  [{ type: 'DEFAULT' }, 'days'],
  [{ type: 'DEFAULT', days: '3' }, 'days'],
  [{ type: 'DEFAULT', days: 3.5 }, 'days'],
  [{ type: 'DEFAULT', days: 0 }, 'days'],
  [{ type: 'DEFAULT', days: 366 }, 'days'],
  [{ type: 'DEFAULT', days: 3, url }, 'url'],
  [{ type: 'DEFAULT', days: 3, url: null }, 'url'],
  [{ type: 'CUSTOM', days: 3 }, 'url'],
  [{ type: 'CUSTOM', days: 3, url: '' }, 'url'],
  [{ type: 'CUSTOM', days: 3, url: 'shop.test' }, 'url'],
  [{ type: 'CUSTOM', days: 3, url: `${url}/${'a'.repeat(2048)}` }, 'url'],
  [{ type: 'CUSTOM', days: 3, url: 'https://shop.test/\0' }, 'url'],
  [{ type: 'CUSTOM', days: 3, url, boardId: '101' }, 'boardId'],
])('PUT %j is a 400 that names %s', async (body, field) => {
  const answer = await call('PUT', rules, body)
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
  expect(answer.body.error?.message).toContain(field)
  expect((await call('GET', rules)).body.data.spacingRules).toEqual([])
})

test.each([
  ['', 'type'],
  ['?type=ALL', 'type'],
  ['?type=CUSTOM', 'url'],
  ['?type=CUSTOM&url=shop', 'url'],
  ['?type=DEFAULT&url=https://shop.test/shelf', 'url'],
])('DELETE %s is a 400 that names %s', async (search, field) => {
  const answer = await call('DELETE', `${rules}${search}`)
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
})

test('a wrong form goes before a missing account', async () => {
  const nowhere = '/v1/accounts/987654/spacing-rules'
  const fieldOf = async (answer: ReturnType<typeof call>) => (await answer).body.error?.field
  expect(await fieldOf(call('PUT', nowhere, { type: 'CUSTOM', days: 3 }))).toBe('url')
  expect(await fieldOf(call('PUT', nowhere, { type: 'DEFAULT', days: 366 }))).toBe('days')
  expect(await fieldOf(call('PUT', nowhere, { type: 'CUSTOM', days: 3, url: 'shop' }))).toBe('url')
  expect(await fieldOf(call('DELETE', `${nowhere}?type=CUSTOM&url=shop`))).toBe('url')
  const missing = [
    await call('PUT', nowhere, { type: 'DEFAULT', days: 3 }),
    await call('PUT', '/v1/accounts/me/spacing-rules', { type: 'DEFAULT', days: 3 }),
    await call('DELETE', `${nowhere}?type=CUSTOM&url=${encodeURIComponent(url)}`),
    await call('GET', nowhere),
  ]
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test("a foreign account's rules are not found", async () => {
  const other = await aServer(db)
  await other.call('PUT', `/v1/accounts/${other.accountId}/spacing-rules`, { type: 'DEFAULT', days: 3 })
  const there = `/v1/accounts/${other.accountId}/spacing-rules`
  for (const answer of [
    await call('GET', there),
    await call('PUT', there, { type: 'DEFAULT', days: 9 }),
    await call('DELETE', `${there}?type=DEFAULT`),
  ])
    expect([answer.status, answer.body.error?.message]).toEqual([404, 'Account not found.'])
  expect((await other.call('GET', there)).body.data.spacingRules).toEqual([{ type: 'DEFAULT', url: null, days: 3 }])
})

test('other methods are refused with what is allowed', async () => {
  const { status, headers } = await call('PATCH', rules, {})
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
})
