import { expect, test } from 'vitest'
import { z } from 'zod'
import { suggestionsSchema } from '../../../src/http/wire/best-times.js'
import { aDatabase } from '../../support/database.js'
import { aServer, type Answer } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)
const url = `/v1/accounts/${accountId}/timeslots/suggestions`
const strict = z.strictObject({
  ...suggestionsSchema.shape,
  suggestions: z.array(z.strictObject(suggestionsSchema.shape.suggestions.element.shape)),
})
const dataOf = ({ text }: Answer) => strict.parse((JSON.parse(text) as { data: unknown }).data)

test('ten times are suggested, best first, with where they come from', async () => {
  const answer = await call('GET', url)
  expect(answer.status).toBe(200)
  const data = dataOf(answer)
  expect(data).toMatchObject({ basis: 'default', pinsRead: 0, timezone: 'America/New_York' })
  expect(data.suggestions).toHaveLength(10)
  expect(data.suggestions[0]).toEqual({ dayPreference: 6, timePreference: '2100', timezone: 'America/New_York', score: 1 })
  const scores = data.suggestions.map(({ score }) => score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('the zone and the number can be asked for, and a slot that exists is not suggested', async () => {
  await call('POST', `/v1/accounts/${accountId}/timeslots`, { dayPreference: 6, time: '21:00', timezone: 'Europe/Berlin' })
  const { suggestions, timezone } = dataOf(await call('GET', `${url}?limit=50&timezone=Europe/Berlin`))
  expect([suggestions.length, timezone]).toEqual([50, 'Europe/Berlin'])
  expect(suggestions.filter(({ dayPreference, timePreference }) => dayPreference === 6 && timePreference === '2100')).toEqual([])
})

test.each([
  ['limit=0', 'limit'],
  ['limit=51', 'limit'],
  ['limit=many', 'limit'],
  ['timezone=Mars/Olympus', 'timezone'],
])('%s is a 400 that names %s', async (query, field) => {
  const { status, body } = await call('GET', `${url}?${query}`)
  expect([status, body.error?.field]).toEqual([400, field])
})

test('what is given twice in a query is to be given once', async () => {
  const { status, body } = await call('GET', `${url}?limit=1&limit=2`)
  expect([status, body.error?.message]).toEqual([400, 'limit must be given once.'])
})

test('an account without a timezone needs one in the call; an unknown account is a 404', async () => {
  const nowhere = await aServer(db, { timezone: null })
  const own = `/v1/accounts/${nowhere.accountId}/timeslots/suggestions`
  const { status, body } = await nowhere.call('GET', own)
  expect([status, body.error?.field]).toEqual([400, 'timezone'])
  expect((await nowhere.call('GET', `${own}?timezone=UTC`)).status).toBe(200)
  expect((await nowhere.call('GET', url)).status).toBe(404)
})

test('other methods on these paths are refused with those that are allowed', async () => {
  for (const [method, path, allow] of [
    ['POST', url, 'GET'],
    ['GET', url.replace('suggestions', 'rebuild'), 'POST'],
  ] as const) {
    const { status, headers } = await call(method, path)
    expect([status, String(headers.allow).includes(allow)]).toEqual([405, true])
  }
})
