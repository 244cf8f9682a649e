import { expect, test } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { postSchema } from '../../../src/http/wire/post.js'
import { anEvergreenSlot, aPoolPin, copiesOf, runAt } from '../../core/posts/evergreen/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()

async function aServerWithCopy() {
  const server = await aServer(db, { credits: 10 })
  const source = await aPoolPin(server)
  const other = await aQueuedPost(server)
  const timeslotId = await anEvergreenSlot(server, 'mon 09:00')
  await runAt(server, '2026-03-02T13:40:00Z')
  const [copy] = await copiesOf(server)
  const get = async (path: string) => (await server.call('GET', `/v1/accounts/${server.accountId}${path}`)).body.data
  return { server, source, other, timeslotId, copyId: copy!.id, get }
}

const idsOf = async ({ call, accountId }: Server, status: string) =>
  (await call('GET', `/v1/accounts/${accountId}/posts?status=${status}`)).body.data.posts.map(({ id, sourcePostId }) => [
    id,
    sourcePostId,
  ])

test('an evergreen pin names its source, and no other post has the field', async () => {
  const { server, source, other, copyId } = await aServerWithCopy()
  const { call, accountId } = server
  const { status, body } = await call('GET', `/v1/accounts/${accountId}/posts/${copyId}`)
  expect(status).toBe(200)
  envelopeSchema(z.strictObject({ post: z.strictObject(postSchema.shape) })).parse(body)
  expect(body.data.post).toMatchObject({
    id: copyId,
    status: 'queued',
    sourcePostId: source.id,
    url: source.url,
    sendAt: Date.parse('2026-03-02T14:00:00Z') / 1000,
    intervalGroupId: null,
    pinId: null,
  })
  expect(await idsOf(server, 'queued')).toEqual([
    [copyId, source.id],
    [other.id, undefined],
  ])
  const published = (await call('GET', `/v1/accounts/${accountId}/posts/${source.id}`)).body.data.post
  expect('sourcePostId' in published).toBe(false)
})

test('it is in the usage as one charge, refunded when it is taken off the schedule', async () => {
  const { server, copyId, get } = await aServerWithCopy()
  const { usage } = await get('/usage')
  expect(usage.ledger[0]).toMatchObject({ key: `post:${copyId}#1`, kind: 'charge', amount: -1 })
  const path = `/v1/accounts/${server.accountId}/posts/${copyId}`
  const { status, body } = await server.call('DELETE', `${path}/schedule`)
  expect(status).toBe(200)
  expect(body.data.post).toMatchObject({ status: 'draft', sendAt: null })
  const after = (await get('/usage')).usage
  expect(after.credits).toBe(usage.credits + 1)
  expect(after.ledger[0]).toMatchObject({ key: `post:${copyId}#1`, kind: 'refund', amount: 1 })
  expect((await server.call('DELETE', path)).status).toBe(200)
})

test('it may be edited and moved like any post, and remains what it was made of', async () => {
  const { server, source, copyId } = await aServerWithCopy()
  const path = `/v1/accounts/${server.accountId}/posts/${copyId}`
  const edited = await server.call('PATCH', path, { title: 'Once more' })
  expect(edited.body.data.post).toMatchObject({ title: 'Once more', sourcePostId: source.id })
  const sendAt = new Date('2026-03-05T12:00:00Z').toISOString()
  const moved = await server.call('POST', `${path}/schedule`, { sendAt })
  expect(moved.body.data.post).toMatchObject({ sendAt: Date.parse(sendAt) / 1000, sourcePostId: source.id })
})

test('the schedule shows it without a slot; the timeslots show nothing of evergreen', async () => {
  const { server, timeslotId, copyId, get } = await aServerWithCopy()
  const { schedule } = await get('/schedule')
  const entry = schedule.find(({ post }) => post?.postId === copyId)
  expect(entry).toMatchObject({ state: 'scheduled', sendAt: Date.parse('2026-03-02T14:00:00Z') / 1000 })
  expect(entry && 'timeslotId' in entry).toBe(false)
  expect((await get('/timeslots')).timeslots).toEqual([])
  const path = `/v1/accounts/${server.accountId}/timeslots/${timeslotId}`
  expect((await server.call('PATCH', path, { time: '10:00' })).status).toBe(404)
  expect((await server.call('DELETE', path)).status).toBe(404)
})

test('at the instant of a smart slot it takes that place: it is not open', async () => {
  const { server, get } = await aServerWithCopy()
  const slot = { dayPreference: 1, time: '09:00' }
  await server.call('POST', `/v1/accounts/${server.accountId}/timeslots`, slot)
  const { schedule } = await get('/schedule')
  const at = Date.parse('2026-03-02T14:00:00Z') / 1000
  expect(schedule.filter(({ sendAt }) => sendAt === at).map(({ state }) => state)).toEqual(['scheduled'])
})
