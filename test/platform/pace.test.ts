/** The pace of one account's calls, by a clock that the test sets. */
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/core/lib/duration.js'
import type { Category } from '../../src/platform/operations.js'
import { makePace, payerOf, type Pace, type Turn, earliest, makeBucket, spend } from '../../src/platform/pace.js'
import { readRateLimit } from '../../src/platform/rate-limit.js'
import { fc } from '../support/random.js'

const START = Date.parse('2026-03-02T10:00:00Z')
const QUOTAS = { org_read: 1000, org_write: 100, org_analytics: 60, trends_read: 60 } as const

function aPace() {
  const clock = { now: START }
  const pace = makePace(() => new Date(clock.now))
  const { signal } = new AbortController()
  const ask = (payer = 'one', category: Category = 'org_write', waits = true) =>
    pace.turn({ payer, category, waits, signal, longestWaitMs: 1_000 })
  return { clock, pace, ask, pin: (payer = 'one') => ask(payer, 'org_write', false) }
}
type Headers = { limit?: string; remaining?: string; reset?: string }
const reported = ({ limit, remaining, reset }: Headers) =>
  readRateLimit({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset })
const LIST = '100, 100;w=60;name="org_write"'
const kinds = (turns: Turn[]) => turns.map(({ kind }) => kind)
const going = async (ask: () => Promise<Turn>, most: number): Promise<number> => {
  for (let count = 0; count < most; count++) if ((await ask()).kind === 'held') return count
  return most
}
const go = (turn: Turn) => {
  if (turn.kind !== 'go') throw new Error('held')
  return turn
}

test.each(Object.entries(QUOTAS) as [Category, number][])(
  'of %s, 9 tenths of %i a minute go to those who can wait',
  async (category, quota) => {
    const { clock, ask } = aPace()
    let gone = 0
    for (let second = 0; second < 50; second++) {
      gone += await going(() => ask('one', category), 85) // below what a second allows
      clock.now += 1_000
    }
    expect(gone).toBe(0.9 * quota)
    expect(await ask('one', category)).toEqual({ kind: 'held', retryAfterMs: expect.any(Number) as number })
  },
)

test('a pin takes the last tenth too, and the whole quota is the end also for it', async () => {
  const { clock, ask, pin } = aPace()
  expect(await going(ask, 200)).toBe(90)
  clock.now += 10_000
  expect(await going(pin, 200)).toBe(10)
  expect(await pin()).toEqual({ kind: 'held', retryAfterMs: 50_000 })
  clock.now += 50_000
  expect(await going(pin, 200)).toBe(90)
})

test('what nobody waits for leaves half of a quota, and goes at once or not at all', async () => {
  const { clock, pace, ask, pin } = aPace()
  const { signal } = new AbortController()
  const behind = (payer = 'one') =>
    pace.turn({ payer, category: 'org_write', waits: true, isBackground: true, signal, longestWaitMs: 1_000 })
  expect(await going(behind, 200)).toBe(50)
  expect(await going(() => behind('other'), 200)).toBe(50)
  clock.now += 59_500 // in half a second its first calls are a minute ago: who waits would wait for that
  expect(await behind('other')).toEqual({ kind: 'held', retryAfterMs: 500 })
  clock.now -= 49_500
  expect(await going(ask, 200)).toBe(40)
  expect(await going(pin, 200)).toBe(10)
})

test('in no minute more calls go than the quota has, in no second more than a hundred, and who waits is not passed by who waits', () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 3_000 }), calls: fc.integer({ min: 1, max: 120 }), waits: fc.boolean() })
  const category = fc.constantFrom<Category>('org_read', 'org_write', 'org_analytics', 'trends_read')
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), category, (steps, of) => {
      const bucket = makeBucket(of)
      const went: number[] = []
      let now = START
      for (const { ms, calls, waits } of steps) {
        now += ms
        for (let call = 0; call < calls; call++) {
          const at = earliest(bucket, now, waits ? 0.9 : 1)
          if (at - now > (waits ? 1_000 : 0)) break
          if (waits) expect(at).toBeGreaterThanOrEqual(went.at(-1) ?? 0)
          spend(bucket, at)
          went.push(at)
        }
      }
      went.sort((a, b) => a - b)
      const over = (most: number, windowMs: number) => went.filter((at, index) => at - (went[index - most] ?? 0) < windowMs)
      expect(over(QUOTAS[of], MINUTE_MS)).toEqual([])
      expect(over(100, 1_000)).toEqual([])
    }),
  )
})

test('one account never holds up another, nor a category another', async () => {
  const { ask } = aPace()
  expect(await going(ask, 200)).toBe(90)
  expect(kinds([await ask('two'), await ask('one', 'org_read'), await ask('one')])).toEqual(['go', 'go', 'held'])
})

test('whose turn comes within a second waits for it, in the order of coming', async () => {
  const { clock, ask } = aPace()
  await going(() => ask('one', 'org_read'), 90) // all of a second
  clock.now += 950
  const order: string[] = []
  const waiting = ['first', 'second', 'third'].map(async (name) => {
    const turn = await ask('one', 'org_read')
    order.push(name)
    return turn
  })
  expect(order).toEqual([])
  clock.now += 50
  expect(kinds(await Promise.all(waiting))).toEqual(['go', 'go', 'go'])
  expect(order).toEqual(['first', 'second', 'third'])
})

test('whose turn comes later is told when, at once', async () => {
  const { clock, ask } = aPace()
  await going(ask, 90)
  clock.now += 30_000
  expect(await ask()).toEqual({ kind: 'held', retryAfterMs: 30_000 })
})

test('after a refusal nothing goes until the end of the window, a pin neither, and others do', async () => {
  const { clock, ask, pin } = aPace()
  go(await ask()).done({ rate: reported({ limit: LIST, remaining: '0', reset: '30' }), throttleMs: 30_000 })
  expect(await pin()).toEqual({ kind: 'held', retryAfterMs: 30_000 })
  expect(await ask()).toEqual({ kind: 'held', retryAfterMs: 30_000 })
  expect((await ask('two')).kind).toBe('go')
  clock.now += 30_000
  expect(kinds([await pin(), await ask()])).toEqual(['go', 'go'])
})

test('a refusal that does not say how long holds for a minute', async () => {
  const { ask } = aPace()
  go(await ask()).done({ rate: reported({}), throttleMs: null })
  expect(await ask()).toEqual({ kind: 'held', retryAfterMs: 60_000 })
})

test('a refusal also stops those who are waiting for their turn', async () => {
  const { clock, ask } = aPace()
  const first = go(await ask('one', 'org_read'))
  await going(() => ask('one', 'org_read'), 89)
  clock.now += 900
  const waiting = ask('one', 'org_read')
  first.done({ rate: reported({}), throttleMs: 20_000 })
  clock.now += 100
  expect(await waiting).toEqual({ kind: 'held', retryAfterMs: 19_900 })
})

test('what the platform tells goes before what we count, when it is less', async () => {
  const { clock, ask, pin } = aPace()
  go(await ask()).done({ rate: reported({ limit: LIST, remaining: '12', reset: '20' }) }) // others have used 87
  expect(await going(ask, 50)).toBe(2)
  expect(await going(pin, 50)).toBe(10)
  expect(await pin()).toEqual({ kind: 'held', retryAfterMs: 20_000 })
  clock.now += 20_000
  expect((await ask()).kind).toBe('go')
})

test('what it tells is no more than what we know: our own count stands', async () => {
  const { ask } = aPace()
  go(await ask()).done({ rate: reported({ limit: '5000, 5000;w=60', remaining: '4999', reset: '60' }) })
  expect(await going(ask, 500)).toBe(89)
})

test('a smaller quota of a minute counts', async () => {
  const { ask } = aPace()
  go(await ask()).done({ rate: reported({ limit: '20, 20;w=60' }) })
  expect(await going(ask, 500)).toBe(17)
})

test('answers that come late or out of order make nothing larger', async () => {
  const { ask } = aPace()
  const turns = [go(await ask()), go(await ask()), go(await ask())]
  turns[2]!.done({ rate: reported({ limit: LIST, remaining: '11', reset: '40' }) })
  turns[0]!.done({ rate: reported({ limit: LIST, remaining: '50', reset: '41' }) })
  turns[1]!.done({ rate: reported({ limit: LIST, remaining: '30', reset: '40' }) })
  expect((await ask()).kind).toBe('held') // of the 11 reported first, two were still in flight
})

test('a new window of the platform starts over, and the answer of an old one says nothing of it', async () => {
  const { clock, ask } = aPace()
  const [old, turn] = [go(await ask()), go(await ask())]
  turn.done({ rate: reported({ limit: LIST, remaining: '0', reset: '10' }) })
  expect((await ask()).kind).toBe('held')
  clock.now += 10_000
  go(await ask()).done({ rate: reported({ limit: LIST, remaining: '99', reset: '60' }) })
  old.done({ rate: reported({ limit: LIST, remaining: '0', reset: '0' }) })
  expect(await going(ask, 20)).toBe(20)
})

test('an app on trial is counted by the day', async () => {
  const { clock, ask, pin } = aPace()
  const day = { limit: '300, 300;w=86400;name="org_write"', reset: '80000' }
  go(await ask()).done({ rate: reported({ ...day, remaining: '31' }) })
  expect(await going(ask, 50)).toBe(1)
  clock.now += 10 * MINUTE_MS
  expect(await ask()).toEqual({ kind: 'held', retryAfterMs: 80_000_000 - 10 * MINUTE_MS })
  expect(await going(pin, 100)).toBe(30)
  clock.now += 80_000_000
  expect((await ask()).kind).toBe('go')
})

test('a day without a word of what remains is counted here', async () => {
  const { clock, ask } = aPace()
  const rate = reported({ limit: '50;w=86400' })
  go(await ask()).done({ rate })
  let gone = 1
  for (let minute = 0; minute < 20; minute++, clock.now += MINUTE_MS) {
    gone += await going(async () => {
      const turn = await ask()
      if (turn.kind === 'go') turn.done({ rate })
      return turn
    }, 10)
  }
  expect(gone).toBe(45)
})

test('a clock that is put back makes nobody wait', async () => {
  const { clock, ask } = aPace()
  await going(ask, 90)
  clock.now -= 3_600_000
  expect((await ask()).kind).toBe('go')
})

test('accounts that are idle are forgotten: thousands of them take no room', async () => {
  const { clock, pace, ask } = aPace()
  const some = async (from: number, count: number) => {
    for (let account = from; account < from + count; account++) go(await ask(`account ${account}`)).done({ rate: reported({}) })
  }
  for (let hour = 0; hour < 20; hour++) {
    await some(hour * 500, 500)
    clock.now += 3_600_000
  }
  expect(pace.size()).toBeLessThanOrEqual(1_000)
})

test('an account that is held is not forgotten', async () => {
  const { clock, pace, ask } = aPace()
  go(await ask('held')).done({ rate: reported({}), throttleMs: 86_400_000 })
  for (let account = 0; account < 5_000; account++) {
    clock.now += 1_000
    go(await ask(`account ${account}`)).done()
  }
  expect(pace.size()).toBeLessThanOrEqual(1_001)
  expect((await ask('held')).kind).toBe('held')
})

test('an account is one whatever its token; without a name its token stands for it, and is not kept', () => {
  expect(payerOf({ account: '1 7', accessToken: 'pina_old' })).toBe(payerOf({ account: '1 7', accessToken: 'pina_new' }))
  const [one, two] = [payerOf({ accessToken: 'pina_one' }), payerOf({ accessToken: 'pina_two' })]
  expect(one).not.toBe(two)
  expect(one).not.toContain('pina_one')
})

test('many who ask at once never get more than there is', async () => {
  const { pace, ask } = aPace()
  const turns = await Promise.all(Array.from({ length: 500 }, () => ask()))
  expect(turns.filter(({ kind }) => kind === 'go')).toHaveLength(90)
  expect((pace satisfies Pace).size()).toBe(1)
})
