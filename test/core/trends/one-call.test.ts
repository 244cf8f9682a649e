/** What people search for is asked of Pinterest once a day, whoever wants to know it. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { purgeTrends, claimQuestion } from '../../../src/core/insight/trends/answers.js'
import { purgeTrendRefusals } from '../../../src/core/insight/trends/refused-accounts.js'
import { readTrends } from '../../../src/core/insight/trends/read.js'
import { aDatabase } from '../../support/database.js'
import { aGate, SOON } from '../../support/gate.js'
import { aTrend, aTrendPlace, IMPATIENT, keywordsOf } from './support/trend-fixtures.js'

const { db } = await aDatabase()
const { asker, clock } = aTrendPlace(db)
const { sql } = db
beforeEach(async () => {
  clock.now = new Date('2026-11-23T10:00:00Z')
  await sql`delete from trend_answers`
})

const lamps = () => [aTrend('lamps')]
const refuses = (error: PlatformError) => () => Promise.reject(error)
const forbidden = () =>
  new PlatformError('forbidden', 'You are not permitted to access that resource.', { status: 403, code: 29 })
const REFUSED = { code: 'FORBIDDEN', details: { reason: 'platform_trends_forbidden' } }

describe('one call a day', () => {
  const TEAMS = 1_000

  async function manyAccounts(): Promise<{ organizationId: string; accountId: string }[]> {
    const at = clock.now
    await sql`
      with o as (
        insert into organizations (name, period_anchor, created_at)
        select 'Team ' || n, ${at}, ${at} from generate_series(1, ${TEAMS}) n
        returning id
      )
      insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, created_at)
      select id, 'many' || id, 'many', 'One of many', 'America/New_York', true, ${at} from o`
    const rows = await sql<{ organizationId: string; accountId: string }[]>`
      select organization_id as "organizationId", id as "accountId" from accounts where username = 'many'`
    await sql`
      insert into connections (organization_id, account_id, access_token, refresh_token)
      select organization_id, id, ${Buffer.from('pina_test')}, ${Buffer.from('pinr_test')} from accounts where username = 'many'`
    return [...rows]
  }

  test('a thousand organizations that ask the same, in three processes, make one call for each region, kind and interest', async () => {
    const teams = await manyAccounts()
    expect(teams).toHaveLength(TEAMS)
    const { deps, calls } = await asker()
    const processes = [deps, { ...deps, db: { ...db } }, { ...deps, db: { ...db } }]
    const questions = [
      { type: 'growing' },
      { type: 'seasonal', interest: 'home_decor' },
      { type: 'seasonal', region: 'DE' },
      { type: 'seasonal' },
    ] as const
    const answers = await Promise.all(
      teams.map(({ organizationId, accountId }, at) => {
        const actor = { organizationId, via: 'api', role: 'viewer', userId: 'key:test' } as const
        return readTrends(
          processes[at % 3]!,
          actor,
          { accountId, ...questions[at % 4]! },
          { waitMs: 120_000, waitWithOlderMs: 120_000 },
        )
      }),
    )
    expect(new Set(answers.map((answer) => keywordsOf(answer).join())).size).toBe(1)
    expect(calls.sort()).toEqual(['DE seasonal any', 'US growing any', 'US seasonal any', 'US seasonal home_decor'])
  }, 180_000)

  test('of two processes that ask at once one calls, and the other has its answer', async () => {
    const gate = aGate()
    const answers = () => gate.passed.then(lamps)
    const one = await asker({ answers })
    const other = await asker({ answers, pool: { ...db } })
    const reading = Promise.all([one.read(), other.read()])
    await vi.waitUntil(() => one.calls.length + other.calls.length > 0, SOON)
    gate.open()
    expect((await reading).map(keywordsOf)).toEqual([['lamps'], ['lamps']])
    expect([...one.calls, ...other.calls]).toEqual(['US growing any'])
  })

  test('a new UTC day is another one, whatever the day is where the account is', async () => {
    const one = await asker({ timezone: 'Pacific/Auckland' })
    clock.now = new Date('2026-12-31T23:59:59Z')
    expect(await one.read()).toMatchObject({ asOf: '2026-12-31' })
    await one.read()
    expect(one.calls).toHaveLength(1)
    clock.advance(2_000)
    expect(await one.read()).toMatchObject({ asOf: '2027-01-01' })
    expect(one.calls).toHaveLength(2)
  })

  test('an answer without trends is one, too: it is not asked for again, and what was said before is shown with its day', async () => {
    let trends = lamps()
    const one = await asker({ answers: () => trends })
    trends = []
    expect(await one.read()).toMatchObject({ asOf: '2026-11-23', trends: [], refusal: null })
    await one.read()
    expect(one.calls).toHaveLength(1)
    clock.advance(DAY_MS)
    trends = lamps()
    expect(await one.read()).toMatchObject({ asOf: '2026-11-24' })
    clock.advance(DAY_MS)
    trends = []
    expect(await one.read()).toMatchObject({ asOf: '2026-11-24', trends: [{ keyword: 'lamps' }], refusal: null })
    expect(one.calls).toHaveLength(3)
  })
})

describe('while somebody else asks', () => {
  const question = { region: 'US', type: 'growing', interest: null } as const
  const claim = (day: string) => claimQuestion(sql, { question, day }, clock.now)

  test('an older answer is shown with its day, and without one it is to be tried again', async () => {
    const one = await asker()
    await claim('2026-11-23')
    await expect(one.read({}, IMPATIENT)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfterSeconds: 5 },
    })
    clock.advance(HOUR_MS) // that process died
    await one.read({}, IMPATIENT)
    clock.advance(DAY_MS)
    await claim('2026-11-24')
    expect(await one.read({}, IMPATIENT)).toMatchObject({ asOf: '2026-11-23', refusal: { isFirstRefusal: false } })
    expect(one.calls).toHaveLength(1)
  })

  test('a process that died in the middle is waited for no longer than two minutes', async () => {
    const one = await asker()
    await claim('2026-11-23')
    clock.advance(2 * MINUTE_MS - 1)
    await expect(one.read({}, IMPATIENT)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    clock.advance(1)
    expect(await one.read({}, IMPATIENT)).toMatchObject({ asOf: '2026-11-23' })
  })

  test('an answer that comes after all, of whoever was given up, changes nothing', async () => {
    const gate = aGate()
    const slow = await asker({ answers: () => gate.passed.then(() => [aTrend('late')]) })
    const reading = slow.read()
    await vi.waitUntil(() => slow.calls.length === 1, SOON)
    clock.advance(HOUR_MS)
    const next = await asker({ pool: { ...db } })
    expect(keywordsOf(await next.read())).toEqual(['lamps'])
    gate.open()
    await reading
    expect(keywordsOf(await (await asker()).read())).toEqual(['lamps'])
  })
})

describe('an account that may not ask', () => {
  test('leaves it to the next one, which waited meanwhile, and has its answer then', async () => {
    const gate = aGate()
    const refused = await asker({ answers: () => gate.passed.then(refuses(forbidden())) })
    const first = refused.read()
    await vi.waitUntil(() => refused.calls.length === 1, SOON)
    const allowed = await asker()
    const second = allowed.read()
    gate.open()
    await expect(first).rejects.toMatchObject(REFUSED)
    expect(keywordsOf(await second)).toEqual(['lamps'])
    expect(await refused.read()).toMatchObject({ asOf: '2026-11-23', refusal: null })
    expect([refused.calls, allowed.calls]).toEqual([['US growing any'], ['US growing any']])
  })

  test('is not asked with again for a day, or until it is connected again', async () => {
    const one = await asker({ answers: refuses(forbidden()) })
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    await expect(one.read({ type: 'yearly' })).rejects.toMatchObject(REFUSED)
    expect(one.calls).toHaveLength(1)
    await sql`update accounts set connection_number = connection_number + 1 where organization_id = ${one.organizationId}`
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    expect(one.calls).toHaveLength(2)
    clock.advance(DAY_MS)
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    expect(one.calls).toHaveLength(3)
  })

  test('gets older answers, and the reason as data: news the first time, and never again', async () => {
    await (await asker()).read()
    clock.advance(DAY_MS)
    const one = await asker({ answers: refuses(forbidden()) })
    const older = { asOf: '2026-11-23', trends: [{ keyword: 'lamps' }] }
    expect(await one.read()).toMatchObject({ ...older, refusal: { error: REFUSED, isFirstRefusal: true } })
    expect(await one.read()).toMatchObject({ ...older, refusal: { error: REFUSED, isFirstRefusal: false } })
    clock.advance(DAY_MS)
    expect(await one.read()).toMatchObject({ ...older, refusal: { error: REFUSED, isFirstRefusal: false } })
    expect(one.calls).toHaveLength(2)
    expect(await sql`select from outbox where organization_id = ${one.organizationId}`).toHaveLength(0)
  })

  test('because its connection is dead gets what others asked, and is not asked with', async () => {
    const dead = await asker()
    await sql`update accounts set token_status = 'unauthorized' where organization_id = ${dead.organizationId}`
    const reconnect = { code: 'UNPROCESSABLE_ENTITY', details: { reason: 'platform_reconnect_required' } }
    await expect(dead.read()).rejects.toMatchObject(reconnect)
    await (await asker()).read()
    expect(await dead.read()).toMatchObject({ asOf: '2026-11-23', refusal: null })
    expect(dead.calls).toEqual([])
  })

  test('because its tokens are refused although they were just renewed still publishes', async () => {
    const one = await asker({ answers: refuses(new PlatformError('reconnect', 'Authentication failed.', { status: 401 })) })
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    expect(one.calls).toHaveLength(2) // with the old token, and with the new one
    const [account] = await sql`select token_status as status from accounts where organization_id = ${one.organizationId}`
    expect(account).toEqual({ status: 'authorized' })
  })

  test('for now, because it called too often, leaves it to the next one at once', async () => {
    const busy = await asker({ answers: refuses(new PlatformError('rate_limited', 'Too many', { retryAfterMs: 7_000 })) })
    await expect(busy.read()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'platform_rate_limited', retryAfterSeconds: 7 },
    })
    expect(keywordsOf(await (await asker()).read())).toEqual(['lamps'])
  })
})

describe('what no account can change', () => {
  test('as that our app may not ask: nobody does for an hour, and the operator is alerted once', async () => {
    const error = new PlatformError('app_refused', 'Your application does not have access', { appRefusal: 'restricted_feature' })
    const [one, other] = [await asker({ answers: refuses(error) }), await asker({ answers: refuses(error) })]
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    await expect(other.read()).rejects.toMatchObject(REFUSED)
    expect([one.calls.length, other.calls.length]).toEqual([1, 0])
    expect(await sql`select from outbox where destination = 'staff'`).toHaveLength(1)
    clock.advance(HOUR_MS)
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    expect(one.calls).toHaveLength(2)
    expect(await sql`select from outbox where destination = 'staff'`).toHaveLength(1)
    clock.advance(HOUR_MS)
    expect(keywordsOf(await (await asker()).read())).toEqual(['lamps']) // it was let in meanwhile
  })

  test('a 403 that names our app is one of the app', async () => {
    const error = new PlatformError('app_refused', 'Apps with Trial access may not', {
      status: 403,
      code: 29,
      appRefusal: 'trial_access',
    })
    const [one, other] = [await asker({ answers: refuses(error) }), await asker()]
    await expect(one.read()).rejects.toMatchObject(REFUSED)
    await expect(other.read()).rejects.toMatchObject(REFUSED)
    expect(other.calls).toHaveLength(0)
  })

  test.each([
    ['does not answer', new PlatformError('timeout', 'no answer'), 30_000],
    ['fails', new PlatformError('unavailable', 'HTTP 500', { status: 500 }), 30_000],
    ['does not take the question', new PlatformError('invalid', 'Invalid parameters', { status: 400, code: 1 }), HOUR_MS],
    ['answers in a new form', new PlatformError('unavailable', 'trends: not read', { unusable: 'it has another form' }), HOUR_MS],
  ])('Pinterest %s: older answers serve, and it is asked again after a while alone', async (_, error, restMs) => {
    let answers: () => Promise<never> | ReturnType<typeof lamps> = refuses(error)
    const [one, other] = [await asker({ answers: () => answers() }), await asker({ answers: () => answers() })]
    const timeout = { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }
    await expect(one.read()).rejects.toMatchObject(timeout)
    await expect(other.read()).rejects.toMatchObject(timeout)
    clock.advance(restMs - 1)
    await expect(other.read()).rejects.toMatchObject(timeout)
    expect([one.calls.length, other.calls.length]).toEqual([1, 0])
    clock.advance(1)
    answers = lamps
    expect(await other.read()).toMatchObject({ asOf: '2026-11-23', refusal: null })
    clock.advance(DAY_MS)
    answers = refuses(error)
    expect(await one.read()).toMatchObject({ asOf: '2026-11-23', refusal: { error: timeout, isFirstRefusal: false } })
  })

  test('one interest that fails does not take the others with it', async () => {
    const one = await asker({
      answers: ({ interest }) =>
        interest === 'travel' ? Promise.reject(new PlatformError('unavailable', 'HTTP 500')) : [aTrend(interest ?? 'any')],
    })
    await sql`update accounts set trend_interests = '{wedding,travel,art}' where organization_id = ${one.organizationId}`
    expect(await one.read()).toMatchObject({
      trends: [{ keyword: 'wedding' }, { keyword: 'art' }],
      refusal: { error: { details: { reason: 'platform_timeout' } } },
    })
  })
})

test('answers are kept for five weeks, and what accounts were refused for ninety days', async () => {
  const one = await asker()
  await one.read()
  const refused = await asker({ answers: refuses(forbidden()) })
  await refused.read({ type: 'yearly' }).catch(() => {})
  const rows = async () => [
    (await sql`select from trend_answers where trends is not null`).length,
    (await sql`select from trend_refusals where organization_id = ${refused.organizationId}`).length,
  ]
  const purge = async () => {
    await purgeTrends(sql, clock.now)
    await purgeTrendRefusals(db, clock.now)
  }
  clock.advance(35 * DAY_MS)
  await purge()
  expect(await rows()).toEqual([1, 1])
  clock.advance(DAY_MS)
  await purge()
  expect(await rows()).toEqual([0, 1])
  clock.advance(54 * DAY_MS)
  await purge()
  expect(await rows()).toEqual([0, 0])
})
