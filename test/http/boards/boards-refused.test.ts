/** What the platform refuses or does not answer, in the words of /v1, for each operation on boards and sections. */
import { describe, expect, test } from 'vitest'
import type { FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { simulator } = server

type Fault = FaultInput['fault']
const OPERATIONS = {
  create_board: () => server.call('POST', server.boards, { name: 'Never made' }),
  update_board: () => server.call('PATCH', `${server.boards}/101`, { name: 'Never renamed' }),
  list_sections: () => server.call('GET', `${server.boards}/101/sections`),
  create_section: () => server.call('POST', `${server.boards}/101/sections`, { name: 'Never made' }),
  delete_section: () => server.call('DELETE', `${server.boards}/101/sections/1011`),
} as const
type Operation = keyof typeof OPERATIONS

const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }
const limited = (retryAfter: string) => ({
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  reason: 'platform_rate_limited',
  retryAfter,
})
const COMMON: [Fault, object][] = [
  ['rate_limited', limited('30')],
  ['forbidden', { status: 403, code: 'FORBIDDEN', reason: 'platform_board_forbidden' }],
  ['spam', { status: 403, code: 'FORBIDDEN' }],
  ['board_gone', { status: 404, code: 'NOT_FOUND' }],
  ['scope_missing', { status: 422, code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }],
  ['app_not_approved', { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: '3600' }],
  ['hang', timedOut],
  ['fail_500', timedOut],
  ['truncated', timedOut],
]
const CASES = Object.keys(OPERATIONS).flatMap((operation) =>
  COMMON.filter(([fault]) => !(fault === 'truncated' && operation !== 'list_sections')).map(
    ([fault, refusal]) => [operation as Operation, fault, refusal] as const,
  ),
)

describe.each([
  ...CASES,
  ['create_section', 'section_conflict', limited('5')] as const,
  ['delete_section', 'section_conflict', limited('5')] as const,
  ['update_board', 'commit_then_truncated', timedOut] as const,
])('%s: %s', (operation, fault, refusal) => {
  test('is told in our own words, and the sections in the cache stay, but those of a board that is gone', async () => {
    await db.sql`delete from sim_faults`
    await OPERATIONS.list_sections() // the board is back
    const times = fault === 'scope_missing' || operation === 'list_sections' ? 9 : 1 // a renewed token lacks it too; a read is repeated
    await simulator.fault({ operation, fault, times } as FaultInput)
    const answer = await OPERATIONS[operation]()
    expect(answerOf(answer)).toEqual(refusal)
    const mayHave = refusal === timedOut && operation !== 'list_sections'
    if (refusal === timedOut) expect(answer.body.error?.message).toContain(mayHave ? 'may or may not' : 'Nothing was changed')
    const cached = await db.sql`select id from board_sections where account_id = ${server.accountId} order by id`
    const isGone = fault === 'board_gone' && operation !== 'create_board'
    expect(cached.map(({ id }) => id as string)).toEqual(isGone ? [] : ['1011', '1012'])
  })
})

test('a token that only lacks a scope leaves the account connected', async () => {
  const [account] = await db.sql`select token_status from accounts where id = ${server.accountId}`
  expect(account).toEqual({ token_status: 'authorized' })
})

test('an access token that is over is renewed, and the write is done once', async () => {
  await db.sql`delete from sim_faults`
  await simulator.fault({ operation: 'create_board', fault: 'unauthorized' })
  const { status } = await server.call('POST', server.boards, { name: 'With a new token' })
  expect(status).toBe(201)
})

test('dead tokens: 422 on all of them, the team is told once, and from then on the platform is not asked', async () => {
  const dead = await server.another()
  await db.sql`update connections set access_token = 'pina_dead', refresh_token = 'pinr_dead' where account_id = ${dead.accountId}`
  const refusal = { status: 422, code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }
  const { boards } = dead
  expect(answerOf(await dead.call('POST', boards, { name: 'Dead' }))).toEqual(refusal)
  await simulator.fault({ operation: 'update_board', fault: 'fail_500' })
  expect(answerOf(await dead.call('PATCH', `${boards}/101`, { name: 'Dead' }))).toEqual(refusal)
  expect(answerOf(await dead.call('GET', `${boards}/101/sections`))).toEqual(refusal)
  expect(answerOf(await dead.call('POST', `${boards}/101/sections`, { name: 'Dead' }))).toEqual(refusal)
  expect(answerOf(await dead.call('DELETE', `${boards}/101/sections/1011`))).toEqual(refusal)
  expect(await db.sql`select operation from sim_faults`).toEqual([{ operation: 'update_board' }])
  const notices = await db.sql`select notice ->> 'kind' as kind from outbox where organization_id = ${dead.organizationId}`
  expect(notices.map(({ kind }) => kind as string)).toEqual(['reconnectNeeded'])
  expect((await dead.call('GET', boards)).body.data.boards).toHaveLength(2) // the listing is the cache's
})
