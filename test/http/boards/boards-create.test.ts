/** @see docs/contract.md#boards */
import { describe, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aBoardServer, boardsNamed, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, another } = server
const keyed = (key: string) => ({ 'idempotency-key': key })
const listed = async (name: string) => (await call('GET', boards)).body.data.boards.filter((board) => board.name === name)

describe('what is made', () => {
  test('a board is on the platform, in the answer and in the listing at once', async () => {
    const { status, body } = await call('POST', boards, { name: '  Hallways ', description: 'Narrow ones', privacy: 'public' })
    const [made] = await boardsNamed(server, 'Hallways')
    expect(status).toBe(201)
    expect(body.data).toEqual({
      board: { id: made?.id, name: 'Hallways', description: 'Narrow ones', privacy: 'public', pinCount: 0, defaultLink: null },
    })
    expect(made).toMatchObject({ description: 'Narrow ones', privacy: 'PUBLIC' })
    expect(await listed('Hallways')).toMatchObject([{ id: made?.id, isCollaborator: false, isSecret: false }])
  })

  test('a name alone is enough: public, without a description', async () => {
    const { status, body } = await call('POST', boards, { name: 'Stairs' })
    expect([status, body.data.board]).toMatchObject([201, { name: 'Stairs', description: null, privacy: 'public' }])
    const empty = await call('POST', boards, { name: 'Steps', description: ' ' })
    expect([empty.status, empty.body.data.board.description]).toEqual([201, null])
  })

  test('a secret board is secret', async () => {
    const { status, body } = await call('POST', boards, { name: 'Presents', privacy: 'secret' })
    expect([status, body.data.board.privacy]).toEqual([201, 'secret'])
    expect(await listed('Presents')).toMatchObject([{ isSecret: true, privacy: 'secret' }])
  })

  test('lengths are code points: 180 and 500 emoji are taken', async () => {
    const { status, body } = await call('POST', boards, { name: '🪴'.repeat(180), description: '🌿'.repeat(500) })
    expect([status, body.data.board.name]).toEqual([201, '🪴'.repeat(180)])
  })
})

describe('what is refused, with nothing made', () => {
  test.each<[object, string]>([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \n ' }, 'name'],
    [{ name: 'x'.repeat(181) }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 'Fine', description: 'x'.repeat(501) }, 'description'],
    [{ name: 'Fine', description: null }, 'description'],
    [{ name: 'Fine', privacy: 'protected' }, 'privacy'],
    [{ name: 'Fine', privacy: 'PUBLIC' }, 'privacy'],
    [{ name: 'Fine', privacy: 'hidden' }, 'privacy'],
    [{ name: 'Fine', privacy: null }, 'privacy'],
    [{ name: 'Fine', id: '7' }, 'id'],
    [{ name: 'Fine', isAdsOnly: true }, 'isAdsOnly'],
  ])('%j: %s', async (body, field) => {
    const before = (await simulator.state()).boards
    const answer = await call('POST', boards, body)
    expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field })
    expect(answer.body.error?.message).toContain(field)
    expect((await simulator.state()).boards).toEqual(before)
  })

  test('protected is refused with what may be chosen instead', async () => {
    const { body } = await call('POST', boards, { name: 'Fine', privacy: 'protected' })
    expect(body.error?.message).toBe('privacy cannot be set to protected here: choose public or secret.')
  })

  test.each(['Garden', 'garden', ' GARDEN '])(
    'a name that the account has already (%j) is a 400 in plain words',
    async (name) => {
      const answer = await call('POST', boards, { name })
      expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field: 'name' })
      expect(answer.body.error?.message).toBe(
        'name is taken: the account already has a board with this name. Choose another one.',
      )
    },
  )

  test('what breaks the schema is told before an account that is not there', async () => {
    const nowhere = '/v1/accounts/999999/boards'
    expect(answerOf(await call('POST', nowhere, {}))).toMatchObject({ status: 400, field: 'name' })
    expect(answerOf(await call('POST', nowhere, { name: 'Fine' }))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(answerOf(await call('POST', '/v1/accounts/abc/boards', { name: 'Fine' }))).toEqual({ status: 404, code: 'NOT_FOUND' })
  })
})

test('an account of another organization is not found, and nothing is made there', async () => {
  const other = await another()
  const before = (await simulator.state()).boards
  const foreign = await other.call('POST', boards, { name: 'Foreign' })
  const missing = await other.call('POST', '/v1/accounts/999999/boards', { name: 'Foreign' })
  expect(answerOf(foreign)).toEqual({ status: 404, code: 'NOT_FOUND' })
  expect(foreign.body.error).toEqual(missing.body.error)
  expect((await simulator.state()).boards).toEqual(before)
})

test('two callers at once make one board: one has it, the other is told that the name is taken', async () => {
  for (const name of ['Race one', 'Race two', 'Race three']) {
    const answers = await Promise.all([call('POST', boards, { name }), call('POST', boards, { name })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(answers.map(({ body }) => body.error?.field).filter(Boolean)).toEqual(['name'])
    expect(await boardsNamed(server, name)).toHaveLength(1)
    expect(await listed(name)).toHaveLength(1)
  }
  expect(await db.sql`select * from board_creations`).toEqual([])
})

test('with ifMissing two callers at once have the same board, and a later one has it, too', async () => {
  for (const name of ['Shared one', 'Shared two', 'Shared three']) {
    const asked = { name, ifMissing: true }
    const answers = await Promise.all([call('POST', boards, asked), call('POST', boards, asked)])
    answers.push(await call('POST', boards, { ...asked, name: name.toUpperCase() }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const made = await boardsNamed(server, name)
    expect(made).toHaveLength(1)
    const ids = answers.map(({ body }) => (body.data as unknown as { board: { id: string } }).board.id)
    expect(new Set(ids).size).toBe(1)
    const acts = await db.sql`
      select 1 from audit where organization_id = ${server.organizationId} and subject = ${`board:${ids[0] ?? ''}`} and action = 'create'`
    expect(acts).toHaveLength(1)
  }
  expect(await db.sql`select * from board_creations`).toEqual([])
})

test('boards that the lines of a file name are created by their names, and the lines are then right', async () => {
  const line = (board: string) => `https://pictures.test/a.jpg,${board}`
  const csv = ['Media URL,Board', line('Brass lamps'), line('brass  lamps'), line('Oak'), line('x'.repeat(181)), ''].join('\n')
  const read = async () => {
    const { body } = await call('POST', `/v1/accounts/${server.accountId}/imports`, { csv, preview: true })
    return (body.data as unknown as { import: { created: number; unknownBoards: { name: string; lines: number }[] } }).import
  }
  const seen = await read()
  expect(seen).toMatchObject({
    created: 0,
    unknownBoards: [
      { name: 'Brass lamps', lines: 2 },
      { name: 'Oak', lines: 1 },
    ],
  })
  for (const { name } of seen.unknownBoards) expect((await call('POST', boards, { name, ifMissing: true })).status).toBe(201)
  expect(await read()).toMatchObject({ created: 3, unknownBoards: [] })
})

describe('with an Idempotency-Key', () => {
  test('the same request has one effect and the same answer', async () => {
    const first = await call('POST', boards, { name: 'Keyed' }, keyed('board-1'))
    const again = await call('POST', boards, { name: 'Keyed' }, keyed('board-1'))
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(again.body.data).toEqual(first.body.data)
    expect(await boardsNamed(server, 'Keyed')).toHaveLength(1)
  })

  test('a refusal releases the key', async () => {
    expect((await call('POST', boards, { name: 'Garden' }, keyed('board-2'))).status).toBe(400)
    expect((await call('POST', boards, { name: 'Gardens' }, keyed('board-2'))).status).toBe(201)
  })

  test('many at once make one board', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', boards, { name: 'Keyed race' }, keyed('board-3'))),
    )
    expect(await boardsNamed(server, 'Keyed race')).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error?.reason]).toEqual([409, 'idempotency_in_progress'])
  })

  test('when the key was lost to another request meanwhile, the next try is given the board that was made', async () => {
    const lost = { ...keyed('board-4') }
    await db.sql`
      create function lose_key() returns trigger language plpgsql as $$
      begin
        if new.key = 'board-4' and new.status is not null then return null; end if;
        return new;
      end $$`
    await db.sql`create trigger lose_key before update on idempotency_keys for each row execute function lose_key()`
    const answer = await call('POST', boards, { name: 'Lost key' }, lost)
    await db.sql`drop trigger lose_key on idempotency_keys`
    expect([answer.status, answer.body.error?.reason]).toEqual([409, 'idempotency_in_progress'])
    expect(await listed('Lost key')).toEqual([])
    const again = await call('POST', boards, { name: 'Lost key' }, lost)
    const [made] = await boardsNamed(server, 'Lost key')
    expect([again.status, again.body.data.board.id]).toEqual([201, made?.id])
    expect(await boardsNamed(server, 'Lost key')).toHaveLength(1)
  })
})
