import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { recommendedPinsSchema } from '../../../src/http/wire/relevance.js'
import { clearFaults, type FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from '../boards/support/board-fixtures.js'
import type { Answer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, organizationId } = server
const url = `${boards}/102/recommended-pins`
afterEach(() => clearFaults(db.sql))

const strict = z.strictObject({ pins: z.array(z.strictObject(recommendedPinsSchema.shape.pins.element.shape)) })
const pinsOf = ({ text }: Answer) => strict.parse((JSON.parse(text) as { data: unknown }).data).pins

const stranger = await addUser(db.sql, { username: 'stranger', displayName: 'S', isBusiness: false, createdAt: START })
const open = await addBoard(db.sql, { ownerId: stranger.id, name: 'Open', createdAt: START })
const ids = await addManyPins(db.sql, { boardId: open.id, createdAt: START, count: 30, title: (n) => `Wicker basket ${n}` })

test('ten public pins are recommended, or as many as asked for, each with its tier', async () => {
  const answer = await call('GET', `${url}?keyword=wicker+basket`)
  expect(answer.status).toBe(200)
  const pins = pinsOf(answer)
  expect(pins).toHaveLength(10)
  expect(pins[0]).toEqual({
    id: ids.at(-1),
    title: 'Wicker basket 29',
    description: null,
    link: 'https://shop.example/30',
    thumbnailUrl: expect.stringMatching(/^http/) as string,
    relevance: expect.stringMatching(/^(excellent|very-good|good|fair)$/) as string,
  })
  expect(pinsOf(await call('GET', `${boards}/b_102/recommended-pins?keyword=Wicker%20Basket&limit=25`))).toHaveLength(25)
})

test('nothing on the topic is an empty list', async () => {
  const answer = await call('GET', `${url}?keyword=zzyzx`)
  expect([answer.status, pinsOf(answer)]).toEqual([200, []])
})

test.each([
  ['', 'keyword'],
  ['keyword=', 'keyword'],
  ['keyword=%20%20', 'keyword'],
  [`keyword=${'x'.repeat(256)}`, 'keyword'],
  ['keyword=a%00b', 'keyword'],
  ['keyword=a&keyword=b', 'keyword'],
  ['keyword=a&limit=0', 'limit'],
  ['keyword=a&limit=26', 'limit'],
  ['keyword=a&limit=1.5', 'limit'],
])('?%s is a 400 that names the field', async (query, field) => {
  expect(answerOf(await call('GET', `${url}?${query}`))).toEqual({ status: 400, code: 'BAD_REQUEST', field })
})

test('255 characters are code points', async () => {
  expect((await call('GET', `${url}?keyword=${encodeURIComponent('🧺'.repeat(255))}`)).status).toBe(200)
})

test('a board’s name is a 400; a board or an account that is not ours a 404', async () => {
  expect(answerOf(await call('GET', `${boards}/Garden/recommended-pins?keyword=a`))).toMatchObject({
    status: 400,
    field: 'boardId',
  })
  expect(answerOf(await call('GET', `${boards}/99/recommended-pins?keyword=a`))).toEqual({ status: 404, code: 'NOT_FOUND' })
  const foreign = await server.another()
  expect(answerOf(await call('GET', `${foreign.boards}/102/recommended-pins?keyword=a`))).toEqual({
    status: 404,
    code: 'NOT_FOUND',
  })
})

const TABLE: [FaultInput, { status: number; code: string; reason?: string; retryAfter?: unknown }][] = [
  [
    { operation: 'search_partner_pins', fault: 'fail_500', times: 10 },
    { status: 502, code: 'BAD_GATEWAY', reason: 'recommended_pins_search_failed' },
  ],
  [
    { operation: 'search_partner_pins', fault: 'app_not_approved', times: 10 },
    { status: 502, code: 'BAD_GATEWAY', reason: 'recommended_pins_search_failed' },
  ],
  [
    { operation: 'search_partner_pins', fault: 'rate_limited', times: 10 },
    { status: 503, code: 'SERVICE_UNAVAILABLE', reason: 'platform_rate_limited', retryAfter: expect.stringMatching(/^\d+$/) },
  ],
  [
    { operation: 'list_board_pins', fault: 'fail_500', times: 10 },
    { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' },
  ],
  [
    { operation: 'search_partner_pins', fault: 'scope_missing', times: 10 },
    { status: 422, code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' },
  ],
]
test.each(TABLE)('%j is told in the words of the contract', async (fault, charges) => {
  await server.simulator.fault(fault)
  const answer = await call('GET', `${url}?keyword=${fault.operation}+${fault.fault}`)
  expect(answerOf(answer)).toEqual(charges)
})

test('one keyword too many is a 429 that says when to come again', async () => {
  await db.sql`
    insert into keyword_searches (organization_id, keyword, searched_at)
    select ${organizationId}, 'made up ' || n, ${START}::timestamptz from generate_series(1, 30) n`
  expect(answerOf(await call('GET', `${url}?keyword=one+more`))).toEqual({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    reason: 'recommended_pins_rate_limited',
    retryAfter: '3600',
  })
})
