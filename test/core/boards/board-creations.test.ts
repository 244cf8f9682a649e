/** Requests for boards of two callers at the same time. */
import { expect, test } from 'vitest'
import { forgetRequest, keepUnknown, noteRequest } from '../../../src/core/boards/board-creations.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { accountOf } from '../slots/support/fixtures.js'

const { db } = await aDatabase()

test('one whose answer came does not forget that the other’s did not', async () => {
  const world = await aWorld(db)
  const account = await accountOf(world)
  const note = () => noteRequest(db.sql, account, { name: 'Kitchen', knownIds: [] }, world.clock.now)
  const [first, second] = [await note(), await note()]
  expect([first, second]).toMatchObject([{ isOwn: true }, { isOwn: false, isUnknown: false }])
  await keepUnknown(db.sql, account, second)
  await forgetRequest(db.sql, account, first)
  expect(await note()).toMatchObject({ isOwn: false, isUnknown: true })
})

test('a wish helps no other account', async () => {
  const garden = { name: 'Garden', knownIds: [] }
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const [account, stranger] = [await accountOf(world), await accountOf(other)]
  await keepUnknown(db.sql, account, await noteRequest(db.sql, account, garden, world.clock.now))
  expect(await noteRequest(db.sql, stranger, garden, world.clock.now)).toMatchObject({ isOwn: true, isUnknown: false })
})
