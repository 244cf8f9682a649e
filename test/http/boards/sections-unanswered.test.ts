/** A section that was requested and not answered is not made twice, although the platform allows duplicate names. */
import { expect, test } from 'vitest'
import { addBoard, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, accountId, organizationId, clock } = server
const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }

let next = 600
async function aBoard(...names: string[]) {
  const id = String(next++)
  await addBoard(db.sql, { id, ownerId: '901', name: `Board ${id}`, createdAt: START })
  for (const name of names) await addSection(db.sql, { boardId: id, name })
  const url = `${boards}/${id}/sections`
  await call('GET', url)
  const onPlatform = async (): Promise<string[]> =>
    (await db.sql<{ id: string }[]>`select id from sim_sections where board_id = ${id} order by number`).map((row) => row.id)
  const choices = () =>
    db.sql`select name_key, is_unknown from board_creations where account_id = ${accountId} and board_id = ${id}`
  return { id, url, onPlatform, choices, make: (name: string) => call('POST', url, { name }) }
}
type Found = Awaited<ReturnType<typeof aBoard>>
/** Neither the answer nor the search for it comes. */
async function unanswered(board: Found, name: string, fault: 'hang' | 'commit_then_500' | 'commit_then_hang' | 'fail_500') {
  await simulator.fault({ operation: 'create_section', fault })
  await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' })
  expect(answerOf(await board.make(name))).toEqual(timedOut)
}

test.each(['commit_then_500', 'commit_then_hang'] as const)(
  '%s, and it cannot be looked for: a 504, and the same again gives the section that it had made, once',
  async (fault) => {
    const board = await aBoard('Cups')
    await unanswered(board, 'Cups', fault)
    const [, made] = await board.onPlatform()
    expect(await board.choices()).toEqual([{ name_key: 'cups', is_unknown: true }])
    clock.advance(23 * HOUR_MS)
    const again = await board.make('  cups ')
    expect([again.status, again.body.data.section]).toEqual([201, { id: made, name: 'Cups' }])
    expect([await board.onPlatform(), await board.choices()]).toMatchObject([{ length: 2 }, []])
    expect((await board.make('Cups')).body.data.section.id).not.toBe(made) // it was given once
    expect(await board.onPlatform()).toHaveLength(3)
  },
)

test('one that was not made is made by the next try, and the wish is forgotten', async () => {
  const board = await aBoard('Cups')
  await unanswered(board, 'Cups', 'fail_500')
  expect((await board.make('Cups')).status).toBe(201)
  expect([await board.onPlatform(), await board.choices()]).toMatchObject([{ length: 2 }, []])
})

test('when the sections cannot be listed at the next try either, none is made', async () => {
  const board = await aBoard()
  await unanswered(board, 'Cups', 'commit_then_500')
  await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' })
  expect((await board.make('Cups')).status).toBe(503)
  expect(await board.onPlatform()).toHaveLength(1)
  expect((await board.make('Cups')).status).toBe(201)
  expect(await board.onPlatform()).toHaveLength(1)
})

test('another name, another board and another organization have nothing of it', async () => {
  const [board, other] = [await aBoard(), await aBoard()]
  await unanswered(board, 'Cups', 'commit_then_500')
  expect((await board.make('Mugs')).status).toBe(201)
  expect((await other.make('Cups')).status).toBe(201)
  const stranger = await server.another()
  expect((await stranger.call('POST', `${stranger.boards}/${board.id}/sections`, { name: 'Cups' })).status).toBe(201)
  expect([await board.onPlatform(), await other.onPlatform()]).toMatchObject([{ length: 3 }, { length: 1 }])
})

test('a board of that name asked for at the same time is another wish', async () => {
  const board = await aBoard()
  await unanswered(board, 'Cups', 'commit_then_500')
  expect((await call('POST', boards, { name: 'Cups' })).status).toBe(201)
  expect(await board.choices()).toHaveLength(1)
})

test('a try that is unanswered again, or refused, leaves the earlier one as it is', async () => {
  const board = await aBoard()
  await unanswered(board, 'Cups', 'hang')
  await simulator.fault({ operation: 'create_section', fault: 'forbidden' })
  expect((await board.make('Cups')).status).toBe(403)
  await simulator.fault({ operation: 'create_section', fault: 'hang' })
  expect((await board.make('Cups')).status).toBe(504)
  await addSection(db.sql, { boardId: board.id, name: 'Cups' }) // the platform was slow
  expect((await board.make('Cups')).status).toBe(201)
  expect(await board.onPlatform()).toHaveLength(1)
})

test('one that was refused leaves no wish', async () => {
  const board = await aBoard()
  for (const [fault, status] of [
    ['forbidden', 403],
    ['section_conflict', 503],
  ] as const) {
    await simulator.fault({ operation: 'create_section', fault })
    expect((await board.make('Cups')).status).toBe(status)
  }
  expect(await board.choices()).toEqual([])
})

test('after a day it is forgotten', async () => {
  const board = await aBoard()
  await unanswered(board, 'Cups', 'commit_then_500')
  clock.advance(DAY_MS)
  expect((await board.make('Cups')).status).toBe(201)
  expect(await board.onPlatform()).toHaveLength(2)
})

test('a process that died while it asked leaves its wish: after a minute the section is ours', async () => {
  const board = await aBoard()
  await db.sql`
    insert into board_creations (organization_id, account_id, board_id, name_key, asked_at)
    values (${organizationId}, ${accountId}, ${board.id}, 'orphan', ${clock.now})`
  const { id } = await addSection(db.sql, { boardId: board.id, name: 'Orphan' })
  clock.advance(60_000)
  expect((await board.make('Orphan')).body.data.section.id).toBe(id)
})

test('two callers at once, one of them unanswered: the next try is not given what the other was given', async () => {
  const board = await aBoard()
  await simulator.fault({ operation: 'create_section', fault: 'commit_then_hang' })
  const first = board.make('Both')
  await expect.poll(() => board.onPlatform()).toHaveLength(1)
  const second = await board.make('Both') // the first is still waiting
  expect(second.status).toBe(201)
  const given = await first
  const [ours] = await board.onPlatform()
  expect([given.status, given.body.data.section.id]).toEqual([201, ours])
  expect(second.body.data.section.id).not.toBe(ours)
  expect(await board.onPlatform()).toHaveLength(2)
})

test('two tries at once after an unanswered one make no second section', async () => {
  const board = await aBoard()
  await unanswered(board, 'Twice', 'commit_then_500')
  const answers = await Promise.all([board.make('Twice'), board.make('Twice')])
  const ids = new Set(answers.map(({ body }) => body.data.section.id))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect([[...ids], (await board.onPlatform()).length]).toEqual([await board.onPlatform(), ids.size])
})
