/** GET /v1/accounts/{accountId}/boards/{boardId}/relevance */
import { beforeEach, describe, expect, test } from 'vitest'
import { setPlan, type PlanChange } from '../../../src/core/billing/plan.js'
import { beginHome, endHome } from '../../../src/core/notices/homes.js'
import type { FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf, type BoardServer } from '../boards/support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db, { credits: 0 })
const { simulator } = server
const pins = { boardId: '101', createdAt: START, count: 3 }
const titles = ['A cake for autumn', 'Velvet sofa', 'Lemon cake']
const [cake = '', , lemon = ''] = await addManyPins(db.sql, {
  ...pins,
  title: (n) => titles[n] ?? null,
  link: (n) => (n === 2 ? 'https://shop.test/lemon' : null),
})
beforeEach(() => db.sql`delete from sim_faults`)

const plan = (of: BoardServer, change: PlanChange) => setPlan(of.deps, of.actor, { accountId: of.accountId, change })
async function anotherWith(change: PlanChange): Promise<BoardServer> {
  const another = await server.another()
  await plan(another, change)
  return another
}
const CREDITS = { access: 'granted', credits: 5 } as const
const ask = (of: BoardServer, { boardId = '101', query = 'keyword=lemon%20cake', headers = {} } = {}) =>
  of.call('GET', `${of.boards}/${boardId}/relevance?${query}`, undefined, headers)
const booksOf = ({ organizationId }: BoardServer) => db.sql`
  select (select count(*)::int from credit_ledger where organization_id = ${organizationId}) as ledger,
         (select count(*)::int from audit where organization_id = ${organizationId}) as acts`
const creditsOf = async (of: BoardServer) => (await of.call('GET', `/v1/accounts/${of.accountId}/usage`)).body.data.usage.credits

test('a scored board: its tier, its counts, and the contributing pins with their destinations', async () => {
  const of = await anotherWith(CREDITS)
  const { status, body } = await ask(of)
  expect([status, body.data]).toEqual([
    200,
    {
      relevance: {
        state: 'scored',
        relevance: expect.stringMatching(/^(excellent|very-good|good|fair)$/) as string,
        contributingPinCount: 2,
        scoredPinCount: 3,
        truncated: false,
        pins: [
          { pinId: lemon, destinationUrl: 'https://shop.test/lemon', relevance: 'excellent' },
          { pinId: cake, relevance: expect.stringMatching(/^(very-good|good|fair)$/) as string },
        ],
      },
    },
  ])
  expect(await creditsOf(of)).toBe(4)
})

test('absent: no readable pins, not charged', async () => {
  const of = await anotherWith(CREDITS)
  const { status, body } = await ask(of, { boardId: '102' })
  expect([status, body.data, await creditsOf(of)]).toEqual([200, { relevance: { state: 'absent' } }, 5])
})

test('the charge is in the usage, under a key that begins with relevance', async () => {
  const of = await anotherWith(CREDITS)
  await ask(of)
  const { usage } = (await of.call('GET', `/v1/accounts/${of.accountId}/usage`)).body.data
  expect(usage.ledger[0]).toMatchObject({ kind: 'charge', unit: 'credit', amount: -1, balanceAfter: 4 })
  expect(usage.ledger[0]?.key).toMatch(/^relevance:/)
})

describe('bad input names the field and the fix, and changes nothing', () => {
  test.each([
    ['keyword is missing', { query: '' }, 'keyword', 'keyword is required.'],
    ['keyword is empty', { query: 'keyword=' }, 'keyword', 'keyword is empty: use 1 to 255 characters.'],
    ['keyword is blank', { query: 'keyword=%20%09' }, 'keyword', 'keyword is empty: use 1 to 255 characters.'],
    ['keyword is too long', { query: `keyword=${'a'.repeat(256)}` }, 'keyword', 'keyword is 1 character too long: at most 255.'],
    ['keyword has a NUL', { query: 'keyword=a%00b' }, 'keyword', 'keyword must not contain a NUL character.'],
    [
      'keyword has half of a surrogate pair',
      { query: 'keyword=a%ED%A0%80b' },
      'keyword',
      'keyword must be percent-encoded as UTF-8',
    ],
    ['keyword is in Latin-1', { query: 'x=1&keyword=caf%E9' }, 'keyword', 'keyword must be percent-encoded as UTF-8'],
    [
      'keyword is in Latin-1 behind signs of a query',
      { query: 'keyword=a=why?caf%E9' },
      'keyword',
      'keyword must be percent-encoded as UTF-8',
    ],
    ['keyword is encoded by half', { query: 'keyword=lemon%20cake%' }, 'keyword', 'keyword must be percent-encoded as UTF-8'],
    ['keyword is given twice', { query: 'keyword=a&keyword=b' }, 'keyword', 'keyword must be given once.'],
    ['the board is a name', { boardId: 'kitchen-ideas' }, 'boardId', 'boardId must be a numeric board id'],
    ['the board is an address', { boardId: 'https%3A%2F%2Fboards.test%2F1' }, 'boardId', 'boardId must be a numeric board id'],
  ])('%s', async (_, wrong, field, message) => {
    const of = await anotherWith(CREDITS)
    const before = await booksOf(of)
    const { status, body } = await ask(of, wrong)
    expect([status, body.error?.code, body.error?.field]).toEqual([400, 'BAD_REQUEST', field])
    expect(body.error?.message).toContain(message)
    expect(await booksOf(of)).toEqual(before)
  })
})

test('any other percent sign, and what the operation does not read, is let pass', async () => {
  const of = await anotherWith(CREDITS)
  for (const query of ['keyword=100%', 'keyword=100%25', 'keyword=caf%C3%A9+100%25', 'other=caf%E9&keyword=a'])
    expect((await ask(of, { query })).status).toBe(200)
  const acts = await db.sql<{ keyword: string }[]>`
    select after ->> 'keyword' as keyword
      from audit where organization_id = ${of.organizationId} and action = 'scoreRelevance' order by id`
  expect(acts.map(({ keyword }) => keyword)).toEqual(['100%', '100%', 'café 100%', 'a'])
})

describe('what is judged first', () => {
  const keyword = 'keyword=a'
  test('the key, then the form, then what is named, then the price, then the platform', async () => {
    const of = await anotherWith({ access: 'granted', credits: 0 })
    const { accountId } = await anotherWith(CREDITS)
    await db.sql`update accounts set token_status = 'unauthorized' where id = ${of.accountId}`
    const at = async (account: string, boardId: string, query: string, headers = {}) =>
      answerOf(await of.call('GET', `/v1/accounts/${account}/boards/${boardId}/relevance?${query}`, undefined, headers)).status
    expect(await at(accountId, 'x', '', { authorization: 'Bearer none' })).toBe(401)
    expect(await at(accountId, 'x', keyword)).toBe(400)
    expect(await at(accountId, '101', '')).toBe(400)
    expect(await at(accountId, '101', keyword)).toBe(404)
    expect(await at('x', '101', keyword)).toBe(404)
    expect(await at(of.accountId, '9'.repeat(41), keyword)).toBe(404)
    expect(await at(of.accountId, '101', keyword)).toBe(402)
    await plan(of, { credits: 1 })
    expect(await at(of.accountId, '101', keyword)).toBe(422)
    expect(await creditsOf(of)).toBe(1)
  })

  test("another organization's account and one that never was are the same 404", async () => {
    const [of, other] = [await anotherWith(CREDITS), await anotherWith(CREDITS)]
    const before = await booksOf(other)
    const charges = async (accountId: string) => {
      const { status, body } = await of.call('GET', `/v1/accounts/${accountId}/boards/101/relevance?${keyword}`)
      return [status, body.error]
    }
    expect(await charges(other.accountId)).toEqual(await charges('99999999'))
    expect((await charges(other.accountId))[0]).toBe(404)
    expect(await booksOf(other)).toEqual(before)
  })

  test('a board that the account does not have is a 404', async () => {
    const of = await anotherWith(CREDITS)
    const before = await booksOf(of)
    expect(answerOf(await ask(of, { boardId: '7777' }))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await booksOf(of)).toEqual(before)
  })
})

describe('402 says why, and where it can be resolved; nothing is read', () => {
  test.each<[string, PlanChange, string]>([
    ['insufficient_credits', { access: 'granted', credits: 0 }, '/billing/credits'],
    ['insufficient_credits', { access: 'subscribed', credits: 0, winback: true, trialPins: 2 }, '/billing/credits'],
    ['trial_exhausted', { access: 'none', credits: 5, trialPins: 0 }, '/billing/plans'],
    ['no_access', { access: 'none', credits: 5 }, '/billing/plans'],
  ])('%s', async (reason, change, path) => {
    const of = await anotherWith(change)
    const before = await booksOf(of)
    await simulator.fault({ operation: 'list_board_pins', fault: 'fail_500' })
    const { status, body } = await ask(of)
    const { publicUrl } = of.deps.settings
    expect([status, body.error]).toMatchObject([402, { code: 'PAYMENT_REQUIRED', reason, resolve_url: publicUrl + path }])
    const agent = await ask(of, { headers: { 'x-request-source': 'mcp' } })
    expect(agent.body.error?.resolve_url).toBe(`${publicUrl}/plans`)
    expect(await booksOf(of)).toEqual(before)
    expect(await db.sql`select operation from sim_faults`).toHaveLength(1) // nobody met it
  })
})

describe('what the platform refuses or does not answer is told in our words, and charges nothing', () => {
  const limited = { status: 503, code: 'SERVICE_UNAVAILABLE', reason: 'platform_rate_limited' }
  const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }
  test.each<[FaultInput['fault'], object]>([
    ['scope_missing', { status: 422, code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }],
    ['rate_limited', { ...limited, retryAfter: expect.stringMatching(/^[1-9]\d*$/) as string }],
    ['hang', timedOut],
    ['fail_500', timedOut],
    ['truncated', timedOut],
    ['forbidden', { status: 403, code: 'FORBIDDEN', reason: 'platform_board_forbidden' }],
    ['app_not_approved', { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: '3600' }],
    ['board_gone', { status: 404, code: 'NOT_FOUND' }],
  ])('%s', async (fault, charges) => {
    const of = await anotherWith(CREDITS)
    await simulator.fault({ operation: 'list_board_pins', fault, times: 9 } as FaultInput)
    const before = await booksOf(of)
    const answer = await ask(of)
    expect(answerOf(answer)).toEqual(charges)
    if (charges === timedOut) expect(answer.body.error?.message).toContain('Nothing was changed')
    expect([await booksOf(of), await creditsOf(of)]).toEqual([before, 5])
  })

  test('dead tokens: 422, and from then on the platform is not asked', async () => {
    const of = await anotherWith(CREDITS)
    await db.sql`update connections set access_token = 'pina_dead', refresh_token = 'pinr_dead' where account_id = ${of.accountId}`
    const charges = { status: 422, code: 'UNPROCESSABLE_ENTITY', reason: 'platform_reconnect_required' }
    expect(answerOf(await ask(of))).toEqual(charges)
    await simulator.fault({ operation: 'list_board_pins', fault: 'fail_500' })
    expect(answerOf(await ask(of))).toEqual(charges)
    expect([await creditsOf(of), await db.sql`select operation from sim_faults`]).toMatchObject([5, [{}]])
  })
})

describe('a GET that costs something', () => {
  test('has no HEAD beside it: a look at the headers would be charged', async () => {
    const of = await anotherWith(CREDITS)
    const head = await of.call('HEAD', `${of.boards}/101/relevance?keyword=lemon`)
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET'])
    expect(await creditsOf(of)).toBe(5)
  })

  test('is seen on the Homes of its account, which tell of its credits', async () => {
    const of = await anotherWith(CREDITS)
    const { organizationId, accountId } = of
    const key = { organizationId, teamId: 'T1', slackUserId: 'U1' }
    const { number } = await beginHome(db.sql, key, { isSeen: true }, START)
    await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
    expect((await ask(of)).status).toBe(200)
    const homes = () => db.sql`select is_dirty as dirty from homes where organization_id = ${organizationId}`
    await expect.poll(homes).toEqual([{ dirty: true }]) // after the answer: nobody waits for it
  })
})
