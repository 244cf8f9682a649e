/** Each event is written once, with what happened, by whichever entry point; its resource is as /v1 showed it then. */
import { expect, test } from 'vitest'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { markAlive, markUnauthorized, notifyLackingScope } from '../../../src/core/connections/unauthorized.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { deleteAccount } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { DAY_MS, HOUR_MS } from '../../../src/core/lib/duration.js'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { swapPosts } from '../../../src/core/posts/schedule/swap.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { eventIdOf, type WebhookEvent } from '../../../src/core/events/events.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anotherAccount, aQueuedPost, inDays } from '../../support/factories.js'
import { aServer, mediaUrl, type Server } from '../../http/support/support.js'
import { type ApiDocument, makeEventCheck } from '../../http/support/answers.js'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { aPin, aPublishWorld, MINUTE_MS, workFor } from '../../publish/support/support.js'
import { makeShowSubject } from '../../../src/http/wire/webhook-event.js'
import { type HappenedEvent, subjectOf } from '../../../src/core/webhooks/subject.js'

const { db } = await aDatabase()
const { sql } = db
const studio = await aPublishWorld(db)
/** Every event of these tests is what the OpenAPI document says of it. */
const describedAs = makeEventCheck((await (await aServer(db)).app.inject('/v1/openapi.json')).json<ApiDocument>())

async function told(events: WebhookEvent[] | ['*'] = ['*']): Promise<Server> {
  const server = await aServer(db)
  await createWebhook(server.deps, server.actor, { url: 'https://hooks.example.com/', events })
  return server
}

/** What happened since the last call. */
async function happened({ organizationId, deps }: Pick<Server, 'organizationId' | 'deps'>) {
  const rows = await sql<HappenedEvent[]>`
    select e.organization_id as "organizationId", e.id, e.type, e.account_id as "accountId", e.at, e.subject
      from webhook_events e
     where e.organization_id = ${organizationId}
       and (select count(*) from webhook_deliveries d where d.organization_id = e.organization_id and d.event_id = e.id) = 1
     order by e.id`
  await sql`delete from webhook_events where organization_id = ${organizationId}`
  const show = makeShowSubject(deps.settings)
  return rows.map((event) => {
    const { type, at, accountId, id } = event
    const data = show(subjectOf(event), at) as Record<string, unknown>
    expect(describedAs({ type, timestamp: at.toISOString(), data, organizationId, accountId, id: eventIdOf(id) })).toBeUndefined()
    return { type, data }
  })
}
const typesOf = async (server: Pick<Server, 'organizationId' | 'deps'>) => (await happened(server)).map(({ type }) => type)

const person = ({ organizationId }: Server, role: Actor['role'], name: string): Actor => ({
  organizationId,
  role,
  via: 'slack',
  userId: `T1:U${name}`,
})

test('post.scheduled: the post as /v1 shows it, when it is placed, when it is moved, and when it is scheduled again for the time it has', async () => {
  const server = await told()
  const { accountId } = server
  const body = { mediaUrl, title: 'A shelf', description: 'Of oak', url: 'https://shop.test/shelf', boardId: '101' }
  const sendAt = inDays(server, 3).toISOString()
  const made = await server.call('POST', `/v1/accounts/${accountId}/posts`, { ...body, sendAt })
  expect(await happened(server)).toEqual([{ type: 'post.scheduled', data: made.body.data.post }])
  const at = `/v1/accounts/${accountId}/posts/${made.body.data.post.id}`
  const moved = await server.call('POST', `${at}/schedule`, { sendAt: inDays(server, 4).toISOString() })
  expect(await happened(server)).toEqual([{ type: 'post.scheduled', data: moved.body.data.post }])
  const again = await server.call('POST', `${at}/schedule`, { sendAt: inDays(server, 4).toISOString() })
  expect(await happened(server)).toEqual([{ type: 'post.scheduled', data: again.body.data.post }])
  await server.call('PATCH', at, { title: 'Another' })
  await server.call('DELETE', `${at}/schedule`)
  expect(await happened(server)).toEqual([])
})

test('a paused account is no secret of its pins', async () => {
  const server = await told()
  const { accountId } = server
  await server.call('POST', `/v1/accounts/${accountId}/publishing/pause`)
  const post = await aQueuedPost(server)
  const shown = await server.call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)
  expect(await happened(server)).toEqual([{ type: 'post.scheduled', data: shown.body.data.post }])
})

test('every board of a series, both pins of a swap, and a pin whose unscheduling is undone', async () => {
  const server = await told()
  const { deps, accountId, actor } = server
  const body = {
    mediaUrl,
    title: 'A',
    description: 'B',
    url: 'https://shop.test/s',
    intervalBoards: [{ boardId: '101' }, { boardId: '102' }],
  }
  const made = await server.call('POST', `/v1/accounts/${accountId}/posts`, {
    ...body,
    intervalType: 'daily',
    intervalMode: 'exact',
    sendAt: inDays(server, 2).toISOString(),
  })
  expect(await typesOf(server)).toEqual(['post.scheduled', 'post.scheduled'])
  await deleteSeries(deps, actor, { accountId, intervalGroupId: made.body.data.post.intervalGroupId ?? '' })
  expect(await typesOf(server)).toEqual(['post.deleted', 'post.deleted'])
  const [one, two] = [await aQueuedPost(server), await aQueuedPost(server, { at: inDays(server, 5) })]
  await happened(server)
  await swapPosts(deps, actor, { accountId, postId: one.id, otherPostId: two.id })
  expect(await typesOf(server)).toEqual(['post.scheduled', 'post.scheduled'])
  const slack = person(server, 'admin', 'ADA')
  const { version } = await unschedulePost(deps, slack, { accountId, postId: one.id })
  expect(await typesOf(server)).toEqual([])
  await undoChange(deps, slack, { accountId, postId: one.id, version })
  expect(await typesOf(server)).toEqual(['post.scheduled'])
})

test('post.deleted: the post as it was', async () => {
  const server = await told(['post.deleted'])
  const { deps, accountId, actor } = server
  const post = await aQueuedPost(server)
  const shown = await server.call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)
  await deletePost(deps, actor, { accountId, postId: post.id })
  expect(await happened(server)).toEqual([{ type: 'post.deleted', data: shown.body.data.post }])
})

test('post.sent, by the batch of the publisher and with a notice of each', async () => {
  const { deps, actor, organizationId } = studio
  await createWebhook(deps, actor, { url: 'https://hooks.example.com/', events: ['post.sent', 'post.late'] })
  const post = await aPin(studio, { url: 'https://example.com/one' })
  await workFor(studio, 2 * MINUTE_MS)
  const [one] = await happened(studio)
  expect(one).toMatchObject({ type: 'post.sent', data: { id: post.id, status: 'sent', state: { name: 'published' } } })
  expect(one?.data['pinId']).toMatch(/^\d+$/)
  await sql`update accounts set tells_published = true where organization_id = ${organizationId}`
  await aPin(studio, { url: 'https://example.com/two' })
  await workFor(studio, 2 * MINUTE_MS)
  expect(await typesOf(studio)).toEqual(['post.sent'])
})

test('post.failed and post.late: with the reason, and what it waits for', async () => {
  const server = await told()
  const { deps, clock } = server
  const post = await aQueuedPost(server, { at: new Date(clock.now.getTime() + HOUR_MS) })
  await happened(server)
  clock.advance(HOUR_MS + 11 * MINUTE_MS)
  await sweepLate(deps)
  expect(await happened(server)).toMatchObject([
    { type: 'post.late', data: { id: post.id, status: 'queued', state: { isLate: true } } },
  ])
  await sweepLate(deps)
  expect(await happened(server)).toEqual([])
  clock.advance(DAY_MS)
  await sweepLate(deps)
  expect(await happened(server)).toMatchObject([
    { type: 'post.failed', data: { id: post.id, status: 'draft', failure: { reason: 'missed' }, state: { name: 'failed' } } },
  ])
})

test('approval.requested and approval.decided: approved, declined, withdrawn', async () => {
  const server = await told()
  const { deps, accountId, organizationId } = server
  await sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const [asker, boss] = [person(server, 'contributor', 'BEA'), person(server, 'scheduler', 'CY')]
  const ask = async () => {
    const { id } = await aDraft(server)
    await sql`update posts set created_by = ${asker.userId} where organization_id = ${organizationId} and id = ${id}`
    const { approval, version } = await schedulePost(deps, asker, {
      accountId,
      postId: id,
      when: { kind: 'at', at: inDays(server, 2) },
    })
    const [requested] = await happened(server)
    const shown = await server.call('GET', `/v1/accounts/${accountId}/approvals/${approval!.id}`)
    expect(requested).toEqual({ type: 'approval.requested', data: (shown.body.data as { approval?: object }).approval })
    return { postId: id, version, ref: { accountId, approvalId: approval!.id } }
  }
  const first = await ask()
  await approvePin(deps, boss, { ...first.ref, version: first.version })
  expect(await happened(server)).toMatchObject([
    { type: 'post.scheduled', data: { id: first.postId } },
    { type: 'approval.decided', data: { id: first.ref.approvalId, state: 'approved', decidedBy: boss.userId } },
  ])
  const second = await ask()
  await declinePin(deps, boss, { ...second.ref, kind: 'changes_requested', reason: 'Brighter, please' })
  expect(await happened(server)).toMatchObject([
    { type: 'approval.decided', data: { state: 'changes_requested', reason: 'Brighter, please' } },
  ])
  const third = await ask()
  await deletePost(deps, asker, { accountId, postId: third.postId })
  expect(await happened(server)).toMatchObject([
    { type: 'post.deleted' },
    { type: 'approval.decided', data: { state: 'withdrawn' } },
  ])
})

test('account.connected and account.reconnect_required: once for each time, also where a scope is missing', async () => {
  const server = await told()
  const { deps, actor, accountId } = server
  const account = () => requireAccount(sql, actor, accountId)
  const found = { id: '4711', username: 'new', displayName: 'New', avatarUrl: null, isBusiness: false, websiteUrl: null }
  const platform = { ...deps.platform, readUser: () => Promise.resolve(found) } as unknown as typeof deps.platform // what addAccount() asks
  await addAccount(
    { ...deps, platform },
    { ...actor, via: 'operator' },
    { accessToken: 'pina_x', refreshToken: null, timezone: null },
  )
  expect(await happened(server)).toMatchObject([{ type: 'account.connected', data: { username: 'new', tokenAuthorized: true } }])
  for (let n = 0; n < 3; n++) await notifyLackingScope(sql, await account(), server.clock.now)
  const [lacking, ...more] = await sql<
    { type: string }[]
  >`select type from webhook_events where organization_id = ${server.organizationId}`
  expect([lacking?.type, more.length]).toEqual(['account.reconnect_required', 0])
  await happened(server)
  await db.tx(async (tx) => markUnauthorized(tx, await account(), server.clock.now))
  await db.tx(async (tx) => markUnauthorized(tx, await account(), server.clock.now))
  expect(await happened(server)).toMatchObject([{ type: 'account.reconnect_required', data: { tokenStatus: 'unauthorized' } }])
  await db.tx(async (tx) => markAlive(tx, await account(), server.clock.now))
  expect(await typesOf(server)).toEqual(['account.connected'])
  await disconnectAccount(deps, actor, { accountId })
  await disconnectAccount(deps, actor, { accountId })
  expect(await typesOf(server)).toEqual(['account.reconnect_required'])
})

test('schedule.full: when somebody finds no open slot, once a day', async () => {
  const server = await told()
  const { deps, actor, accountId, clock } = server
  const refused = async () => {
    const { id } = await aDraft(server)
    await expect(schedulePost(deps, actor, { accountId, postId: id, when: { kind: 'nextOpenSlot' } })).rejects.toMatchObject({
      details: { reason: 'no_open_slot' },
    })
  }
  await refused()
  await refused()
  const rows = await sql<{ type: string }[]>`select type from webhook_events where organization_id = ${server.organizationId}`
  expect(rows.map(({ type }) => type)).toEqual(['schedule.full'])
  clock.advance(DAY_MS)
  await refused()
  expect(await typesOf(server)).toEqual(['schedule.full', 'schedule.full'])
})

test('an endpoint of some accounts hears of these alone, and what is rolled back did not happen', async () => {
  const server = await aServer(db)
  const { deps, actor, accountId } = server
  const other = await anotherAccount(server)
  await createWebhook(deps, actor, { url: 'https://hooks.example.com/', events: ['*'], accountIds: [other.accountId] })
  await aQueuedPost(server)
  const { id } = await aDraft(server)
  const when = { kind: 'at', at: inDays(server, 2) } as const
  const late = () => Promise.reject(new Error('at the end'))
  await expect(schedulePost(deps, actor, { accountId, postId: id, when }, late)).rejects.toThrow('at the end')
  expect(await happened(server)).toEqual([])
  await aQueuedPost(other, { boardId: '201' })
  expect(await typesOf(server)).toEqual(['post.scheduled'])
})

test('a deleted account leaves no event, and no endpoint hears of all accounts by it', async () => {
  const server = await aServer(db)
  const { deps, actor } = server
  const other = await anotherAccount(server)
  const { webhook } = await createWebhook(deps, actor, {
    url: 'https://hooks.example.com/',
    events: ['*'],
    accountIds: [other.accountId],
  })
  await aQueuedPost(other, { boardId: '201' })
  await deleteAccount(deps, actor, { accountId: other.accountId, name: 'studio' })
  while ((await sql`select from accounts where id = ${other.accountId}`).length > 0) {
    await workOnDeletions(deps)
    server.clock.advance(HOUR_MS)
  }
  await aQueuedPost(server, { at: inDays(server, 9) })
  expect(await happened(server)).toEqual([])
  const left = await server.call('GET', `/v1/webhooks/${webhook.id}`)
  expect((left.body.data as { webhook?: object }).webhook).toMatchObject({ accountIds: [] })
})

test('an event that the version before wrote goes to its endpoints, and an endpoint of other accounts does not hear of it', async () => {
  const server = await aServer(db)
  const { deps, actor, organizationId, accountId } = server
  const other = await anotherAccount(server)
  const url = 'https://hooks.example.com/'
  const { webhook } = await createWebhook(deps, actor, { url, events: ['*'] })
  await createWebhook(deps, actor, { url, events: ['post.sent'] })
  await createWebhook(deps, actor, { url, events: ['*'], accountIds: [other.accountId] })
  await sql`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at)
    values (${organizationId}, ${accountId}, 'schedule.full', ${`account:${accountId}`}, '{}', ${server.clock.now})`
  const deliveries = await sql<
    { id: string }[]
  >`select webhook_id as id from webhook_deliveries where organization_id = ${organizationId}`
  expect(deliveries).toEqual([{ id: webhook.id }])
})
