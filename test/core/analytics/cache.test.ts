import { expect, test } from 'vitest'
import { answerOnce, KEPT_MS, PARTIAL_KEPT_MS, type Fresh } from '../../../src/core/insight/analytics/cache.js'
import { aDatabase } from '../../support/database.js'
import { openPool } from '../../../src/db/pool.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf } from '../slots/support/fixtures.js'

const { db, url } = await aDatabase()

/** Answers 1, 2, 3, …: each says how often was read until then. */
function counting(keptMs = KEPT_MS) {
  const counter = { reads: 0, read: async (): Promise<Fresh<number>> => ({ answer: ++counter.reads, keptMs }) }
  return counter
}
const ask = async (world: World, read: () => Promise<Fresh<number>>, question = 'q') =>
  answerOnce(world.deps, await accountOf(world), question, read)

test('an answer is given again for 15 minutes, to its account and question alone', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { read } = counting()
  expect([await ask(world, read), await ask(world, read)]).toEqual([1, 1])
  expect(await ask(world, read, 'another question')).toBe(2)
  expect(await ask(other, read)).toBe(3)
  world.clock.advance(15 * 60_000 - 1)
  expect(await ask(world, read)).toBe(1)
  world.clock.advance(1)
  expect(await ask(world, read)).toBe(4)
})

test('another process gives the answer that this one was told', async () => {
  const world = await aWorld(db)
  const { read } = counting()
  await ask(world, read)
  const elsewhere = openPool(url, { max: 1 })
  try {
    expect(await ask({ ...world, deps: { ...world.deps, db: elsewhere } }, read)).toBe(1)
  } finally {
    await elsewhere.close()
  }
})

test('fifty who ask at once share one reading; its error is theirs, and not kept', async () => {
  const world = await aWorld(db)
  const failing = counting()
  const all = Array.from({ length: 50 }, () =>
    ask(world, async () => {
      await failing.read()
      throw new Error('limited')
    }),
  )
  for (const one of await Promise.allSettled(all))
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'limited' } })
  const { read } = counting()
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => ask(world, read))))).toEqual(new Set([1]))
  expect(failing.reads).toBeLessThan(50)
})

test('what is not to be kept is read again', async () => {
  const world = await aWorld(db)
  const { read } = counting(0)
  expect([await ask(world, read), await ask(world, read)]).toEqual([1, 2])
})

test('a partial answer never takes the place of a whole one', async () => {
  const world = await aWorld(db)
  const account = await accountOf(world)
  const elsewhere = openPool(url, { max: 1 })
  try {
    // the other process was called first, and its whole answer comes while ours is read
    const answer = await answerOnce(world.deps, account, 'q', async () => {
      await answerOnce({ ...world.deps, db: elsewhere }, account, 'q', async () => ({ answer: 'whole', keptMs: KEPT_MS }))
      return { answer: 'partial', keptMs: PARTIAL_KEPT_MS }
    })
    expect(answer).toBe('partial')
    expect(await answerOnce(world.deps, account, 'q', async () => ({ answer: 'asked', keptMs: 0 }))).toBe('whole')
  } finally {
    await elsewhere.close()
  }
})

test('of an account with dead tokens nothing is told, also when it was kept', async () => {
  const world = await aWorld(db)
  const { read } = counting()
  await ask(world, read)
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${world.organizationId}`
  await expect(ask(world, read)).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
})
