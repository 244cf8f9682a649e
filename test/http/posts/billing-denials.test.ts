import { describe, expect, test } from 'vitest'
import { setPlan, type PlanChange } from '../../../src/core/billing/plan.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aServer, copy, inDays, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()

const plan = (server: Server, change: PlanChange) => setPlan(server.deps, server.actor, { accountId: server.accountId, change })
const at = { sendAt: inDays(1).toISOString() }
const complete = { mediaUrl, ...copy, boardId: '101' }

async function disconnect({ organizationId, accountId }: Server) {
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId} and id = ${accountId}`
}
async function removeConnection({ organizationId, accountId }: Server) {
  await db.sql`delete from connections where organization_id = ${organizationId} and account_id = ${accountId}`
}
const nothingLeft = { allowance: 0, credits: 0 }

type Denial = {
  when: string
  prepare: (server: Server) => Promise<unknown>
  reason: string
  path: (server: Server) => string
  forMcp?: string
}
const credits = () => '/billing/credits'
const plans = () => '/billing/plans'
const connect = ({ accountId }: Server) => `/connect/${accountId}`

const cases: Denial[] = [
  {
    when: 'modular, granted, out of credits',
    prepare: (server) => plan(server, { access: 'granted', ...nothingLeft }),
    reason: 'insufficient_credits',
    path: credits,
    forMcp: '/plans',
  },
  {
    when: 'modular, subscribed, out of credits though trial pins are left',
    prepare: (server) => plan(server, { access: 'subscribed', ...nothingLeft, trialPins: 3 }),
    reason: 'insufficient_credits',
    path: credits,
    forMcp: '/plans',
  },
  {
    when: 'modular, the trial used up though credits are left',
    prepare: (server) => plan(server, { access: 'none', credits: 5, trialPins: 0 }),
    reason: 'trial_exhausted',
    path: plans,
    forMcp: '/plans',
  },
  {
    when: 'modular, a trial never offered though credits are left',
    prepare: (server) => plan(server, { access: 'none', credits: 5 }),
    reason: 'no_access',
    path: plans,
    forMcp: '/plans',
  },
  ...(['legacy', 'shopify'] as const).map((billingSystem) => ({
    when: `${billingSystem}, the post limit used up though credits are left`,
    prepare: async (server: Server) => {
      await plan(server, { billingSystem, postLimit: 1, access: 'granted', credits: 5 })
      await aQueuedPost(server)
    },
    reason: 'legacy_post_limit_exceeded',
    path: plans,
    forMcp: '/plans',
  })),
  ...(['modular', 'legacy', 'shopify'] as const).flatMap((billingSystem) => [
    {
      when: `${billingSystem}, the connection unusable`,
      prepare: async (server: Server) => {
        await plan(server, { billingSystem, credits: 5 })
        await disconnect(server)
      },
      reason: 'account_not_connected',
      path: connect,
    },
    {
      when: `${billingSystem}, the connection removed, winback or not`,
      prepare: async (server: Server) => {
        await plan(server, { billingSystem, winback: true })
        await removeConnection(server)
      },
      reason: 'account_not_connected',
      path: connect,
    },
  ]),
]

describe.each(cases)('rule 11: $when is denied with $reason', ({ prepare, reason, path, forMcp }) => {
  test('creating and scheduling alike, with where to resolve it, and nothing written', async () => {
    const server = await aServer(db)
    const { call, accountId, organizationId, deps } = server
    const draft = await aDraft(server)
    await prepare(server)
    const books = () => db.sql`
      select (select count(*)::int from credit_ledger where organization_id = ${organizationId}) as ledger,
             (select count(*)::int from posts where organization_id = ${organizationId}) as posts`
    const before = await books()
    const posts = `/v1/accounts/${accountId}/posts`
    const requests = [
      [posts, { ...complete, ...at }],
      [posts, { ...complete, useNextOpenSlot: true }],
      [`${posts}/${draft.id}/schedule`, at],
    ] as const
    for (const [url, body] of requests) {
      const { status, body: denied } = await call('POST', url, body)
      expect([status, denied.error]).toEqual([
        402,
        {
          code: 'PAYMENT_REQUIRED',
          message: expect.stringMatching(/\.$/) as string,
          reason,
          resolve_url: deps.settings.publicUrl + path(server),
        },
      ])
      const agent = await call('POST', url, body, { 'x-request-source': 'mcp' })
      expect(agent.body.error?.resolve_url).toBe(deps.settings.publicUrl + (forMcp ?? path(server)))
    }
    expect(await books()).toEqual(before)
  })

  test('the page it names exists', async () => {
    const server = await aServer(db)
    for (const url of [path(server), forMcp ?? path(server)]) expect((await server.app.inject(url)).statusCode).toBe(200)
  })
})

test.each(['modular', 'legacy', 'shopify'] as const)(
  'rule 11: on %s a draft, an edit and a reschedule need neither credit nor a live connection',
  async (billingSystem) => {
    const server = await aServer(db)
    const { call, accountId } = server
    const queued = await aQueuedPost(server)
    await plan(server, { billingSystem, postLimit: 0, access: 'none', ...nothingLeft })
    await disconnect(server)
    const posts = `/v1/accounts/${accountId}/posts`
    expect((await call('POST', posts, complete)).status).toBe(201)
    expect((await call('PATCH', `${posts}/${queued.id}`, { title: 'Another' })).status).toBe(200)
    expect((await call('POST', `${posts}/${queued.id}/schedule`, { sendAt: inDays(2).toISOString() })).status).toBe(200)
  },
)

test('rule 11: winback plans schedule free', async () => {
  const server = await aServer(db, { credits: 0 })
  await plan(server, { winback: true })
  const { status } = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, { ...complete, ...at })
  expect(status).toBe(201)
  const { body } = await server.call('GET', `/v1/accounts/${server.accountId}/usage`)
  expect(body.data.usage).toMatchObject({ unlimitedScheduling: true, ledger: [{ kind: 'charge', unit: 'free', amount: 0 }] })
})

test('rule 11: without access a pin takes one of the trial', async () => {
  const server = await aServer(db, { credits: 3 })
  await plan(server, { access: 'none', trialPins: 1 })
  const draft = await aDraft(server)
  const schedule = `/v1/accounts/${server.accountId}/posts/${draft.id}/schedule`
  expect((await server.call('POST', schedule, at)).status).toBe(200)
  expect((await server.call('GET', `/v1/accounts/${server.accountId}/usage`)).body.data.usage).toMatchObject({
    credits: 3,
    trialPinsLeft: 0,
  })
})

test.each(['legacy', 'shopify'] as const)(
  'rule 11: on %s a series counts whole against the limit, and spends no credits',
  async (billingSystem) => {
    const server = await aServer(db, { credits: 3 })
    await plan(server, { billingSystem, postLimit: 1 })
    const url = `/v1/accounts/${server.accountId}/posts`
    const series = {
      mediaUrl,
      ...copy,
      ...at,
      intervalBoards: [{ boardId: '101' }, { boardId: '102' }],
      intervalType: 'daily',
      intervalMode: 'exact',
    }
    const denied = await server.call('POST', url, series)
    expect([denied.status, denied.body.error?.reason]).toEqual([402, 'legacy_post_limit_exceeded'])
    await plan(server, { postLimit: 2 })
    expect((await server.call('POST', url, series)).status).toBe(201)
    const { body } = await server.call('GET', `/v1/accounts/${server.accountId}/usage`)
    expect(body.data.usage).toMatchObject({ postLimit: 2, postsThisPeriod: 2 })
    expect(await creditsOf(server)).toBe(3)
  },
)

test('a create that fails after its charge leaves no row in the ledger', async () => {
  const server = await aServer(db, { credits: 5 })
  const before = await db.sql`select id from credit_ledger where organization_id = ${server.organizationId}`
  const { status, body } = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, {
    mediaUrl,
    ...copy,
    ...at,
    intervalBoards: [{ boardId: '101' }, { boardId: '102' }],
    intervalType: 'daily', // the second needs a slot, and there is none
  })
  expect([status, body.error?.reason]).toEqual([422, 'no_open_slot'])
  expect(await db.sql`select id from credit_ledger where organization_id = ${server.organizationId}`).toEqual(before)
  expect(await db.sql`select id from posts where organization_id = ${server.organizationId}`).toHaveLength(0)
  expect(await creditsOf(server)).toBe(5)
})

test('scheduling that finds no slot gives its charge back by never having taken it', async () => {
  const server = await aServer(db, { credits: 5 })
  const draft = await aDraft(server)
  const schedule = `/v1/accounts/${server.accountId}/posts/${draft.id}/schedule`
  const { status, body } = await server.call('POST', schedule, { useNextOpenSlot: true })
  expect([status, body.error?.reason]).toEqual([422, 'no_open_slot'])
  expect(await creditsOf(server)).toBe(5)
  await aTimeslot(server, { day: 2, time: '09:00' })
  expect((await server.call('POST', schedule, { useNextOpenSlot: true })).status).toBe(200)
  expect(await creditsOf(server)).toBe(4)
})

test('what was deleted comes back where its charge is denied by now: a draft that names the denial', async () => {
  const server = await aServer(db)
  const { accountId } = server
  const post = await aQueuedPost(server)
  const bulk = await server.call('POST', `/v1/accounts/${accountId}/posts/bulk`, { ids: [post.id], action: 'delete' })
  const { changeId } = bulk.body.data as unknown as { changeId: string }
  await plan(server, { access: 'granted', ...nothingLeft })
  const { status, body } = await server.call('POST', `/v1/accounts/${accountId}/changes/${changeId}/undo`)
  expect([status, body.data]).toMatchObject([
    200,
    {
      posts: [{ id: post.id, status: 'draft', sendAt: null }],
      notScheduled: [{ postId: post.id, error: { code: 'PAYMENT_REQUIRED', reason: 'insufficient_credits' } }],
    },
  ])
})
