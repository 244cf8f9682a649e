/** Who may write boards, and what becomes of posts whose section is deleted. */
import { describe, expect, test } from 'vitest'
import type { Actor, Role } from '../../../src/core/lib/actor.js'
import { createBoardList, deleteBoardList, replaceBoardList } from '../../../src/core/boards/board-lists.js'
import { createBoard } from '../../../src/core/boards/create-board.js'
import { createSection, deleteSection, readSections } from '../../../src/core/boards/sections.js'
import { updateBoard } from '../../../src/core/boards/update-board.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { listPostChanges } from '../../../src/core/posts/history.js'
import { readPost } from '../../../src/core/posts/list.js'
import { leaveSection } from '../../../src/core/posts/leave-section.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, creditsOf, readFields } from '../../support/factories.js'
import { aBoardWorld, namesOfBoards } from './support/fixtures.js'

const { db } = await aDatabase()
const world = await aBoardWorld(db)
const { deps, actor, accountId, asked } = world
const at = { accountId, boardId: '101' }

const WRITES: Record<string, (by: Actor) => Promise<unknown>> = {
  createBoard: (by) => createBoard(deps, by, { accountId, name: `By ${by.role}`, description: null, privacy: 'public' }),
  updateBoard: (by) => updateBoard(deps, by, { ...at, description: by.role }),
  createSection: (by) => createSection(deps, by, { ...at, name: by.role }),
  deleteSection: async (by) => {
    const { id: sectionId } = await addSection(db.sql, { boardId: '101', name: `Of ${by.role}` })
    return deleteSection(deps, by, { ...at, sectionId })
  },
  createBoardList: (by) => createBoardList(deps, by, { accountId, name: by.role, boards: [] }),
  replaceBoardList: async (by) => {
    const { id } = await createBoardList(deps, actor, { accountId, name: 'A list', boards: [] })
    return replaceBoardList(deps, by, { accountId, boardListId: id, name: by.role, boards: [] })
  },
  deleteBoardList: async (by) => {
    const { id } = await createBoardList(deps, actor, { accountId, name: 'A list', boards: [] })
    await deleteBoardList(deps, by, { accountId, boardListId: id })
  },
}
const as = (role: Role): Actor => ({ ...actor, via: 'slack', role })

describe.each(Object.keys(WRITES))('%s', (name) => {
  test.each(['viewer', 'contributor'] as const)('is not for a %s, and asks the platform nothing', async (role) => {
    asked.length = 0
    await expect(WRITES[name]?.(as(role))).rejects.toMatchObject({ code: 'FORBIDDEN', details: {} })
    expect(asked).toEqual([])
  })
  test.each(['scheduler', 'admin'] as const)('is for a %s', async (role) => {
    await WRITES[name]?.(as(role))
  })
})

test('everybody may read the sections', async () => {
  expect((await readSections(deps, as('viewer'), at)).length).toBeGreaterThan(1)
})

test('a listing that takes long keeps nobody who was not answered from hearing it, and is kept when it ends', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const listBoards: typeof deps.platform.listBoards = async (access, bookmark) => {
    await ended
    return world.simulator.platform.listBoards(access, bookmark)
  }
  await world.simulator.fault({ operation: 'update_board', fault: 'commit_then_500' })
  const slow = { ...deps, platform: { ...world.simulator.platform, listBoards } }
  const refusal = { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }
  await expect(updateBoard(slow, actor, { accountId, boardId: '102', name: 'Slowly' })).rejects.toMatchObject(refusal)
  expect(await namesOfBoards(world)).not.toContain('Slowly')
  end()
  await expect.poll(() => namesOfBoards(world)).toContain('Slowly')
})

describe('deleting a section', () => {
  const inSection = async (name: string) => {
    const { id: boardSectionId } = await addSection(db.sql, { boardId: '101', name })
    await readSections(deps, actor, at)
    return { boardId: '101', boardSectionId }
  }

  test('moves its drafts and queued posts to the board root, one edit in the history of each, and charges nothing', async () => {
    const where = await inSection('History')
    const posts = [await aDraft(world, where), await aQueuedPost(world, where), await aDraft(world, where)]
    const before = await creditsOf(world)
    const by = as('scheduler')
    expect(await deleteSection(deps, by, { ...at, sectionId: where.boardSectionId })).toEqual({ movedPosts: 3 })
    for (const post of posts) {
      const moved = await readFields(deps, actor, { accountId, postId: post.id })
      expect(moved).toEqual({ ...post, boardSectionId: null, version: post.version + 1 })
      const [change] = await listPostChanges(deps, actor, { accountId, postId: post.id, limit: 1 })
      expect(change).toMatchObject({ action: 'edit', actor: by.userId, via: 'slack' })
    }
    const changes = await db.sql`
      select distinct change_id from audit where action = 'edit' and subject = any (${posts.map(({ id }) => `post:${id}`)})`
    expect(changes).toHaveLength(1)
    expect(await creditsOf(world)).toBe(before)
  })

  test('a section with no posts moves none', async () => {
    const { boardSectionId } = await inSection('Empty')
    expect(await deleteSection(deps, actor, { ...at, sectionId: boardSectionId })).toEqual({ movedPosts: 0 })
  })

  test('a post that is moved away at the same time is left where it went', async () => {
    for (let round = 0; round < 5; round++) {
      const where = await inSection(`Race ${round}`)
      const posts = await Promise.all(Array.from({ length: 4 }, () => aDraft(world, where)))
      const [first] = posts
      const changes = { board: { boardId: '102' } }
      const [{ movedPosts }] = await Promise.all([
        deleteSection(deps, actor, { ...at, sectionId: where.boardSectionId }),
        editPost(deps, actor, { accountId, postId: first?.id ?? '', changes }),
      ])
      const now = await Promise.all(posts.map(({ id }) => readPost(deps, actor, { accountId, postId: id })))
      expect(now.map(({ boardSectionId }) => boardSectionId)).toEqual([null, null, null, null])
      expect(now.map(({ boardId }) => boardId)).toEqual(['102', '101', '101', '101'])
      expect([3, 4]).toContain(movedPosts)
    }
  })

  test('posts of another account in a section of that id stay', async () => {
    const where = await inSection('Of two')
    const post = await aDraft(world, where)
    const gone = { accountId, boardId: '101', sectionId: where.boardSectionId }
    expect(await db.tx((sql) => leaveSection(sql, actor, { ...gone, accountId: '999999' }, world.clock.now))).toBe(0)
    expect(await db.tx((sql) => leaveSection(sql, { ...actor, organizationId: '999999' }, gone, world.clock.now))).toBe(0)
    expect((await readPost(deps, actor, { accountId, postId: post.id })).boardSectionId).toBe(where.boardSectionId)
  })
})
