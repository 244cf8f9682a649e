/** A board that the platform does not have any more, although the cache does. */
import { expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { forgetBoard } from '../../../src/core/boards/cache-writes.js'
import { addBoard, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'
import { copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, accountId, another } = server

let next = 600
/** Known to us, with one section. */
async function aBoard() {
  const id = String(next++)
  await addBoard(db.sql, { id, ownerId: '901', name: `Board ${id}`, createdAt: START })
  const section = await addSection(db.sql, { boardId: id, name: 'One' })
  const url = `${boards}/${id}`
  expect((await call('GET', `${url}/sections`)).status).toBe(200)
  return { id, url, sectionUrl: `${url}/sections/${section.id}` }
}
const isListed = async (id: string) => (await call('GET', boards)).body.data.boards.some((board) => board.id === id)

test.each([
  ['reading its sections', ({ url }) => call('GET', `${url}/sections`)],
  ['renaming it', ({ url, id }) => call('PATCH', url, { name: `Another ${id}` })],
  ['making a section', ({ url }) => call('POST', `${url}/sections`, { name: 'Two' })],
  ['deleting a section', ({ sectionUrl }) => call('DELETE', sectionUrl)],
] satisfies [string, (board: Awaited<ReturnType<typeof aBoard>>) => ReturnType<typeof call>][])(
  '%s is a 404, and from then on it is listed and chosen no more',
  async (_, ask) => {
    const board = await aBoard()
    expect(await isListed(board.id)).toBe(true)
    await db.sql`delete from sim_boards where id = ${board.id}`
    expect(answerOf(await ask(board))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await isListed(board.id)).toBe(false)
    const post = await call('POST', `/v1/accounts/${accountId}/posts`, { mediaUrl, ...copy, boardId: board.id })
    expect(answerOf(post)).toEqual({ status: 404, code: 'NOT_FOUND' })
  },
)

test('a board that we do not know and may not see is not found; one that we know is refused', async () => {
  const { id: ownerId } = await addUser(db.sql, { username: 'other', displayName: 'Other', isBusiness: false, createdAt: START })
  await addBoard(db.sql, { id: '909', ownerId, name: 'Secret', privacy: 'SECRET', createdAt: START })
  const ask = async (id: string) => [
    await call('GET', `${boards}/${id}/sections`),
    await call('PATCH', `${boards}/${id}`, { name: 'Mine' }),
    await call('POST', `/v1/accounts/${accountId}/posts`, { mediaUrl, ...copy, boardId: id }),
  ]
  await server.simulator.fault({ operation: 'get_board', fault: 'forbidden', times: 3 })
  for (const answer of await ask('909')) {
    expect(answerOf(answer)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(answer.body.error?.message).toBe('Board not found.')
  }
  await db.sql`delete from sim_faults`
  const { url } = await aBoard()
  await server.simulator.fault({ operation: 'list_sections', fault: 'forbidden' })
  const refused = await call('GET', `${url}/sections`)
  expect(answerOf(refused)).toEqual({ status: 403, code: 'FORBIDDEN', reason: 'platform_board_forbidden' })
})

test('a section that is not there takes no board out of the cache', async () => {
  const { id, url } = await aBoard()
  expect(answerOf(await call('DELETE', `${url}/sections/999`))).toEqual({ status: 404, code: 'NOT_FOUND' })
  expect(await isListed(id)).toBe(true)
})

test('one that was read or written since it was asked for stays, and so does that of another account', async () => {
  const { id } = await aBoard()
  const account = await requireAccount(db.sql, server.actor, accountId)
  const other = await another()
  await forgetBoard(db.sql, account, id, new Date(server.clock.now.getTime() - 1))
  await forgetBoard(db.sql, { ...account, organizationId: other.organizationId }, id, server.clock.now)
  await forgetBoard(db.sql, { ...account, id: other.accountId }, id, server.clock.now)
  expect(await isListed(id)).toBe(true)
  await forgetBoard(db.sql, account, id, server.clock.now)
  expect(await isListed(id)).toBe(false)
})
