/** An import is taken back whole, or not at all, whatever else happens to its pins at that moment. */
import { expect, test } from 'vitest'
import { undoImport } from '../../../src/core/sources/imports/undo.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, inDays } from '../../support/factories.js'
import { openStudios, type Studio } from '../posts/support/create-fixtures.js'
import { aLine, fileOf, importAll, pinsOf } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const undo = (world: Studio, importId: string | null) =>
  undoImport(world.deps, world.actor, { accountId: world.accountId, importId: importId ?? '' })

async function imported(world: Studio, count: number) {
  const at = inDays(world, 2).toISOString()
  const lines = Array.from({ length: count }, (_, number) => aLine(number, number % 5 === 0 ? at : ''))
  return importAll(world, fileOf(lines))
}

test('undoing an import deletes all of its pins and gives back what was paid for them, in one change of all its parts', async () => {
  const world = await aStudio({ credits: 60 })
  const { id } = await imported(world, 210)
  expect(await creditsOf(world)).toBe(18)
  expect(await undo(world, id)).toMatchObject({ id, created: 210, undoneAt: world.clock.now })
  expect(await pinsOf(world)).toEqual([])
  expect(await creditsOf(world)).toBe(60)
})

test('while one of 210 pins is being changed, undoing their import waits for it, then undoes nothing', async () => {
  const world = await aStudio({ credits: 60 })
  const { organizationId } = world
  const { id } = await imported(world, 210)
  const undoing = whileWaited(
    db,
    (sql) => sql`update posts set version = version + 1 where organization_id = ${organizationId} and title = 'Pin 7'`,
    () => undo(world, id),
  )
  await expect(undoing).rejects.toThrow('1 of the 210 pins was changed or deleted since. Nothing was undone.')
  expect(await pinsOf(world)).toHaveLength(210)
  expect(await creditsOf(world)).toBe(18)
})

test('two people who undo one import at once undo it once', async () => {
  const world = await aStudio({ credits: 60 })
  const { id } = await imported(world, 110)
  const both = await Promise.allSettled([undo(world, id), undo(world, id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await creditsOf(world)).toBe(60)
  const acts = await db.sql`
    select 1 from audit where organization_id = ${world.organizationId} and subject = ${`import:${id ?? ''}`} and action = 'undo'`
  expect(acts).toHaveLength(1)
})
