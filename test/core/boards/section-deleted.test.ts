/** No draft and no queued post stays in a section that was deleted here, whatever was done at the same time or is undone afterwards. */
import { describe, expect, test } from 'vitest'
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { deleteSection, readSections } from '../../../src/core/boards/sections.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aBoardWorld } from './support/fixtures.js'

const { db } = await aDatabase()
const world = await aBoardWorld(db)
const { deps, actor, accountId, organizationId } = world
const board = { accountId, boardId: '101' }

async function aSection(name = 'Soon gone'): Promise<{ boardId: string; boardSectionId: string }> {
  const { id: boardSectionId } = await addSection(db.sql, { boardId: '101', name })
  await readSections(deps, actor, board)
  return { boardId: '101', boardSectionId }
}
const drop = (sectionId: string) => deleteSection(deps, actor, { ...board, sectionId })
const sectionOf = async (postId: string) => (await readPost(deps, actor, { accountId, postId })).boardSectionId

/** What holds these rows, until it is called. */
async function holding(work: (sql: Sql) => Promise<unknown>): Promise<() => Promise<unknown>> {
  let release = () => {}
  const told = new Promise<void>((resolve) => (release = resolve))
  let transaction: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    transaction = db.tx(async (sql) => {
      await work(sql)
      resolve()
      await told
    })
    transaction.catch(reject)
  })
  return () => {
    release()
    return transaction
  }
}

describe('at the same time', () => {
  test('an edit that leads into it comes first, and is moved out again', async () => {
    const { boardId, boardSectionId } = await aSection()
    const { id: postId } = await aDraft(world, { boardId })
    const release = await holding(
      (sql) => sql`select from posts where organization_id = ${organizationId} and id = ${postId} for update`,
    )
    const edit = editPost(deps, actor, { accountId, postId, changes: { board: { boardSectionId } } })
    await untilWaiting(db)
    const deletion = drop(boardSectionId)
    const isOver = deletion.then(() => true)
    await untilWaiting(db, 2) // the edit for its post, the deletion for the edit
    expect(await Promise.race([isOver, Promise.resolve(false)])).toBe(false)
    await release()
    expect((await edit).boardSectionId).toBe(boardSectionId)
    expect(await deletion).toEqual({ movedPosts: 1 })
    expect(await sectionOf(postId)).toBeNull()
  })

  test('a post that is moved to another section meanwhile is left there', async () => {
    const [where, other] = [await aSection(), await aSection('Stays')]
    const { id: postId } = await aDraft(world, where)
    const release = await holding((sql) => sql`update posts set board_section_id = ${other.boardSectionId} where id = ${postId}`)
    const deletion = drop(where.boardSectionId)
    await untilWaiting(db)
    await release()
    expect(await deletion).toEqual({ movedPosts: 0 })
    expect(await sectionOf(postId)).toBe(other.boardSectionId)
  })

  const gone = { code: 'BAD_REQUEST', details: { field: 'boardSectionId' } }
  const lockSchedule = () => holding((sql) => sql`select from schedules where organization_id = ${organizationId} for update`)

  test('scheduling that waited for its turn is told that it is not there', async () => {
    const { boardId, boardSectionId } = await aSection()
    const { id: postId } = await aDraft(world, { boardId })
    const release = await lockSchedule()
    const when = { kind: 'nextOpenSlot' } as const
    const scheduling = schedulePost(deps, actor, { accountId, postId, when, board: { boardSectionId } }).catch(
      (error: unknown) => error,
    )
    await untilWaiting(db)
    await drop(boardSectionId)
    await release()
    expect(await scheduling).toMatchObject(gone)
    expect(await sectionOf(postId)).toBeNull()
  })
})

describe('an undo that leads back into it leads to the board root', () => {
  const undo = ({ id, version }: Pick<Post, 'id' | 'version'>) => undoChange(deps, actor, { accountId, postId: id, version })
  const elsewhere = { boardId: '102' }
  const onDay = (days: number) => ({ kind: 'at', at: inDays(world, days) }) as const

  test.each<[string, (where: Awaited<ReturnType<typeof aSection>>) => Promise<Pick<Post, 'id' | 'version'>>]>([
    [
      'of an edit',
      async (where) => {
        const { id: postId } = await aDraft(world, where)
        return editPost(deps, actor, { accountId, postId, changes: { board: { boardSectionId: null } } })
      },
    ],
    [
      'of a scheduling',
      async (where) => {
        const { id: postId } = await aDraft(world, where)
        return schedulePost(deps, actor, { accountId, postId, when: onDay(1), board: elsewhere })
      },
    ],
    [
      'of a rescheduling',
      async (where) => {
        const { id: postId } = await aQueuedPost(world, where)
        return schedulePost(deps, actor, { accountId, postId, when: onDay(3), board: elsewhere })
      },
    ],
    [
      'of the deletion of a draft',
      async (where) => {
        const { id, version } = await aDraft(world, where)
        await deletePost(deps, actor, { accountId, postId: id })
        return { id, version: version + 1 }
      },
    ],
    [
      'of the deletion of a queued post',
      async (where) => {
        const { id, version } = await aQueuedPost(world, { ...where, at: inDays(world, 5) })
        await deletePost(deps, actor, { accountId, postId: id })
        return { id, version: version + 1 }
      },
    ],
  ])('%s', async (_, change) => {
    const where = await aSection()
    const changed = await change(where)
    await drop(where.boardSectionId)
    const { posts } = await undo(changed)
    expect(posts).toMatchObject([{ boardId: '101', boardSectionId: null }])
    expect(await sectionOf(changed.id)).toBeNull()
  })

  test('also that of the change which moved its posts there', async () => {
    const where = await aSection()
    const { id, version } = await aDraft(world, where)
    await drop(where.boardSectionId)
    await undo({ id, version: version + 1 })
    expect(await sectionOf(id)).toBeNull()
  })

  test('but where a board’s sections were never read, or are there still, it is the section', async () => {
    const where = await aSection()
    const post = await aDraft(world, where)
    const edit = () => editPost(deps, actor, { accountId, postId: post.id, changes: { board: elsewhere } })
    await undo(await edit())
    expect(await sectionOf(post.id)).toBe(where.boardSectionId)
    const edited = await edit()
    await db.sql`delete from board_sections where id = ${where.boardSectionId}`
    await db.sql`update boards set sections_read_at = null where account_id = ${accountId} and id = '101'`
    await undo(edited)
    expect(await sectionOf(post.id)).toBe(where.boardSectionId)
    await refreshBoards(deps, await world.account())
  })
})
