/** What scoring a board costs: one credit each time it is scored, nothing for anything else. */
import { beforeEach, describe, expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import type { PlanChange } from '../../../src/core/billing/plan.js'
import { readBoardRelevance } from '../../../src/core/insight/relevance/board-relevance.js'
import { readRelevancePrice } from '../../../src/core/insight/relevance/price.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, DAY_MS } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import {
  aScoringPlatform,
  books,
  denied,
  FITS,
  KEYWORD,
  score,
  scoringRows,
  usageOf,
  type Scorer,
} from './support/board-relevance-fixtures.js'

const { db } = await aDatabase()
const { simulator, asked, pages, aScorer } = await aScoringPlatform(db)
beforeEach(async () => {
  pages.before = () => Promise.resolve()
  await db.sql`delete from sim_faults`
})

const priceOf = ({ deps, actor, accountId }: World) => readRelevancePrice(deps, actor, { accountId })
const NOTHING_LEFT: PlanChange = { allowance: 0, credits: 0 }

describe('one credit per scored request', () => {
  test('is taken of the allowance first, then of bought credits, and then no more', async () => {
    const world = await aScorer({ access: 'granted', allowance: 1, credits: 1 })
    expect(await priceOf(world)).toEqual({ kind: 'paid', unit: 'credit', left: 2 })
    await score(world, world.boardId)
    expect(await priceOf(world)).toEqual({ kind: 'paid', unit: 'credit', left: 1 })
    await score(world, world.boardId)
    await expect(score(world, world.boardId)).rejects.toMatchObject(denied('insufficient_credits'))
    await expect(priceOf(world)).rejects.toMatchObject(denied('insufficient_credits'))
    expect(await scoringRows(world)).toEqual([
      { kind: 'charge', unit: 'allowance', amount: -1, balance: 0 },
      { kind: 'charge', unit: 'credit', amount: -1, balance: 0 },
    ])
  })

  test('is a trial pin without publishing access', async () => {
    const world = await aScorer({ access: 'none', credits: 5, trialPins: 1 })
    expect(await priceOf(world)).toEqual({ kind: 'paid', unit: 'trial', left: 1 })
    expect(await score(world, world.boardId)).toMatchObject({ taken: 'trial' })
    expect(await scoringRows(world)).toEqual([{ kind: 'charge', unit: 'trial', amount: -1, balance: 0 }])
    await expect(score(world, world.boardId)).rejects.toMatchObject(denied('trial_exhausted'))
    await expect(priceOf(world)).rejects.toMatchObject(denied('trial_exhausted'))
  })

  test('is paid by a winback plan, too: there scheduling alone is free', async () => {
    const world = await aScorer({ access: 'granted', winback: true, credits: 1 })
    expect(await priceOf(world)).toEqual({ kind: 'paid', unit: 'credit', left: 1 })
    await score(world, world.boardId)
    expect(await scoringRows(world)).toMatchObject([{ unit: 'credit', amount: -1 }])
    await expect(score(world, world.boardId)).rejects.toMatchObject(denied('insufficient_credits'))
  })

  test.each(['legacy', 'shopify'] as const)(
    'is free on %s, also when its posts are used up, and is no post',
    async (billingSystem) => {
      const world = await aScorer({ billingSystem, postLimit: 1, credits: 0 })
      await aQueuedPost(world, { boardId: world.boardId })
      expect(await priceOf(world)).toEqual({ kind: 'free' })
      expect(await score(world, world.boardId)).toMatchObject({ state: 'scored', relevance: 'excellent' })
      expect(await scoringRows(world)).toEqual([{ kind: 'charge', unit: 'free', amount: 0, balance: 0 }])
      expect((await usageOf(world)).postsThisPeriod).toBe(1)
    },
  )

  test('is of the new period when one has begun: the rest of the old allowance expires first', async () => {
    const world = await aScorer({ access: 'granted', allowance: 2, credits: 0 })
    await score(world, world.boardId)
    world.clock.advance(31 * DAY_MS)
    expect(await priceOf(world)).toEqual({ kind: 'paid', unit: 'credit', left: 2 })
    await score(world, world.boardId)
    const rows = await db.sql<{ kind: string; amount: number; balance: number }[]>`
      select kind, amount, balance_after as balance
        from credit_ledger
       where account_id = ${world.accountId}
       order by id`
    expect(rows.slice(1).map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['charge', -1, 1],
      ['expire', -1, 0],
      ['grant', 2, 2],
      ['charge', -1, 1],
    ])
  })

  test('stands in the usage under a key of its own, which no two requests share', async () => {
    const world = await aScorer({ access: 'granted', credits: 2 })
    await score(world, world.boardId)
    await score(world, world.boardId)
    const { credits, ledger } = await usageOf(world)
    expect([
      credits,
      ledger.slice(0, 2).map(({ kind, unit, amount, balanceAfter }) => [kind, unit, amount, balanceAfter]),
    ]).toEqual([
      0,
      [
        ['charge', 'credit', -1, 0],
        ['charge', 'credit', -1, 1],
      ],
    ])
    const keys = ledger.slice(0, 2).map(({ key }) => key)
    for (const key of keys) expect(key).toMatch(/^relevance:[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(2)
  })

  test('leaves who did it through which channel, for which keyword, with what came of it', async () => {
    const world = await aScorer({ access: 'granted', credits: 1 })
    const member: Actor = { ...world.actor, via: 'slack', role: 'scheduler', userId: 'T1:U1' }
    const { accountId, boardId } = world
    expect(await readBoardRelevance(world.deps, member, { accountId, boardId, keyword: KEYWORD })).toMatchObject({
      taken: 'credit',
    })
    const [act] = await db.sql`
      select via, actor, subject, action, account_id as "accountId", before, after
        from audit where organization_id = ${world.organizationId} and action = 'scoreRelevance'`
    expect(act).toEqual({
      via: 'slack',
      actor: 'T1:U1',
      subject: `board:${boardId}`,
      action: 'scoreRelevance',
      accountId,
      before: null,
      after: { keyword: KEYWORD, relevance: 'excellent', contributingPinCount: 1, scoredPinCount: 1, truncated: false },
    })
  })
})

describe('nothing is charged', () => {
  /** What it answers is refused, and neither the books nor the acts know of it. */
  async function isFree(
    world: Scorer,
    refusal: object,
    wrong: Partial<{ keyword: string; boardId: string; accountId: string }> = {},
  ) {
    const before = await books(world)
    const { accountId, boardId } = world
    await expect(
      readBoardRelevance(world.deps, world.actor, { accountId, boardId, keyword: KEYWORD, ...wrong }),
    ).rejects.toMatchObject(refusal)
    expect(await books(world)).toEqual(before)
  }
  const many = Array.from({ length: 300 }, () => FITS)

  test.each<[string, PlanChange]>([
    ['insufficient_credits', { access: 'granted', ...NOTHING_LEFT }],
    ['insufficient_credits', { access: 'subscribed', ...NOTHING_LEFT, trialPins: 3 }],
    ['trial_exhausted', { access: 'none', credits: 5, trialPins: 0 }],
    ['no_access', { access: 'none', credits: 5 }],
  ])('and nothing is read when it is denied: %s', async (reason, change) => {
    const world = await aScorer(change)
    asked.length = 0
    await isFree(world, denied(reason))
    expect(asked).toEqual([])
  })

  test.each([
    ['fail_500', 'GATEWAY_TIMEOUT', 'platform_timeout'],
    ['hang', 'GATEWAY_TIMEOUT', 'platform_timeout'],
    ['truncated', 'GATEWAY_TIMEOUT', 'platform_timeout'],
    ['rate_limited', 'SERVICE_UNAVAILABLE', 'platform_rate_limited'],
    ['scope_missing', 'UNPROCESSABLE_ENTITY', 'platform_reconnect_required'],
    ['forbidden', 'FORBIDDEN', 'platform_board_forbidden'],
  ] as const)('when the platform fails on the second page: %s', async (fault, code, reason) => {
    const world = await aScorer({ access: 'granted', credits: 5 }, many)
    pages.before = async (bookmark) => {
      if (bookmark !== undefined) await simulator.fault({ operation: 'list_board_pins', fault, times: 9 })
    }
    await isFree(world, { code, details: { reason } })
  })

  test('when the board is deleted while it is read; then it is known no more', async () => {
    const world = await aScorer({ access: 'granted', credits: 5 }, many)
    pages.before = async (bookmark) => {
      if (bookmark !== undefined) await db.sql`delete from sim_boards where id = ${world.boardId}`
    }
    await isFree(world, { code: 'NOT_FOUND', details: { thing: 'Board' } })
    expect(await db.sql`select id from boards where id = ${world.boardId}`).toEqual([])
  })

  test('when the tokens are revoked while it is read and cannot be renewed', async () => {
    const world = await aScorer({ access: 'granted', credits: 5 }, many)
    await db.sql`
      insert into sim_tokens (token, kind, user_id, scopes)
      select 'pina_mortal', kind, user_id, scopes from sim_tokens where token = 'pina_test'`
    const [access, refresh] = [Buffer.from('pina_mortal'), Buffer.from('pinr_dead')]
    await db.sql`update connections set access_token = ${access}, refresh_token = ${refresh} where account_id = ${world.accountId}`
    pages.before = async (bookmark) => {
      if (bookmark !== undefined) await db.sql`update sim_tokens set revoked_at = now() where token = 'pina_mortal'`
    }
    await isFree(world, { code: 'UNPROCESSABLE_ENTITY', details: { reason: 'platform_reconnect_required' } })
    const { tokenStatus } = await requireAccount(db.sql, world.actor, world.accountId)
    expect(tokenStatus).toBe('unauthorized')
  })

  test('when the caller is gone by the time it is scored', async () => {
    const world = await aScorer({ access: 'granted', credits: 5 })
    const before = await books(world)
    const { accountId, boardId } = world
    const isWanted = () => false
    await expect(
      readBoardRelevance(world.deps, world.actor, { accountId, boardId, keyword: KEYWORD }, { isWanted }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/nothing was charged/i) as string })
    expect(await books(world)).toEqual(before)
  })

  test('when what is to be kept with the answer cannot be kept', async () => {
    const world = await aScorer({ access: 'granted', credits: 5 })
    const before = await books(world)
    const { accountId, boardId } = world
    const beforeCommit = () => Promise.reject(new Error('not kept'))
    await expect(
      readBoardRelevance(world.deps, world.actor, { accountId, boardId, keyword: KEYWORD }, { beforeCommit }),
    ).rejects.toThrow('not kept')
    expect(await books(world)).toEqual(before)
  })

  test.each([
    ['an empty keyword', { keyword: ' \n' }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
    ['a keyword of 256 characters', { keyword: 'é'.repeat(256) }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
    ['a NUL in the keyword', { keyword: 'a\0b' }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
    ['half a character in the keyword', { keyword: 'a\ud800b' }, { code: 'BAD_REQUEST', details: { field: 'keyword' } }],
    ["a board's name", { boardId: 'kitchen' }, { code: 'BAD_REQUEST', details: { field: 'boardId' } }],
    ['a board that is not there', { boardId: '99999' }, { code: 'NOT_FOUND', details: { thing: 'Board' } }],
    ['an account that is not there', { accountId: '99999' }, { code: 'NOT_FOUND', details: { thing: 'Account' } }],
  ])('for %s', async (_, wrong, refusal) => {
    await isFree(await aScorer({ access: 'granted', credits: 5 }), refusal, wrong)
  })

  test('for a person who may not schedule', async () => {
    const world = await aScorer({ access: 'granted', credits: 5 })
    const low = { ...world, actor: { ...world.actor, role: 'contributor', via: 'slack' } as Actor }
    await isFree(low, { code: 'FORBIDDEN' })
    await expect(priceOf(low)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('tokens that are renewed while it is read cost nothing more, and nothing is read of them twice', async () => {
  const world = await aScorer(
    { access: 'granted', credits: 2 },
    Array.from({ length: 300 }, () => FITS),
  )
  let isOver = false
  pages.before = async (bookmark) => {
    if (bookmark !== undefined && !isOver) await simulator.fault({ operation: 'list_board_pins', fault: 'unauthorized' })
    isOver ||= bookmark !== undefined
  }
  expect(await score(world, world.boardId)).toMatchObject({ scoredPinCount: 300, contributingPinCount: 300 })
  expect(await scoringRows(world)).toEqual([{ kind: 'charge', unit: 'credit', amount: -1, balance: 1 }])
})
