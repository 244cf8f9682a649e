/** Requests side by side for the last credits of an account, and what is written in one transaction with a charge. */
import { beforeEach, expect, test } from 'vitest'
import type { PlanChange } from '../../../src/core/billing/plan.js'
import { readBoardRelevance } from '../../../src/core/insight/relevance/board-relevance.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import {
  aBoard,
  aScoringPlatform,
  books,
  denied,
  KEYWORD,
  score,
  scoringRows,
  usageOf,
} from './support/board-relevance-fixtures.js'

const { db } = await aDatabase()
const { pages, aScorer } = await aScoringPlatform(db)
beforeEach(() => void (pages.before = () => Promise.resolve()))

test.each<[string, PlanChange, number, string]>([
  ['one credit', { access: 'granted', credits: 1 }, 1, 'insufficient_credits'],
  ['allowance and credits together', { access: 'granted', allowance: 2, credits: 3 }, 5, 'insufficient_credits'],
  ['trial pins', { access: 'none', trialPins: 3 }, 3, 'trial_exhausted'],
])('%s: exactly as many are charged as there are, and the balance equals its ledger', async (_, change, most, reason) => {
  const world = await aScorer(change)
  let waiting = 0
  let begin = () => {}
  const allRead = new Promise<void>((resolve) => (begin = resolve))
  pages.before = () => {
    if (++waiting === 12) begin() // all passed the first check
    return allRead
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => score(world, world.boardId)))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : []))
  expect(refused).toHaveLength(12 - most)
  for (const refusal of refused) expect(refusal).toMatchObject(denied(reason))
  expect(await scoringRows(world)).toHaveLength(most)
  const { ledger, acts, balance } = await books(world)
  expect(acts.filter(({ action }) => action === 'scoreRelevance')).toHaveLength(most)
  for (const unit of ['allowance', 'credit', 'trial'])
    expect(ledger.filter((row) => row.unit === unit).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0)
  expect(balance).toMatchObject([{ allowance_left: 0, credits_left: 0, trial_left: 0 }])
})

test('posts and scores draw on the same credits', async () => {
  const world = await aScorer({ access: 'granted', credits: 4 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? score(world, world.boardId) : aQueuedPost(world))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect((await usageOf(world)).credits).toBe(0)
})

test('an answer is kept in the transaction that charges it, an absent one too', async () => {
  const world = await aScorer({ access: 'granted', credits: 5 })
  const { accountId, organizationId } = world
  const kept: [string, number][] = []
  for (const boardId of [world.boardId, await aBoard(world, db)])
    await readBoardRelevance(
      world.deps,
      world.actor,
      { accountId, boardId, keyword: KEYWORD },
      {
        async beforeCommit(sql, { state }) {
          const charges = await sql`select id from credit_ledger where organization_id = ${organizationId} and kind = 'charge'`
          kept.push([state, charges.length])
        },
      },
    )
  expect(kept).toEqual([
    ['scored', 1],
    ['absent', 1],
  ])
})
