/** A section whose deletion was not answered keeps no draft and no queued post, also when nobody asks again. @see docs/contract.md#sections */
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { addBoard, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, accountId, actor, deps, clock } = server
const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }

let next = 600
/** A board with one section, a draft and a queued post in it. */
async function inSection() {
  const boardId = String(next++)
  await addBoard(db.sql, { id: boardId, ownerId: '901', name: `Board ${boardId}`, createdAt: START })
  const { id: boardSectionId } = await addSection(db.sql, { boardId, name: 'Soon gone' })
  const url = `${boards}/${boardId}/sections`
  await call('GET', url)
  const posts = [await aDraft(server, { boardId, boardSectionId }), await aQueuedPost(server, { boardId, boardSectionId })]
  const sections = async () => {
    const read = posts.map(({ id }) => call('GET', `/v1/accounts/${accountId}/posts/${id}`))
    return (await Promise.all(read)).map(({ body }) => body.data.post.boardSectionId)
  }
  const drop = () => call('DELETE', `${url}/${boardSectionId}`)
  return { boardId, boardSectionId, url, posts, sections, drop, stay: [boardSectionId, boardSectionId] }
}
type Found = Awaited<ReturnType<typeof inSection>>
const mark = async ({ boardSectionId }: Found) =>
  (await db.sql`select deletion_asked_at as at from board_sections where account_id = ${accountId} and id = ${boardSectionId}`)[0]
/** The reading behind the 504 fails. */
async function dropUnseen(found: Found, fault: 'hang' | 'commit_then_hang' | 'commit_then_500') {
  await simulator.fault({ operation: 'delete_section', fault })
  await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' })
  expect(answerOf(await found.drop())).toEqual(timedOut)
  expect(await found.sections()).toEqual(found.stay)
}
const refresh = async () => refreshBoards(deps, await requireAccount(db.sql, actor, accountId))

test.each(['commit_then_hang', 'commit_then_500'] as const)('%s: the sections are read behind the 504', async (fault) => {
  const found = await inSection()
  await simulator.fault({ operation: 'delete_section', fault })
  expect(answerOf(await found.drop())).toEqual(timedOut)
  expect(await found.sections()).toEqual([null, null])
  for (const { id } of found.posts) {
    const [change] = await db.sql`select action, via from audit where subject = ${`post:${id}`} order by id desc limit 1`
    expect(change).toEqual({ action: 'edit', via: 'operator' })
  }
  expect((await call('GET', found.url)).body.data.sections).toEqual([])
  const choice = { boardId: found.boardId, boardSectionId: found.boardSectionId }
  const [post] = found.posts
  expect(answerOf(await call('PATCH', `/v1/accounts/${accountId}/posts/${post?.id}`, choice))).toMatchObject({ status: 400 })
  expect((await found.drop()).body.data).toEqual({ deleted: true }) // repeated, as the 504 says
  expect((await found.drop()).status).toBe(404)
})

test.each<[string, (found: Found) => Promise<unknown>]>([
  ['somebody who lists them', ({ url }) => call('GET', url)],
  ['a refresh in the background', refresh],
])('where that reading fails, the next one by %s moves the posts', async (_, read) => {
  const found = await inSection()
  await dropUnseen(found, 'commit_then_500')
  await read(found)
  expect(await found.sections()).toEqual([null, null])
})

test('one that is shown still stays as it is, and is forgotten when it is shown a minute later', async () => {
  const found = await inSection()
  const asked = { at: clock.now }
  await simulator.fault({ operation: 'delete_section', fault: 'hang' })
  expect(answerOf(await found.drop())).toEqual(timedOut)
  expect([await found.sections(), await mark(found)]).toEqual([found.stay, asked])
  clock.advance(MINUTE_MS)
  await refresh()
  expect(await mark(found)).toEqual(asked)
  clock.advance(1)
  await refresh() // its board is read although nothing else makes it due
  expect([await found.sections(), await mark(found)]).toEqual([found.stay, { at: null }])
  await db.sql`delete from sim_sections where id = ${found.boardSectionId}`
  await call('GET', found.url)
  expect(await found.sections()).toEqual(found.stay) // somebody else deleted it, on the platform
})

test('sections that are not for us to see are no reading: nothing is moved, and it is asked again', async () => {
  const found = await inSection()
  await dropUnseen(found, 'commit_then_500')
  await simulator.fault({ operation: 'list_sections', fault: 'forbidden', times: 99 })
  await refresh()
  await db.sql`delete from sim_faults`
  expect(await found.sections()).toEqual(found.stay)
  clock.advance(HOUR_MS)
  await refresh()
  expect(await found.sections()).toEqual([null, null])
})

test('but not for longer than a day', async () => {
  const found = await inSection()
  await dropUnseen(found, 'commit_then_500')
  clock.advance(DAY_MS + 1)
  await simulator.fault({ operation: 'list_sections', fault: 'forbidden', times: 99 })
  await refresh()
  await db.sql`delete from sim_faults`
  expect([await mark(found), await found.sections()]).toEqual([undefined, found.stay])
})

test('a reading that saw it gone while the deletion waited for its answer: the 504 moves the posts', async () => {
  const found = await inSection()
  await simulator.fault({ operation: 'delete_section', fault: 'commit_then_hang' })
  const answer = found.drop()
  await expect.poll(() => db.sql`select from sim_sections where id = ${found.boardSectionId}`).toHaveLength(0)
  expect((await call('GET', found.url)).body.data.sections).toEqual([])
  expect(answerOf(await answer)).toEqual(timedOut)
  expect(await found.sections()).toEqual([null, null])
  expect((await found.drop()).body.data).toEqual({ deleted: true })
})

test('of two readings at once that do not show it, one moves the posts, once', async () => {
  const found = await inSection()
  await dropUnseen(found, 'commit_then_500')
  await Promise.all([call('GET', found.url), call('GET', found.url), refresh(), found.drop()])
  const rows = await db.sql`select version from posts where id = any (${found.posts.map(({ id }) => id)}::bigint[]) order by id`
  expect(rows).toEqual(found.posts.map(({ version }) => ({ version: version + 1 })))
})

test('the same question again, refused: the earlier one is still remembered', async () => {
  const found = await inSection()
  await dropUnseen(found, 'hang')
  await simulator.fault({ operation: 'delete_section', fault: 'rate_limited' })
  expect((await found.drop()).status).toBe(503)
  expect(await mark(found)).toEqual({ at: clock.now })
})
