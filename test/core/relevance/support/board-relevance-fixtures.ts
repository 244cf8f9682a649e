/** A board to be scored, on the simulated platform, and what a request left in the books. */
import { readUsage } from '../../../../src/core/billing/usage.js'
import { setPlan, type PlanChange } from '../../../../src/core/billing/plan.js'
import {
  readBoardRelevance,
  type BoardRelevance,
  type ScoredBoard,
} from '../../../../src/core/insight/relevance/board-relevance.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addBoard } from '../../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from '../../../sandbox/platform/support/many-pins.js'
import { aWorld, START, type World } from '../../../support/world.js'
import { aBoardWorld, type BoardWorld } from '../../boards/support/fixtures.js'

export const KEYWORD = 'lemon cake'

export type PinText = { title?: string; description?: string; altText?: string; link?: string }
/** The first of the list is the newest, so the platform lists it first. What is not named the pin does not have. */
export async function addPins(db: Pool, boardId: string, pins: PinText[]): Promise<string[]> {
  const of = (n: number) => pins[pins.length - 1 - n]
  const ids = await addManyPins(db.sql, {
    boardId,
    count: pins.length,
    createdAt: START,
    title: (n) => of(n)?.title ?? null,
    description: (n) => of(n)?.description ?? null,
    altText: (n) => of(n)?.altText ?? null,
    link: (n) => of(n)?.link ?? null,
  })
  return ids.reverse()
}

let boards = 5000
/** On the platform and in the cache. */
export async function aBoard(world: World, db: Pool, pins: PinText[] = [], name?: string): Promise<string> {
  const id = String(boards++)
  await addBoard(db.sql, { id, ownerId: '901', name: name ?? `Board ${id}`, createdAt: START })
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${world.organizationId}, ${world.accountId}, ${id}, ${name ?? `Board ${id}`}, 'public', ${world.clock.now})`
  await addPins(db, id, pins)
  return id
}

export const score = ({ deps, actor, accountId }: World, boardId: string, keyword = KEYWORD): Promise<BoardRelevance> =>
  readBoardRelevance(deps, actor, { accountId, boardId, keyword })

/** One that has pins to score. */
export async function scored(world: World, boardId: string, keyword?: string): Promise<ScoredBoard> {
  const relevance = await score(world, boardId, keyword)
  if (relevance.state === 'absent') throw new Error('the board is absent')
  return relevance
}

export const usageOf = ({ deps, actor, accountId }: World) => readUsage(deps, actor, { accountId })
export const plan = (world: World, change: PlanChange) => setPlan(world.deps, world.actor, { accountId: world.accountId, change })

/** Everything that a request may leave: what it took, what it wrote down. */
export const books = async ({ deps: { db }, organizationId, accountId }: World) => ({
  ledger: await db.sql`select * from credit_ledger where organization_id = ${organizationId} order by id`,
  acts: await db.sql`select * from audit where organization_id = ${organizationId} order by id`,
  balance: await db.sql`
    select allowance_left, credits_left, trial_left, period from entitlements where account_id = ${accountId}`,
})

/** Charges and refunds of scoring, oldest first. */
export const scoringRows = async ({ deps: { db }, accountId }: World) => [
  ...(await db.sql<{ unit: string; kind: string; amount: number; balance: number }[]>`
    select unit, kind, amount, balance_after as balance
      from credit_ledger
     where account_id = ${accountId} and charge_key like 'relevance:%'
     order by id`),
]

export type Scorer = World & { boardId: string }
export const FITS = { title: 'Lemon cake' }

/** Organizations of one's own before one simulated platform. `pages.before` is waited for ahead of each page of pins. */
export async function aScoringPlatform(db: Pool) {
  const pages = { before: (_bookmark: string | undefined): Promise<void> => Promise.resolve() }
  const shared: BoardWorld = await aBoardWorld(db, (real) => ({
    async listBoardPins(access, boardId, bookmark) {
      await pages.before(bookmark)
      return real.listBoardPins(access, boardId, bookmark)
    },
  }))
  const { platform } = shared.deps
  /** With a board of such pins. */
  const aScorer = async (change: PlanChange, pins = [FITS]): Promise<Scorer> => {
    const clock = aClock()
    const world = await aWorld(db, { credits: 0, parts: { platform, clock: () => new Date(clock.now) } })
    await plan(world, change)
    return { ...world, clock, boardId: await aBoard(world, db, pins) }
  }
  return { simulator: shared.simulator, asked: shared.asked, pages, aScorer }
}

function aClock(): World['clock'] {
  const clock = { now: START, advance: (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  return clock
}

export const denied = (reason: string) => ({ code: 'PAYMENT_REQUIRED', details: { reason } })
