/** What people search for, as our client asks for it and reads it, and as the simulated platform makes it up. */
import { afterAll, describe, expect, test } from 'vitest'
import type { TrendQuestion } from '../../src/core/ports/platform.js'
import { trendsOf } from '../../src/sandbox/platform/trends.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPlatform, answering, failure } from './support/bare-platform.js'

const access = { accessToken: 'pina_test' }
const US: TrendQuestion = { region: 'US', type: 'growing', interest: null }

test('they are asked for by region, kind and interest, fifty at once', async () => {
  const { platform, asked } = await aPlatform(answering(200, { trends: [] }))
  expect(await platform.listTrends(access, { region: 'DE+AT+CH', type: 'seasonal', interest: 'home_decor' })).toEqual([])
  await platform.listTrends(access, US)
  expect(asked).toEqual([
    'GET /v5/trends/keywords/DE%2BAT%2BCH/top/seasonal?limit=50&interests=home_decor',
    'GET /v5/trends/keywords/US/top/growing?limit=50',
  ])
})

describe('an answer', () => {
  const read = async (trends: unknown) => {
    const { platform } = await aPlatform(answering(200, { trends }))
    return platform.listTrends(access, US)
  }

  test('has its weeks in order, between 0 and 100, and null for growth that nobody tells', async () => {
    const one = { keyword: ' fall decor ', pct_growth_wow: -5, pct_growth_mom: 10001, pct_growth_yoy: null }
    expect(
      await read([
        {
          ...one,
          time_series: {
            '2026-03-08': 140,
            '2026-03-01': -3,
            '2026-02-22T00:00:00Z': 7,
            soon: 9,
            '2026-02-15': null,
            '2026-13-01': 5,
          },
        },
      ]),
    ).toEqual([
      {
        keyword: 'fall decor',
        growth: { weekly: -5, monthly: 10001, yearly: null },
        weeks: [
          { week: '2026-02-22', value: 7 },
          { week: '2026-03-01', value: 0 },
          { week: '2026-03-08', value: 100 },
        ],
      },
    ])
  })

  test('in a new form loses what is new alone', async () => {
    const good = { keyword: 'lamps', time_series: { '2026-03-01': 100 } }
    expect((await read([{ keyword: 7 }, 'x', null, good, { keyword: 'no weeks' }])).map(({ keyword }) => keyword)).toEqual([
      'lamps',
    ])
    expect(await read(null)).toEqual([])
  })

  test.each([
    ['a list of another form', [{ term: 'lamps', series: [1, 2] }, 'lamps']],
    ['keywords whose weeks are none that we know', [{ keyword: 'lamps', time_series: { 'week 1': 100 } }]],
    ['no list', { lamps: 100 }],
  ])('of which nothing can be read is no answer, and not one without trends: %s', async (_, trends) => {
    expect(await failure(read(trends))).toMatchObject({
      kind: 'unavailable',
      details: { unusable: expect.any(String) as string },
    })
  })
})

test('of the simulated platform they have seasons: before Christmas its cookies grow, in May they fall', () => {
  const cookies = (day: string) =>
    trendsOf({ region: 'US', type: 'seasonal', interests: ['food_and_drinks'] }, new Date(day)).find(
      ({ keyword }) => keyword === 'christmas cookies',
    )
  expect(cookies('2026-11-23T10:00:00Z')!.monthly).toBeGreaterThan(50)
  expect(cookies('2026-05-23T10:00:00Z')!.monthly).toBeLessThan(10)
  expect(cookies('2026-11-23T10:00:00Z')!.weeks).toHaveLength(52)
  expect(Math.max(...cookies('2026-11-23T10:00:00Z')!.weeks.map(({ value }) => value))).toBe(100)
})

describe('over the wire', async () => {
  const { db } = await aDatabase()
  const { platform, ...simulator } = await startSimulator(db, { now: new Date('2026-11-23T10:00:00Z') })
  afterAll(() => simulator.close())

  test('the client reads what the simulated platform says, by region and interest', async () => {
    const [everything, german] = await Promise.all([
      platform.listTrends(access, US),
      platform.listTrends(access, { region: 'DE+AT+CH', type: 'yearly', interest: 'food_and_drinks' }),
    ])
    expect(everything.length).toBeGreaterThan(30)
    expect(german.map(({ keyword }) => keyword)).toContain('plätzchen rezepte')
  })

  test('several interests are told as the description of v5 has it, each by itself, or with commas', async () => {
    const at = `${simulator.url}/sandbox/platform/v5/trends/keywords/US/top/yearly?limit=50`
    const keywordsAt = async (query: string) => {
      const answer = await fetch(at + query, { headers: { authorization: `Bearer ${access.accessToken}` } })
      return [answer.status, ((await answer.json()) as { trends?: { keyword: string }[] }).trends?.map(({ keyword }) => keyword)]
    }
    const both = await keywordsAt('&interests=wedding&interests=art')
    expect(both).toEqual([200, expect.arrayContaining(['winter wedding', 'watercolor ideas'])])
    expect(await keywordsAt('&interests=wedding,art')).toEqual(both)
    expect(await keywordsAt('&interests=wedding&interests=lamps')).toEqual([400, undefined])
  })

  test('a region that nobody knows is refused as invalid', async () => {
    expect(await failure(platform.listTrends(access, { ...US, region: 'XX' }))).toMatchObject({ kind: 'invalid' })
  })
})
