/**
 * A board that was requested and not answered is not made twice. @see docs/contract.md#boards,
 * docs/platform.md#unanswered-writes
 */
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aBoardServer, boardsNamed, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, clock, accountId } = server

const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }
const taken = { status: 400, code: 'BAD_REQUEST', field: 'name' }
const create = (name: string, more: object = {}) => call('POST', boards, { name, ...more })
const choices = () => db.sql`select name_key, is_unknown from board_creations where account_id = ${accountId} order by name_key`
const listed = async (name: string) => (await call('GET', boards)).body.data.boards.filter((board) => board.name === name)

test.each(['commit_then_hang', 'commit_then_500', 'commit_then_truncated'] as const)(
  '%s is a 504, and the same again gives the board that it had made',
  async (fault) => {
    await simulator.fault({ operation: 'create_board', fault })
    const first = await create(`After ${fault}`, { description: 'Once' })
    expect(answerOf(first)).toEqual(timedOut)
    expect(first.body.error?.message).toContain('may or may not have taken effect')
    const [made] = await boardsNamed(server, `After ${fault}`)
    expect(await listed(`After ${fault}`)).toMatchObject([{ id: made?.id }]) // read again behind the 504
    clock.advance(23 * HOUR_MS)
    const again = await create(`  after ${fault} `)
    expect([again.status, again.body.data.board]).toEqual([
      201,
      { id: made?.id, name: `After ${fault}`, description: 'Once', privacy: 'public', pinCount: 0, defaultLink: null },
    ])
    expect(await boardsNamed(server, `After ${fault}`)).toHaveLength(1)
    expect(await choices()).toEqual([])
    expect(answerOf(await create(`After ${fault}`))).toEqual(taken) // it was given once
  },
)

test.each(['hang', 'fail_500'] as const)('after %s, which made nothing, the same again makes it', async (fault) => {
  await simulator.fault({ operation: 'create_board', fault })
  expect(answerOf(await create(`After ${fault}`))).toEqual(timedOut)
  expect(await boardsNamed(server, `After ${fault}`)).toEqual([])
  expect((await create(`After ${fault}`)).status).toBe(201)
  expect(await boardsNamed(server, `After ${fault}`)).toHaveLength(1)
  expect(await choices()).toEqual([])
})

test('the key of a request that was not answered is free again', async () => {
  const key = { 'idempotency-key': 'unanswered' }
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await call('POST', boards, { name: 'Keyed' }, key)).status).toBe(504)
  const again = await call('POST', boards, { name: 'Keyed' }, key)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined])
  expect(await boardsNamed(server, 'Keyed')).toHaveLength(1)
})

test('a board of that name that was there before is not taken for ours', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'hang' })
  expect((await create('Garden')).status).toBe(504)
  expect(await choices()).toEqual([{ name_key: 'garden', is_unknown: true }])
  expect(answerOf(await create('Garden'))).toEqual(taken)
  expect(await choices()).toEqual([])
})

test('a board that we knew before, and that was given the name meanwhile, is not taken for ours', async () => {
  await addBoard(db.sql, { id: '88', ownerId: '901', name: 'Attic', createdAt: clock.now })
  expect((await call('GET', `${boards}/88/sections`)).status).toBe(200)
  await simulator.fault({ operation: 'create_board', fault: 'hang' })
  expect((await create('Loft')).status).toBe(504)
  await db.sql`update sim_boards set name = 'Loft' where id = '88'`
  expect(answerOf(await create('Loft'))).toEqual(taken)
})

test("a board of that name that is somebody else's is not taken for ours", async () => {
  const { id: ownerId } = await addUser(db.sql, {
    username: 'other',
    displayName: 'Other',
    isBusiness: false,
    createdAt: clock.now,
  })
  await simulator.fault({ operation: 'create_board', fault: 'hang' })
  expect((await create('Garden')).status).toBe(504)
  await addBoard(db.sql, { id: '77', ownerId, name: 'Garden', collaboratorIds: ['901'], createdAt: clock.now })
  expect(answerOf(await create('Garden'))).toEqual(taken)
})

test('who then asks for a secret board is not given the public one, which its own question still finds', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await create('Plans')).status).toBe(504)
  expect(answerOf(await create('Plans', { privacy: 'secret' }))).toEqual(taken)
  const { status, body } = await create('Plans')
  expect([status, body.data.board.privacy]).toEqual([201, 'public'])
})

test('after a day the wish is forgotten', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await create('Long ago')).status).toBe(504)
  clock.advance(24 * HOUR_MS)
  expect(answerOf(await create('Long ago'))).toEqual(taken)
})

test('a try that is unanswered again, or refused, leaves the earlier one as it is', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await create('Thrice')).status).toBe(504)
  clock.advance(HOUR_MS)
  for (const [fault, status] of [
    ['hang', 504],
    ['rate_limited', 503],
    ['forbidden', 403],
  ] as const) {
    await simulator.fault({ operation: 'create_board', fault })
    expect((await create('Thrice')).status).toBe(status)
  }
  expect((await create('Thrice')).status).toBe(201)
  expect(await boardsNamed(server, 'Thrice')).toHaveLength(1)
})

test('when the boards cannot be listed, nothing is decided: the next try is', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await create('Listed late')).status).toBe(504)
  expect(await listed('Listed late')).toHaveLength(1)
  await simulator.fault({ operation: 'list_boards', fault: 'rate_limited' })
  expect(answerOf(await create('Listed late'))).toEqual({
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    reason: 'platform_rate_limited',
    retryAfter: '30',
  })
  expect((await create('Listed late')).status).toBe(201)
})

test('a process that died while it asked leaves its wish: after a minute the board is ours', async () => {
  const { organizationId } = server
  await db.sql`
    insert into board_creations (organization_id, account_id, name_key, asked_at)
    values (${organizationId}, ${accountId}, 'orphan', ${clock.now})`
  const [{ id } = { id: '' }] = [await addBoard(db.sql, { ownerId: '901', name: 'Orphan', createdAt: clock.now })]
  clock.advance(59_000)
  expect(answerOf(await create('Orphan'))).toEqual(taken) // it may be answered still
  clock.advance(1_000)
  const { status, body } = await create('Orphan')
  expect([status, body.data.board.id]).toEqual([201, id])
})

test('two callers at once, one of them unanswered: one board, which the unanswered one is given at its next try', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  const first = create('Both')
  await expect.poll(() => boardsNamed(server, 'Both')).toHaveLength(1)
  expect(answerOf(await create('Both'))).toEqual(taken) // the first is still waiting
  expect(answerOf(await first)).toEqual(timedOut)
  expect((await create('Both')).status).toBe(201)
  expect(await boardsNamed(server, 'Both')).toHaveLength(1)
})

test('two tries at once after an unanswered one give the same board', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect((await create('Twice')).status).toBe(504)
  const [made] = await boardsNamed(server, 'Twice')
  const answers = await Promise.all([create('Twice'), create('Twice')])
  const given = answers.filter(({ status }) => status === 201)
  expect(given.length).toBeGreaterThan(0)
  for (const { status, body } of answers) {
    if (status === 201) expect(body.data.board.id).toBe(made?.id)
    else expect(status).toBe(400)
  }
  expect(await boardsNamed(server, 'Twice')).toHaveLength(1)
})

test('nobody there to ask: nothing was changed, and the wish is forgotten', async () => {
  const gone = await aBoardServer(db)
  await gone.simulator.closeServer()
  const answer = await gone.call('POST', gone.boards, { name: 'Nowhere' })
  expect(answerOf(answer)).toEqual(timedOut)
  expect(answer.body.error?.message).toContain('Nothing was changed')
  expect(await db.sql`select * from board_creations where account_id = ${gone.accountId}`).toEqual([])
})
