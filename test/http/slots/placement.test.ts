/** `meta.placement`: why this time. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot } from '../../support/factories.js'
import { complete } from '../posts/support/posts-fixtures.js'
import { aServer, copy, inDays, type Server } from '../support/support.js'

const { db } = await aDatabase()

/** Tuesdays and Thursdays at 09:00 UTC; a pin with the url of `copy` holds the first Tuesday. */
async function busyServer(): Promise<Server & { timeslots: string[]; holder: string; posts: string }> {
  const server = await aServer(db)
  const timeslots = [await aTimeslot(server, { day: 2, time: '09:00' }), await aTimeslot(server, { day: 4, time: '09:00' })]
  const posts = `/v1/accounts/${server.accountId}/posts`
  const { body } = await server.call('POST', posts, { ...complete, sendAt: '2026-03-03T09:00:00Z' })
  return { ...server, timeslots, posts, holder: body.data.post.id }
}
const next = { ...complete, useNextOpenSlot: true }
const TUESDAY = Date.parse('2026-03-03T09:00:00Z') / 1000
const THURSDAY = Date.parse('2026-03-05T09:00:00Z') / 1000

test('a post on the next open slot says which occurrences were passed over and why', async () => {
  const { call, posts, holder, timeslots } = await busyServer()
  const { body, status } = await call('POST', posts, next)
  expect([status, body.data.post.sendAt]).toEqual([201, THURSDAY])
  expect(body.meta).toEqual({
    requestId: expect.any(String) as string,
    placement: {
      passedOver: [{ sendAt: TUESDAY, timeslotId: timeslots[0], reason: 'taken', postId: holder }],
      isMore: false,
    },
  })
})

test('a spacing rule is told with its days and the pin that stands too near', async () => {
  const server = await busyServer()
  const { call, posts, holder, timeslots } = server
  await db.sql`
    insert into spacing_rules (organization_id, account_id, url_key, days, updated_at)
    values (${server.organizationId}, ${server.accountId}, '', 4, ${server.clock.now})`
  const draft = await aDraft(server, { url: copy.url })
  const { body, status } = await call('POST', `${posts}/${draft.id}/schedule`, { useNextOpenSlot: true })
  expect([status, body.data.post.sendAt]).toEqual([200, TUESDAY + 7 * 86_400])
  expect(body.meta).toMatchObject({
    placement: {
      passedOver: [
        { sendAt: TUESDAY, timeslotId: timeslots[0], reason: 'taken', postId: holder },
        { sendAt: THURSDAY, timeslotId: timeslots[1], reason: 'spacing', postId: holder },
      ],
      isMore: false,
      spacingDays: 4,
    },
  })
})

test('a post that asks again where it stands is told why it stays', async () => {
  const { call, posts, holder } = await busyServer()
  const { id } = (await call('POST', posts, next)).body.data.post
  const { body } = await call('POST', `${posts}/${id}/schedule`, { useNextOpenSlot: true })
  expect(body.meta).toMatchObject({ placement: { passedOver: [{ postId: holder }] } })
})

test('nothing is said of a draft, of an explicit time and of a refusal', async () => {
  const { call, posts } = await busyServer()
  const drafted = await call('POST', posts, complete)
  const timed = await call('POST', posts, { ...complete, sendAt: inDays(3).toISOString(), useNextOpenSlot: false })
  const moved = await call('POST', `${posts}/${drafted.body.data.post.id}/schedule`, { sendAt: inDays(4).toISOString() })
  const server = await aServer(db)
  const refused = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, next)
  expect([drafted, timed, moved, refused].map(({ status }) => status)).toEqual([201, 201, 200, 422])
  for (const { body } of [drafted, timed, moved, refused]) expect(Object.keys(body.meta)).toEqual(['requestId'])
})

test('a replayed answer says the same, though other pins have come since', async () => {
  const { call, posts } = await busyServer()
  const keyed = { 'idempotency-key': 'why' }
  const first = await call('POST', posts, next, keyed)
  await call('POST', posts, next)
  const again = await call('POST', posts, next, keyed)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.data).toEqual(first.body.data)
  expect({ ...again.body.meta, requestId: '' }).toEqual({ ...first.body.meta, requestId: '' })
  expect(again.body.meta).toHaveProperty('placement')
  expect(again.body.meta.requestId).not.toBe(first.body.meta.requestId)
})

test('a key whose day has passed does not keep the placement of its former answer', async () => {
  const { call, posts, clock } = await busyServer()
  const keyed = { 'idempotency-key': 'again' }
  await call('POST', posts, next, keyed)
  clock.advance(24 * 3_600_000)
  await call('POST', posts, complete, keyed)
  const replayed = await call('POST', posts, complete, keyed)
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(replayed.body.meta).not.toHaveProperty('placement')
})

test('the public description shows it', async () => {
  const { app } = await aServer(db)
  type Schema = { properties: Record<string, Schema>; required?: string[]; $ref?: string }
  const described = (await app.inject('/openapi.json')).json<{
    paths: Record<string, { post: { responses: Record<string, { content: { 'application/json': { schema: Schema } } }> } }>
    components: { schemas: Record<string, Schema> }
  }>()
  const metaOf = (path: string, status: number) =>
    described.paths[`/v1/accounts/{accountId}/posts${path}`]!.post.responses[status]!.content['application/json'].schema
      .properties.meta!
  for (const meta of [metaOf('', 201), metaOf('/{postId}/schedule', 200)]) {
    expect(meta.required).toEqual(['requestId'])
    expect(meta.properties.placement).toBeDefined()
  }
  expect(Object.keys(described.components.schemas.Placement!.properties)).toEqual(['passedOver', 'isMore', 'spacingDays'])
})
