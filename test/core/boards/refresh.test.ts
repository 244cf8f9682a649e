/** Sections are a question for each board, so a refresh asks only where it is due; and what it reads never undoes what was written since. */
import { describe, expect, test } from 'vitest'
import { createBoard } from '../../../src/core/boards/create-board.js'
import { MOST_BOARDS } from '../../../src/core/boards/refresh-sections.js'
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { createSection, deleteSection } from '../../../src/core/boards/sections.js'
import { updateBoard } from '../../../src/core/boards/update-board.js'
import { addPin, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aPicture } from '../../platform/support/pictures.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aBoardWorld, namesOfBoards, namesOfSections, someBoards, type BoardWorld } from './support/fixtures.js'

/** What it asks. */
async function refresh(world: BoardWorld): Promise<string[]> {
  world.asked.length = 0
  await refreshBoards(world.deps, await world.account())
  return [...world.asked]
}
const sectionReads = (asked: string[]) => asked.flatMap((call) => /^listSections (\d+)/.exec(call)?.[1] ?? [])

describe('the sections of a board', async () => {
  const { db } = await aDatabase()
  const world = await aBoardWorld(db)

  test('are read where they never were, and not again while nothing changes', async () => {
    await someBoards(db, 1, { from: 300 })
    await addSection(db.sql, { boardId: '300', name: 'Doors' })
    world.clock.advance(HOUR_MS)
    expect(await refresh(world)).toEqual(['listBoards', 'listSections 300'])
    expect(await namesOfSections(world, '300')).toEqual(['Doors'])
    world.clock.advance(HOUR_MS)
    expect(await refresh(world)).toEqual(['listBoards'])
  })

  test('are read again where the pins changed since', async () => {
    await addSection(db.sql, { boardId: '102', name: 'Beds' })
    const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
    const pin = { boardId: '102', title: 'A bed', description: null, link: null, altText: null, picture }
    await addPin(db.sql, { ...pin, createdAt: world.clock.now })
    world.clock.advance(HOUR_MS)
    expect(sectionReads(await refresh(world))).toEqual(['102'])
    expect(await namesOfSections(world, '102')).toEqual(['Beds'])
    world.clock.advance(HOUR_MS)
    expect(sectionReads(await refresh(world))).toEqual([])
  })

  test('are read again after a day', async () => {
    world.clock.advance(DAY_MS)
    expect(sectionReads(await refresh(world)).sort()).toEqual(['101', '102', '300'])
  })

  test('that are not for us to see count as read, and are none', async () => {
    await someBoards(db, 1, { from: 301 })
    await world.simulator.fault({ operation: 'list_sections', fault: 'forbidden' })
    world.clock.advance(HOUR_MS)
    expect(sectionReads(await refresh(world))).toEqual(['301'])
    world.clock.advance(HOUR_MS)
    expect(sectionReads(await refresh(world))).toEqual([])
  })

  test('that we deleted since the reading began do not come back, and one that we made is not lost', async () => {
    const { deps, actor, accountId, clock, simulator } = world
    const listSections: typeof deps.platform.listSections = async (access, boardId, bookmark) => {
      const page = await simulator.platform.listSections(access, boardId, bookmark)
      if (boardId !== '101') return page
      clock.advance(1)
      await deleteSection(deps, actor, { accountId, boardId, sectionId: '1011' })
      await createSection(deps, actor, { accountId, boardId, name: 'Ovens' })
      return page
    }
    clock.advance(2 * DAY_MS)
    const account = await world.account()
    await refreshBoards({ ...deps, platform: { ...simulator.platform, listSections } }, account)
    expect(await namesOfSections(world, '101')).toEqual(['Lamps', 'Ovens'])
  })

  test('that we deleted do not come back either where they had never been read', async () => {
    const { deps, actor, accountId, clock, simulator } = world
    const [boardId = ''] = await someBoards(db, 1, { from: 3000 })
    const { id: sectionId } = await addSection(db.sql, { boardId, name: 'Doomed' })
    const listSections: typeof deps.platform.listSections = async (access, asked, bookmark) => {
      const page = await simulator.platform.listSections(access, asked, bookmark)
      if (asked !== boardId) return page
      clock.advance(1)
      await deleteSection(deps, actor, { accountId, boardId, sectionId })
      return page
    }
    clock.advance(HOUR_MS)
    await refreshBoards({ ...deps, platform: { ...simulator.platform, listSections } }, await world.account())
    expect(await namesOfSections(world, boardId)).toEqual([])
  })
})

describe('many boards', async () => {
  const { db } = await aDatabase()
  let [open, most] = [0, 0]
  /** Readers that wait until all four have begun with their first. */
  let wave: (() => void)[] | undefined
  const together = (waiting: (() => void)[]) =>
    new Promise<void>((go) => {
      if (waiting.push(go) < 4) return
      wave = undefined
      for (const one of waiting) one()
    })
  const world = await aBoardWorld(db, (real) => ({
    async listSections(access, boardId, bookmark) {
      most = Math.max(most, ++open)
      try {
        if (wave) await together(wave)
        return await real.listSections(access, boardId, bookmark)
      } finally {
        open--
      }
    },
  }))
  const ids = await someBoards(db, MOST_BOARDS + 10)

  test('at most fifty a refresh, four at a time, the longest unread first', async () => {
    world.clock.advance(HOUR_MS)
    const first = sectionReads(await refresh(world))
    expect(first).toHaveLength(MOST_BOARDS)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4) // how many meet is the machine's affair
    world.clock.advance(HOUR_MS)
    const rest = sectionReads(await refresh(world))
    expect([...first, ...rest].sort()).toEqual(ids)
    world.clock.advance(2 * DAY_MS)
    wave = []
    const again = sectionReads(await refresh(world))
    expect(again).toHaveLength(MOST_BOARDS)
    expect(again.slice(0, 4)).toEqual(expect.arrayContaining(['101', '102'])) // read before all others
    expect(again.filter((id) => rest.includes(id))).toEqual([]) // read after all others
  })

  test('being limited ends it politely: the listing and what was read are kept, and the others have their turn next', async () => {
    world.clock.advance(2 * DAY_MS)
    await world.simulator.fault({ operation: 'list_sections', fault: 'rate_limited', times: 4 })
    expect(sectionReads(await refresh(world)).length).toBeLessThan(12)
    expect((await world.account()).boardsReadAt).toEqual(world.clock.now)
    await db.sql`delete from sim_faults`
    world.clock.advance(HOUR_MS)
    expect(sectionReads(await refresh(world))).toHaveLength(MOST_BOARDS)
  })

  test('one board that cannot be read keeps the others from nothing, and is told', async () => {
    const { deps, clock, simulator } = world
    const listSections: typeof deps.platform.listSections = (access, boardId) =>
      deps.platform.listSections(access, boardId, boardId === '101' ? 'no bookmark of theirs' : undefined)
    clock.advance(3 * DAY_MS)
    world.asked.length = 0
    const refreshed = refreshBoards({ ...deps, platform: { ...simulator.platform, listSections } }, await world.account())
    await expect(refreshed).rejects.toMatchObject({ kind: 'invalid' })
    expect(sectionReads(world.asked)).toHaveLength(MOST_BOARDS)
  })
})

describe('a listing', async () => {
  const { db } = await aDatabase()
  const meanwhile: (() => Promise<unknown>)[] = []
  const world = await aBoardWorld(db, (real) => ({
    async listBoards(access, bookmark) {
      const page = await real.listBoards(access, bookmark)
      await meanwhile.shift()?.()
      return page
    },
  }))
  const { deps, actor, accountId, clock } = world

  test('that is interrupted changes nothing', async () => {
    await someBoards(db, 260) // two pages
    clock.advance(HOUR_MS)
    const before = [await namesOfBoards(world), (await world.account()).boardsReadAt]
    meanwhile.push(() => world.simulator.fault({ operation: 'list_boards', fault: 'rate_limited', times: 9 }))
    await expect(refreshBoards(deps, await world.account())).rejects.toMatchObject({ kind: 'rate_limited' })
    await db.sql`delete from sim_faults`
    expect([await namesOfBoards(world), (await world.account()).boardsReadAt]).toEqual(before)
  })

  test('that never comes to an end changes nothing', async () => {
    const before = await namesOfBoards(world)
    const listBoards: typeof deps.platform.listBoards = async (access) => ({
      ...(await world.simulator.platform.listBoards(access)),
      bookmark: 'the same',
    })
    clock.advance(HOUR_MS)
    const refreshed = refreshBoards({ ...deps, platform: { ...world.simulator.platform, listBoards } }, await world.account())
    await expect(refreshed).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await namesOfBoards(world)).toEqual(before)
  })

  test('does not undo a name that we gave, nor a board that we made, since it began', async () => {
    const lastPage = async () => {
      clock.advance(1)
      await updateBoard(deps, actor, { accountId, boardId: '102', name: 'Allotment' })
      await createBoard(deps, actor, { accountId, name: 'Brand new', description: null, privacy: 'public' })
    }
    meanwhile.push(async () => {}, lastPage)
    await refreshBoards(deps, await world.account())
    const names = await namesOfBoards(world)
    expect(names).toEqual(expect.arrayContaining(['Allotment', 'Brand new', 'Board 1259']))
    expect(names).not.toContain('Garden')
  })

  test('of an account that has another name by now knows its boards as its own', async () => {
    await db.sql`update sim_users set username = 'maker2' where id = '901'`
    await refreshBoards(deps, await world.account())
    expect((await world.account()).username).toBe('maker2')
    const others = await db.sql`select id from boards where account_id = ${accountId} and is_collaborator`
    expect(others).toEqual([])
  })

  test('with dead tokens makes the account unauthorized, and the team is told once', async () => {
    await db.sql`update connections set access_token = 'pina_dead', refresh_token = 'pinr_dead' where account_id = ${accountId}`
    const account = await world.account()
    for (const _ of ['once', 'again']) await expect(refreshBoards(deps, account)).rejects.toThrow()
    expect((await world.account()).tokenStatus).toBe('unauthorized')
    const notices = await db.sql`select notice ->> 'kind' as kind from outbox where organization_id = ${world.organizationId}`
    expect(notices.map(({ kind }) => kind as string)).toEqual(['reconnectNeeded'])
  })
})
