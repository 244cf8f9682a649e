import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { postsOf, seconds } from './support/posts-fixtures.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()

test('two queued posts are swapped by one request, and a repetition with its key swaps them once', async () => {
  const server = await aServer(db)
  const [one, two] = [await aQueuedPost(server), await aQueuedPost(server, { at: inDays(server, 2) })]
  const key = { 'idempotency-key': `swap-${server.organizationId}` }
  const ask = () => server.call('POST', `${postsOf(server)}/${one.id}/swap`, { otherPostId: two.id }, key)
  const first = await ask()
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: { post: { id: one.id, sendAt: seconds(two.sendAt!) }, otherPost: { id: two.id, sendAt: seconds(one.sendAt!) } },
    },
  })
  expect((await ask()).body.data).toEqual(first.body.data)
  const draft = await aDraft(server)
  expect(await server.call('POST', `${postsOf(server)}/${one.id}/swap`, { otherPostId: draft.id })).toMatchObject({
    status: 409,
    body: { error: { reason: 'post_not_schedulable' } },
  })
  expect((await server.call('POST', `${postsOf(server)}/${one.id}/swap`, {})).status).toBe(400)
})

test('a series moves by days or to a time, and exactly one of them is given', async () => {
  const server = await aServer(db)
  const posts = [await aQueuedPost(server), await aQueuedPost(server, { at: inDays(server, 3) })]
  for (const [position, { id }] of posts.entries())
    await db.sql`update posts set interval_group_id = ${posts[0]!.id}, interval_position = ${position} where id = ${id}`
  const url = `/v1/accounts/${server.accountId}/series/${posts[0]!.id}/move`
  const moved = await server.call('POST', url, { days: 2 })
  expect(moved).toMatchObject({
    status: 200,
    body: { data: { posts: [{ sendAt: seconds(inDays(server, 3)) }, { sendAt: seconds(inDays(server, 5)) }] } },
  })
  const to = await server.call('POST', url, { sendAt: inDays(server, 9).toISOString() })
  expect(to.body).toMatchObject({
    data: { posts: [{ sendAt: seconds(inDays(server, 9)) }, { sendAt: seconds(inDays(server, 11)) }] },
  })
  for (const body of [{}, { days: 1, sendAt: inDays(server, 9).toISOString() }, { days: 'two' }])
    expect((await server.call('POST', url, body)).status).toBe(400)
  expect((await server.call('POST', `/v1/accounts/${server.accountId}/series/999999/move`, { days: 1 })).status).toBe(404)
})

test('a duplicate is 201, and a draft', async () => {
  const server = await aServer(db)
  const source = await aQueuedPost(server, { title: 'Shelf' })
  const { status, body } = await server.call('POST', `${postsOf(server)}/${source.id}/duplicate`)
  expect([status, body.data]).toMatchObject([201, { post: { status: 'draft', title: 'Shelf', sendAt: null } }])
  expect((await server.call('POST', `${postsOf(server)}/999999/duplicate`)).status).toBe(404)
})

test('of two requests that swap the same posts at once, each with the times it saw, one is refused', async () => {
  const server = await aServer(db)
  const [one, two] = [await aQueuedPost(server), await aQueuedPost(server, { at: inDays(server, 2) })]
  const seen = { expectedSendAt: one.sendAt!.toISOString(), expectedOtherSendAt: two.sendAt!.toISOString() }
  const ask = () => server.call('POST', `${postsOf(server)}/${one.id}/swap`, { otherPostId: two.id, ...seen })
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error?.reason).toBe('post_status_changed')
  const after = await server.call('GET', `${postsOf(server)}/${one.id}`)
  expect(after.body.data.post.sendAt).toBe(seconds(two.sendAt!))
})

test('a series that was moved since it was seen stays', async () => {
  const server = await aServer(db)
  const post = await aQueuedPost(server)
  await db.sql`update posts set interval_group_id = id, interval_position = 0 where id = ${post.id}`
  const url = `/v1/accounts/${server.accountId}/series/${post.id}/move`
  const body = { days: 1, expectedSendAt: post.sendAt!.toISOString() }
  const answers = await Promise.all([server.call('POST', url, body), server.call('POST', url, body)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('posts of another organization are 404 in each of them, as the account is', async () => {
  const server = await aServer(db)
  const stranger = await aServer(db)
  const own = await aQueuedPost(server)
  const theirs = await aQueuedPost(stranger, { at: inDays(stranger, 2) })
  for (const account of [postsOf(server), postsOf(stranger)]) {
    expect((await server.call('POST', `${account}/${theirs.id}/swap`, { otherPostId: own.id })).status).toBe(404)
    expect((await server.call('POST', `${account}/${own.id}/swap`, { otherPostId: theirs.id })).status).toBe(404)
    expect((await server.call('POST', `${account}/${theirs.id}/duplicate`)).status).toBe(404)
    expect((await server.call('POST', `${account}/${theirs.id}/schedule`, { publishNow: true })).status).toBe(404)
  }
})
