/** @see docs/contract.md#boards */
import { describe, expect, test } from 'vitest'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aBoardServer, boardsNamed, answerOf } from './support/board-fixtures.js'
import { copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, another } = server
const found = async (id: string) => (await call('GET', boards)).body.data.boards.find((board) => board.id === id)

describe('what is changed', () => {
  test('a new name is on the platform, in the answer and in the listing at once', async () => {
    const { status, body } = await call('PATCH', `${boards}/101`, { name: ' Kitchens ' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      board: { id: '101', name: 'Kitchens', description: null, privacy: 'public', pinCount: 0, defaultLink: null },
    })
    expect(await boardsNamed(server, 'Kitchens')).toMatchObject([{ id: '101' }])
    expect(await found('101')).toMatchObject({ name: 'Kitchens' })
  })

  test('a description alone, with b_ before the id; the name stays', async () => {
    const { status, body } = await call('PATCH', `${boards}/b_102`, { description: 'Beds and paths' })
    expect([status, body.data.board]).toMatchObject([200, { id: '102', name: 'Garden', description: 'Beds and paths' }])
    expect(await found('102')).toMatchObject({ description: 'Beds and paths' })
  })

  test('a default link alone: it is ours, so Pinterest is not called, and reading the boards again leaves it', async () => {
    await simulator.fault({ operation: 'update_board', fault: 'fail_500', times: 1 })
    const link = 'https://shop.example.com/garden'
    const { status, body } = await call('PATCH', `${boards}/102`, { defaultLink: link })
    expect([status, body.data.board]).toMatchObject([200, { id: '102', defaultLink: link }])
    expect(await found('102')).toMatchObject({ defaultLink: link })
    expect((await call('PATCH', `${boards}/102`, { name: 'Front garden' })).status).toBeGreaterThanOrEqual(500) // nobody had met it
    const renamed = await call('PATCH', `${boards}/102`, { name: 'Front garden' })
    expect(renamed.body.data.board).toMatchObject({ name: 'Front garden', defaultLink: link })
    expect((await call('PATCH', `${boards}/102`, { defaultLink: 'ftp://x' })).body.error).toMatchObject({ field: 'defaultLink' })
    expect((await call('PATCH', `${boards}/102`, { defaultLink: null, name: 'Garden' })).body.data.board.defaultLink).toBeNull()
  })

  test('an empty description takes it away', async () => {
    await call('PATCH', `${boards}/102`, { description: 'Something' })
    const { body } = await call('PATCH', `${boards}/102`, { description: '  ' })
    expect(body.data.board.description).toBeNull()
    expect(await found('102')).toMatchObject({ description: null })
  })

  test('a board that the cache does not have is asked for once, and then known', async () => {
    await addBoard(db.sql, { id: '401', ownerId: '901', name: 'New elsewhere', createdAt: START })
    const { status } = await call('PATCH', `${boards}/401`, { name: 'Renamed here' })
    expect([status, await found('401')]).toMatchObject([200, { name: 'Renamed here' }])
  })

  test('the same again is no error', async () => {
    const once = await call('PATCH', `${boards}/101`, { name: 'Same' })
    expect((await call('PATCH', `${boards}/101`, { name: 'Same' })).body.data).toEqual(once.body.data)
  })

  test('a protected board can be read back', async () => {
    const id = '402'
    await addBoard(db.sql, { id, ownerId: '901', name: 'Protected', privacy: 'PROTECTED', createdAt: START })
    const { body } = await call('PATCH', `${boards}/${id}`, { description: 'Ads' })
    expect(body.data.board.privacy).toBe('protected')
  })
})

describe('what is refused, with nothing changed', () => {
  test.each<[object, string]>([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(181) }, 'name'],
    [{ name: null }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: null }, 'description'],
    [{ privacy: 'secret' }, 'privacy'],
    [{ name: 'Fine', privacy: 'public' }, 'privacy'],
    [{ name: 'Fine', pinCount: 3 }, 'pinCount'],
  ])('%j: %s', async (body, field) => {
    const before = (await simulator.state()).boards
    const answer = await call('PATCH', `${boards}/101`, body)
    expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field })
    expect((await simulator.state()).boards).toEqual(before)
  })

  test('privacy is refused with the reason', async () => {
    const { body } = await call('PATCH', `${boards}/101`, { privacy: 'secret' })
    expect(body.error?.message).toBe('privacy cannot be changed here: change it on Pinterest.')
  })

  test('a name that another board of the account has is a 400 in plain words', async () => {
    const answer = await call('PATCH', `${boards}/101`, { name: 'GARDEN' })
    expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field: 'name' })
    expect(answer.body.error?.message).toContain('already has a board with this name')
  })

  test.each(['Kitchen ideas', 'b_', 'https:%2F%2Fwww.pinterest.com%2Fmaker%2Fkitchen', '-1'])(
    'the name or address of a board (%s) is a 400, for sections too',
    async (name) => {
      const refusal = { status: 400, code: 'BAD_REQUEST', field: 'boardId' }
      const url = `${boards}/${encodeURI(name)}`
      expect(answerOf(await call('PATCH', url, { name: 'Fine' }))).toEqual(refusal)
      expect(answerOf(await call('GET', `${url}/sections`))).toEqual(refusal)
      expect(answerOf(await call('POST', `${url}/sections`, { name: 'Fine' }))).toEqual(refusal)
      expect(answerOf(await call('DELETE', `${url}/sections/1011`))).toEqual(refusal)
    },
  )

  test('an id that is longer than any is not found, and nobody is asked', async () => {
    const url = `${boards}/b_${'9'.repeat(41)}`
    await simulator.fault({ operation: 'get_board', fault: 'fail_500' })
    for (const answer of [
      await call('PATCH', url, { name: 'Fine' }),
      await call('GET', `${url}/sections`),
      await call('POST', `${url}/sections`, { name: 'Fine' }),
      await call('DELETE', `${url}/sections/1011`),
      await call('POST', `/v1/accounts/${server.accountId}/posts`, { mediaUrl, ...copy, boardId: '9'.repeat(100_000) }),
      await call('POST', `/v1/accounts/${server.accountId}/board-lists`, { name: 'Long', boards: [{ id: '9'.repeat(41) }] }),
    ])
      expect(answerOf(answer)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await db.sql`delete from sim_faults returning operation`).toEqual([{ operation: 'get_board' }])
  })

  test('a board that the platform does not have is not found; so are the boards of another organization', async () => {
    const refusal = { status: 404, code: 'NOT_FOUND' }
    expect(answerOf(await call('PATCH', `${boards}/999`, { name: 'Fine' }))).toEqual(refusal)
    const other = await another()
    expect(answerOf(await other.call('PATCH', `${boards}/101`, { name: 'Foreign' }))).toEqual(refusal)
    expect(await boardsNamed(server, 'Foreign')).toEqual([])
  })

  test("a board of somebody else's, on which the account collaborates, cannot be renamed", async () => {
    const { id: ownerId } = await addUser(db.sql, {
      username: 'other',
      displayName: 'Other',
      isBusiness: false,
      createdAt: START,
    })
    await addBoard(db.sql, { id: '501', ownerId, name: 'Of others', collaboratorIds: ['901'], createdAt: START })
    const answer = await call('PATCH', `${boards}/501`, { name: 'Ours' })
    expect(answerOf(answer)).toEqual({ status: 403, code: 'FORBIDDEN', reason: 'platform_board_forbidden' })
    expect(await found('501')).toMatchObject({ name: 'Of others', isCollaborator: true })
  })
})

test('a change that is not answered is a 504, and is seen once the boards were read again behind it', async () => {
  await simulator.fault({ operation: 'update_board', fault: 'commit_then_hang' })
  const answer = await call('PATCH', `${boards}/102`, { name: 'Gardens' })
  expect(answerOf(answer)).toEqual({ status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' })
  expect(await found('102')).toMatchObject({ name: 'Gardens' })
  expect((await call('PATCH', `${boards}/102`, { name: 'Gardens' })).status).toBe(200)
})

test('posts show the new name at once', async () => {
  await aDraft(server, { boardId: '102' })
  await call('PATCH', `${boards}/102`, { name: 'Allotment' })
  const { body } = await call('GET', `/v1/accounts/${server.accountId}/posts?status=draft`)
  expect(body.data.posts).toMatchObject([{ boardName: 'Allotment' }])
})
