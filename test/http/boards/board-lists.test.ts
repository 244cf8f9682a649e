/** @see docs/contract.md#board-lists */
import { describe, expect, test } from 'vitest'
import { addBoard } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, simulator, another, accountId } = server
const lists = `/v1/accounts/${accountId}/board-lists`
const notFound = { status: 404, code: 'NOT_FOUND' }
const bad = (field: string) => ({ status: 400, code: 'BAD_REQUEST', field })
const create = async (body: unknown) => (await call('POST', lists, body)).body.data.boardList

test('a list is made, read, listed, replaced and deleted', async () => {
  const made = await call('POST', lists, { name: ' Kitchen ', boards: [{ id: '102' }, { id: 'b_101' }] })
  const list = made.body.data.boardList
  expect([made.status, made.body.data]).toEqual([
    201,
    {
      boardList: {
        id: list.id,
        name: 'Kitchen',
        accountId,
        boards: [
          { id: '102', order: 0 },
          { id: '101', order: 1 },
        ],
      },
    },
  ])
  expect(Number.isInteger(list.id)).toBe(true)
  const one = `${lists}/${list.id}`
  expect((await call('GET', one)).body.data).toEqual({ boardList: list })
  expect((await call('GET', lists)).body.data).toEqual({ boardLists: [list] })

  const replaced = await call('PUT', one, { name: 'Garden', boards: [{ id: '102', order: 4 }] })
  const after = { id: list.id, name: 'Garden', accountId, boards: [{ id: '102', order: 4 }] }
  expect([replaced.status, replaced.body.data]).toEqual([200, { boardList: after }])
  expect((await call('GET', lists)).body.data.boardLists).toEqual([after])

  for (const query of ['', '?confirm=false', '?confirm=1', '?confirm='])
    expect(answerOf(await call('DELETE', one + query))).toEqual(bad('confirm'))
  const deleted = await call('DELETE', `${one}?confirm=true`)
  expect([deleted.status, deleted.body.data]).toEqual([200, { deleted: true, boardListId: list.id }])
  expect(answerOf(await call('GET', one))).toEqual(notFound)
  expect((await call('GET', lists)).body.data.boardLists).toEqual([])
})

test('boards are answered by their order; where none is given it is the place, and equal ones stay as they came', async () => {
  await addBoard(db.sql, { id: '103', ownerId: '901', name: 'Hall', createdAt: START })
  const boards = [{ id: '101', order: 7 }, { id: '102' }, { id: '103', order: 1 }]
  expect((await create({ name: 'Ordered', boards })).boards).toEqual([
    { id: '102', order: 1 },
    { id: '103', order: 1 },
    { id: '101', order: 7 },
  ])
})

test('a list may be empty', async () => {
  expect((await create({ name: 'Empty', boards: [] })).boards).toEqual([])
})

describe('what is refused, with nothing written', () => {
  const board = { id: '101' }
  test.each<[object, string]>([
    [{}, 'name'],
    [{ boards: [board] }, 'name'],
    [{ name: 'Fine' }, 'boards'],
    [{ name: '', boards: [board] }, 'name'],
    [{ name: 'x'.repeat(256), boards: [board] }, 'name'],
    [{ name: 'Fine', boards: board }, 'boards'],
    [{ name: 'Fine', boards: ['101'] }, 'boards[0]'],
    [{ name: 'Fine', boards: [{ order: 1 }] }, 'boards[0].id'],
    [{ name: 'Fine', boards: [{ id: 'Kitchen ideas' }] }, 'boards[0].id'],
    [{ name: 'Fine', boards: [{ id: 101 }] }, 'boards[0].id'],
    [{ name: 'Fine', boards: [{ id: '102' }, { ...board, order: -1 }] }, 'boards[1].order'],
    [{ name: 'Fine', boards: [{ ...board, order: 1.5 }] }, 'boards[0].order'],
    [{ name: 'Fine', boards: [{ ...board, order: '1' }] }, 'boards[0].order'],
    [{ name: 'Fine', boards: [{ ...board, order: null }] }, 'boards[0].order'],
    [{ name: 'Fine', boards: [{ ...board, order: 2 ** 31 }] }, 'boards[0].order'],
    [{ name: 'Fine', boards: [{ ...board, name: 'Kitchen' }] }, 'boards[0].name'],
    [{ name: 'Fine', boards: [board, { id: '102' }, { id: 'b_101' }] }, 'boards[2].id'],
    [{ name: 'Fine', boards: Array.from({ length: 501 }, (_, index) => ({ id: String(1000 + index) })) }, 'boards'],
    [{ name: 'Fine', boards: [board], accountId: '1' }, 'accountId'],
  ])('%j: %s', async (body, field) => {
    const list = await create({ name: 'Stays', boards: [board] })
    const before = (await call('GET', lists)).body.data
    for (const [method, url] of [
      ['POST', lists],
      ['PUT', `${lists}/${list.id}`],
    ] as const) {
      const answer = await call(method, url, body)
      expect(answerOf(answer)).toEqual(bad(field))
      expect(answer.body.error?.message).toContain(field)
    }
    expect((await call('GET', lists)).body.data).toEqual(before)
  })

  test('a board that neither the cache nor the platform has', async () => {
    const { id } = await create({ name: 'Stays too', boards: [] })
    const body = { name: 'Fine', boards: [board, { id: '999' }] }
    for (const answer of [await call('POST', lists, body), await call('PUT', `${lists}/${id}`, body)]) {
      expect(answerOf(answer)).toEqual(notFound)
      expect(answer.body.error?.message).toBe('Board not found.')
    }
  })

  test('when the platform has to be asked for a board and refuses', async () => {
    await simulator.fault({ operation: 'list_boards', fault: 'rate_limited' })
    const answer = await call('POST', lists, { name: 'Fine', boards: [{ id: '998' }] })
    expect(answerOf(answer)).toMatchObject({ status: 503, reason: 'platform_rate_limited' })
  })

  test.each(['0', '-1', 'abc', '1.5', '9'.repeat(25), '999999'])('the list %s is not there', async (id) => {
    const url = `${lists}/${id}`
    for (const answer of [
      await call('GET', url),
      await call('PUT', url, { name: 'Fine', boards: [] }),
      await call('DELETE', `${url}?confirm=true`),
    ])
      expect(answerOf(answer)).toEqual(notFound)
  })

  test('an account that is not there, also when the list is of another one', async () => {
    const list = await create({ name: 'Ours', boards: [board] })
    const other = await another()
    const theirs = `/v1/accounts/${other.accountId}/board-lists`
    for (const url of [`${lists}/${list.id}`, `${theirs}/${list.id}`]) {
      expect(answerOf(await other.call('GET', url))).toEqual(notFound)
      expect(answerOf(await other.call('PUT', url, { name: 'Foreign', boards: [] }))).toEqual(notFound)
      expect(answerOf(await other.call('DELETE', `${url}?confirm=true`))).toEqual(notFound)
    }
    expect(answerOf(await other.call('GET', lists))).toEqual(notFound)
    expect(answerOf(await other.call('POST', lists, { name: 'Foreign', boards: [] }))).toEqual(notFound)
    expect((await other.call('GET', theirs)).body.data.boardLists).toEqual([])
    expect((await call('GET', `${lists}/${list.id}`)).body.data.boardList).toEqual(list)
  })
})

test('a board that the cache does not have is looked for once live, and then known', async () => {
  await addBoard(db.sql, { id: '777', ownerId: '901', name: 'Attic', createdAt: START })
  expect((await create({ name: 'Attics', boards: [{ id: '777' }] })).boards).toEqual([{ id: '777', order: 0 }])
  expect((await call('GET', server.boards)).body.data.boards).toContainEqual(
    expect.objectContaining({ id: '777', name: 'Attic' }),
  )
})

test('with an Idempotency-Key one list is made', async () => {
  const send = () => call('POST', lists, { name: 'Keyed', boards: [] }, { 'idempotency-key': 'list' })
  const [first, again] = [await send(), await send()]
  expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([201, 'true', first.body.data])
})

test('an account has at most 200 lists, also when several are made at once', async () => {
  const full = await another()
  await db.sql`
    insert into board_lists (organization_id, account_id, name, boards, created_at)
    select ${full.organizationId}, ${full.accountId}, 'List ' || n, '[]', ${START} from generate_series(1, 198) n`
  const url = `/v1/accounts/${full.accountId}/board-lists`
  const answers = await Promise.all(Array.from({ length: 5 }, () => full.call('POST', url, { name: 'One more', boards: [] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400])
  expect(answers.find(({ status }) => status === 400)?.body.error).toMatchObject({ field: 'name' })
  expect((await full.call('GET', url)).body.data.boardLists).toHaveLength(200)
})

test('an account without a connection has its lists', async () => {
  const alone = await another()
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${alone.accountId}`
  const url = `/v1/accounts/${alone.accountId}/board-lists`
  expect((await alone.call('POST', url, { name: 'Known boards', boards: [{ id: '101' }] })).status).toBe(201)
  expect(answerOf(await alone.call('POST', url, { name: 'Unknown board', boards: [{ id: '998' }] }))).toMatchObject({
    status: 422,
    reason: 'platform_reconnect_required',
  })
})
