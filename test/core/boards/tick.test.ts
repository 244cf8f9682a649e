/** The periodic refresh of boards. */
import { expect, test } from 'vitest'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { aBoardWorld } from './support/fixtures.js'

test('accounts are refreshed side by side: one whose boards do not come keeps no other waiting', async () => {
  const { db } = await aDatabase()
  let begun = 0
  let allBegan = () => {}
  const all = new Promise<void>((resolve) => (allBegan = resolve))
  const world = await aBoardWorld(db, (real) => ({
    async listBoards(...asking) {
      if (++begun === 3) allBegan()
      await all // one after the other, the second would never begin
      return real.listBoards(...asking)
    },
  }))
  for (const _ of ['second', 'third']) await aWorld(db)
  world.clock.advance(20 * 60_000)
  await TICKS.find(({ job }) => job === 'boards')?.run(world.deps)
  const read = await db.sql<{ at: Date }[]>`select boards_read_at as at from accounts`
  expect(read.map(({ at }) => at)).toEqual([world.clock.now, world.clock.now, world.clock.now])
})

test('only connected accounts are refreshed, and when their cache is stale', async () => {
  const { db } = await aDatabase()
  const world = await aBoardWorld(db)
  await db.sql`update accounts set boards_read_at = ${world.clock.now}`
  const run = async () => TICKS.find(({ job }) => job === 'boards')?.run(world.deps)
  const asked = () => world.asked.filter((one) => one === 'listBoards').length
  await run()
  world.clock.advance(10 * 60_000)
  await run()
  expect(asked()).toBe(0)
  world.clock.advance(1)
  await run()
  expect(asked()).toBe(1)
  await run()
  expect(asked()).toBe(1)
  await db.sql`update accounts set token_status = 'unauthorized'`
  world.clock.advance(60 * 60_000)
  await run()
  expect(asked()).toBe(1)
})

test('an account whose boards cannot be read waits longer each time, and keeps no other from its turn', async () => {
  const { db } = await aDatabase()
  let refused = 0
  const world = await aBoardWorld(db, () => ({
    async listBoards() {
      refused++
      throw new Error('no')
    },
  }))
  const run = async () => TICKS.find(({ job }) => job === 'boards')?.run(world.deps)
  world.clock.advance(20 * 60_000)
  const tries: number[] = []
  for (let minute = 0; minute < 40; minute++) {
    const before = refused
    await run()
    if (refused > before) tries.push(minute)
    world.clock.advance(60_000)
  }
  expect(tries).toEqual([0, 5, 15, 35])
})
