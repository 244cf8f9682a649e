/** The periodic refresh of boards. */
import { expect, test } from 'vitest'
import { TICKS } from '../../src/jobs/ticks.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'
import { aBoardWorld } from './boards-fixtures.js'

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
