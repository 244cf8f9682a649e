/** GET …/trends and the account's settings for it, on /v1. */
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { seasonPlanSchema, trendsSchema } from '../../../src/http/wire/trends.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { aBoardServer, answerOf } from '../boards/support/board-fixtures.js'
import type { Answer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, accountId, clock } = server
const account = `/v1/accounts/${accountId}`
const url = `${account}/trends`
beforeEach(async () => {
  clock.now = new Date('2026-11-23T10:00:00Z')
  await db.sql`delete from trend_answers`
  await db.sql`delete from trend_refusals`
  await clearFaults(db.sql)
})

const strict = z.strictObject({
  ...trendsSchema.shape,
  trends: z.array(z.strictObject(trendsSchema.shape.trends.element.shape)),
})
function shown({ status, text }: Answer) {
  expect(status).toBe(200)
  return strict.parse((JSON.parse(text) as { data: unknown }).data)
}
const trends = async (query = '') => shown(await call('GET', url + query))

test('twenty are listed, or as many as asked for, with the day and the region they are of', async () => {
  const { trends: all, ...rest } = await trends()
  expect(rest).toEqual({ region: 'US', type: 'growing', asOf: '2026-11-23' })
  expect(all).toHaveLength(20)
  expect(all[0]).toMatchObject({
    keyword: expect.any(String) as string,
    growth: { weekly: expect.any(Number) as number, monthly: expect.any(Number) as number, yearly: expect.any(Number) as number },
  })
  expect(all[0]!.weeks).toHaveLength(52)
  expect((await trends('?limit=3')).trends).toEqual(all.slice(0, 3))
})

test('what has a season says when its peak is and when to begin; what is searched all year does not', async () => {
  const { trends: food } = await trends('?type=yearly&interest=food_and_drinks')
  const named = (keyword: string) => food.find((one) => one.keyword === keyword)!
  expect(named('christmas cookies')).toMatchObject({ peak: '2026-12-13', startBy: '2026-10-29' })
  const all = named('easy weeknight dinners')
  expect('peak' in all || 'startBy' in all || 'fit' in all).toBe(false)
})

test('a region’s are in its words, and words choose among them', async () => {
  const { trends: german } = await trends('?region=DE%2BAT%2BCH&type=seasonal&words=hochbeet')
  expect(german.map(({ keyword }) => keyword)).toEqual(['hochbeet bauen'])
})

test('the + in a region may stand as it is, although it is a space in a query', async () => {
  expect((await trends('?region=DE+AT+CH&limit=1')).region).toBe('DE+AT+CH')
})

test('with a board each says how well it fits, the best first', async () => {
  const { trends: fitting } = await trends('?type=yearly&boardId=b_102&limit=50') // Garden
  expect(fitting[0]!.keyword).toMatch(/garden/)
  expect(fitting.every(({ fit }) => fit !== undefined)).toBe(true)
  expect(fitting.at(-1)!.fit).toBe('poor')
})

test.each([
  ['type=weekly', 'type'],
  ['region=AT', 'region'],
  ['interest=lamps', 'interest'],
  ['interest=art&interest=travel', 'interest'],
  ['words=', 'words'],
  [`words=${'x'.repeat(256)}`, 'words'],
  ['words=a%00b', 'words'],
  ['boardId=Garden', 'boardId'],
  ['limit=0', 'limit'],
  ['limit=51', 'limit'],
  ['limit=ten', 'limit'],
])('?%s is a 400 that names the field', async (query, field) => {
  expect(answerOf(await call('GET', `${url}?${query}`))).toEqual({ status: 400, code: 'BAD_REQUEST', field })
})

test('an account or a board of somebody else is a 404', async () => {
  const other = await server.another()
  expect(answerOf(await call('GET', `/v1/accounts/${other.accountId}/trends`))).toEqual({ status: 404, code: 'NOT_FOUND' })
  expect(answerOf(await call('GET', `${url}?boardId=99`))).toEqual({ status: 404, code: 'NOT_FOUND' })
})

test('an account that may not ask is told so, and has what others asked', async () => {
  await server.simulator.fault({ operation: 'trending_keywords', fault: 'forbidden', times: 1 })
  const refused = { status: 403, code: 'FORBIDDEN', reason: 'platform_trends_forbidden' }
  expect(answerOf(await call('GET', url))).toEqual(refused)
  expect(answerOf(await call('GET', url))).toEqual(refused)
  const other = await server.another()
  expect((await other.call('GET', `/v1/accounts/${other.accountId}/trends`)).status).toBe(200)
  expect((await trends()).asOf).toBe('2026-11-23')
})

test('while Pinterest fails the answer of an earlier day is shown, as of that day', async () => {
  await trends()
  clock.advance(DAY_MS)
  await server.simulator.fault({ operation: 'trending_keywords', fault: 'forbidden', times: 1 })
  expect(await trends()).toMatchObject({ asOf: '2026-11-23', region: 'US' })
  expect(answerOf(await call('GET', `${url}?type=yearly`))).toMatchObject({ status: 403 })
})

describe('PATCH of the account', () => {
  const patch = (body: unknown) => call('PATCH', account, body)

  test('sets its region and interests, which are asked for from then on', async () => {
    const { body, status } = await patch({ trendRegion: 'FR', trendInterests: ['food_and_drinks', 'gardening'] })
    expect([status, body.data?.['account']]).toEqual([
      200,
      expect.objectContaining({ trendRegion: 'FR', trendInterests: ['food_and_drinks', 'gardening'], holdDeadLinks: false }),
    ])
    const { region, trends: found } = await trends('?type=yearly&limit=50')
    expect(region).toBe('FR')
    expect(found.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['soupe de potiron', 'balcony garden']))
    expect(found.map(({ keyword }) => keyword)).not.toContain('short haircuts')
    await patch({ trendRegion: null, trendInterests: [] })
    expect((await trends()).region).toBe('US')
  })

  test.each([
    [{}, 'body'],
    [{ trendRegion: 'AT' }, 'trendRegion'],
    [{ trendInterests: ['art', 'art'] }, 'trendInterests'],
    [{ trendInterests: ['lamps'] }, 'trendInterests[0]'],
    [{ trendInterests: ['art', 'beauty', 'design', 'health', 'quotes', 'sport'] }, 'trendInterests'],
    [{ trendRegions: 'US' }, 'trendRegions'],
  ])('%j is a 400 that names the field', async (body, field) => {
    expect(answerOf(await patch(body))).toEqual({ status: 400, code: 'BAD_REQUEST', field })
  })

  test('is for admins', async () => {
    const { key } = await createApiKey(server.deps, server.actor, { name: 'reader', role: 'viewer' })
    const answer = await call('PATCH', account, { trendRegion: 'FR' }, { authorization: `Bearer ${key}` })
    expect(answerOf(answer)).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect((await call('GET', url, undefined, { authorization: `Bearer ${key}` })).status).toBe(200)
  })
})

test('the plan has themes, each with its season, board and what waits; it changes nothing', async () => {
  clock.now = new Date('2027-02-01T10:00:00Z')
  const { status, text } = await call('GET', `${account}/plan`)
  expect(status).toBe(200)
  const plan = z
    .strictObject({
      ...seasonPlanSchema.shape,
      themes: z.array(z.strictObject(seasonPlanSchema.shape.themes.element.shape)).max(5),
    })
    .parse((JSON.parse(text) as { data: unknown }).data)
  expect(plan).toMatchObject({ region: 'US', asOf: '2027-02-01' })
  expect(plan.themes[0]).toMatchObject({ board: { name: 'Garden' }, pins: 0, draftPostIds: [], pages: [] })
  expect(plan.themes.every(({ peak, lastPeak }) => (peak === undefined) === (lastPeak === undefined))).toBe(true)
  await db.sql`delete from trend_answers`
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${accountId}`
  expect((await call('GET', `${account}/plan`)).status).toBe(422)
  await db.sql`update accounts set token_status = 'authorized' where id = ${accountId}`
})
