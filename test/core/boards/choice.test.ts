/** The sections somebody is to choose among: as fresh as the caller's timeout allows. */
import { expect, test } from 'vitest'
import { listSections } from '../../../src/core/boards/boards.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aBoardWorld, namesOfBoards, namesOfSections, someBoards } from './support/fixtures.js'

const { db } = await aDatabase()
const world = await aBoardWorld(db)
const { deps, actor, accountId, clock, simulator, asked } = world

async function choose(boardId: string, options?: { timeoutMs: number }): Promise<string[]> {
  asked.length = 0
  return (await listSections(deps, actor, { accountId, boardId }, options)).map(({ name }) => name)
}

test('sections that were read within ten minutes come from the cache; older ones are read again once', async () => {
  await addSection(db.sql, { boardId: '101', name: 'Ovens' })
  clock.advance(10 * 60_000)
  expect([await choose('101'), asked]).toEqual([['Lamps', 'Shelves'], []])
  clock.advance(1)
  expect([await choose('b_101'), asked]).toEqual([['Lamps', 'Ovens', 'Shelves'], ['listSections 101']])
  expect([await choose('101'), asked]).toEqual([['Lamps', 'Ovens', 'Shelves'], []])
})

test('sections that were never read are read', async () => {
  const [id = ''] = await someBoards(db, 1)
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${world.organizationId}, ${accountId}, ${id}, 'Known', 'public', ${clock.now})`
  await addSection(db.sql, { boardId: id, name: 'First' })
  expect([await choose(id), asked]).toEqual([['First'], [`listSections ${id}`]])
})

test.each(['rate_limited', 'fail_500', 'forbidden', 'truncated', 'hang'] as const)(
  'when the platform answers %s, the cache is shown',
  async (fault) => {
    clock.advance(11 * 60_000)
    await simulator.fault({ operation: 'list_sections', fault, times: 9 })
    expect(await choose('101')).toEqual(['Lamps', 'Ovens', 'Shelves'])
    await db.sql`delete from sim_faults`
  },
)

test('of a board that is gone there is nothing to choose, and it is in the cache no more', async () => {
  const [id = ''] = await someBoards(db, 1, { from: 2000 })
  await addSection(db.sql, { boardId: id, name: 'Ovens' })
  expect(await choose(id)).toEqual(['Ovens'])
  clock.advance(11 * 60_000)
  await db.sql`delete from sim_boards where id = ${id}`
  expect(await choose(id)).toEqual([])
  expect(await namesOfBoards(world)).not.toContain(`Board ${id}`)
})

test('a caller whose timeout is over is shown the cache; the reading goes on for the next', async () => {
  clock.advance(11 * 60_000)
  await addSection(db.sql, { boardId: '101', name: 'Aprons' })
  const { platform } = deps
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  const listings: typeof platform.listSections = async (...asking) => {
    await mayAnswer
    return platform.listSections(...asking)
  }
  const slow = { ...deps, platform: { ...simulator.platform, listSections: listings } }
  const shown = await listSections(slow, actor, { accountId, boardId: '101' }, { timeoutMs: 1 })
  expect(shown.map(({ name }) => name)).toEqual(['Lamps', 'Ovens', 'Shelves'])
  answer()
  await expect.poll(() => namesOfSections(world, '101')).toContain('Aprons')
})

test('an account that is to be connected again shows its cache, without a question', async () => {
  clock.advance(11 * 60_000)
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${accountId}`
  expect([await choose('101'), asked]).toEqual([['Aprons', 'Lamps', 'Ovens', 'Shelves'], []])
  await expect(choose('404')).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
})
