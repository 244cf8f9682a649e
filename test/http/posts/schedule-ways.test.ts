import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../../support/factories.js'
import { at, postsOf, seconds } from './support/posts-fixtures.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()
const TUESDAY = new Date('2026-03-03T09:00:00Z')
const NEXT_TUESDAY = new Date('2026-03-10T09:00:00Z')

const schedule = (where: Server, post: Post, body: object, headers: Record<string, string> = {}) =>
  where.call('POST', `${postsOf(where)}/${post.id}/schedule`, body, headers)

async function aWeek() {
  const server = await aServer(db)
  await aTimeslot(server, { day: 2, time: '09:00' })
  return server
}

test('publishNow queues a draft at this second, and once more changes nothing', async () => {
  const server = await aWeek()
  const draft = await aDraft(server)
  const once = await schedule(server, draft, { publishNow: true })
  expect([once.status, once.body.data.post]).toMatchObject([200, { status: 'queued', sendAt: seconds(server.clock.now) }])
  expect((await schedule(server, draft, { publishNow: true })).body.data.post).toEqual(once.body.data.post)
})

test('publishNow of a paused account is 409 publishing_paused, of a disconnected one 422', async () => {
  const server = await aWeek()
  const draft = await aDraft(server)
  await db.sql`update accounts set publishing = 'paused' where organization_id = ${server.organizationId}`
  expect(await schedule(server, draft, { publishNow: true })).toMatchObject({
    status: 409,
    body: { error: { reason: 'publishing_paused' } },
  })
  await db.sql`
    update accounts set publishing = 'active', token_status = 'unauthorized' where organization_id = ${server.organizationId}`
  expect(await schedule(server, draft, { publishNow: true })).toMatchObject({
    status: 422,
    body: { error: { reason: 'platform_reconnect_required' } },
  })
})

test('moveToSlot goes to the nearest open slot after or before, and meta says why', async () => {
  const server = await aWeek()
  const post = await aQueuedPost(server, { at: TUESDAY })
  const later = await schedule(server, post, { moveToSlot: 'later' })
  expect(later.body.data.post.sendAt).toBe(seconds(NEXT_TUESDAY))
  expect(later.body.meta).toMatchObject({ placement: { passedOver: [] } })
  expect((await schedule(server, post, { moveToSlot: 'earlier' })).body.data.post.sendAt).toBe(seconds(TUESDAY))
  expect((await schedule(server, post, { moveToSlot: 'earlier' })).body.data.post.sendAt).toBe(seconds(TUESDAY))
  expect((await schedule(server, await aDraft(server), { moveToSlot: 'later' })).status).toBe(409)
})

test('requireOpenSlot takes a time only while a slot is open there', async () => {
  const server = await aWeek()
  const [first, second] = [await aDraft(server), await aDraft(server)]
  const body = { sendAt: TUESDAY.toISOString(), requireOpenSlot: true }
  expect((await schedule(server, first, body)).body.data.post.sendAt).toBe(seconds(TUESDAY))
  expect(await schedule(server, second, body)).toMatchObject({
    status: 409,
    body: { error: { reason: 'slot_not_open' } },
  })
})

test.each([
  ['two ways', { publishNow: true, useNextOpenSlot: true }, 'sendAt'],
  ['a time beside publishNow', { ...at(), publishNow: true }, 'sendAt'],
  ['publishNow false', { publishNow: false }, 'publishNow'],
  ['another direction', { moveToSlot: 'sooner' }, 'moveToSlot'],
  ['requireOpenSlot without a time', { useNextOpenSlot: true, requireOpenSlot: true }, 'requireOpenSlot'],
])('%s is refused by its field', async (_what, body, field) => {
  const server = await aWeek()
  const { status, body: answer } = await schedule(server, await aDraft(server), body)
  expect([status, answer.error?.field]).toEqual([400, field])
})
