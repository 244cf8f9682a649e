/** `meta.warnings`: said of what was written, and refusing nothing. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aServer, inDays } from '../support/support.js'
import { complete } from './support/posts-fixtures.js'

const { db } = await aDatabase()

test('a create, a schedule and an edit say what is worth knowing, each with the field it is about', async () => {
  const server = await aServer(db)
  const { call } = server
  const posts = `/v1/accounts/${server.accountId}/posts`
  const at = new Date(server.clock.now.getTime() + 2 * 86_400_000)
  const other = await aQueuedPost(server, { at, url: 'https://example.com/other' })
  const minute = {
    code: 'same_minute',
    field: 'sendAt',
    message: `Post ${other.id} goes out in the same minute.`,
    postId: other.id,
  }
  const made = await call('POST', posts, { ...complete, sendAt: at.toISOString() })
  expect([made.status, made.body.meta.warnings]).toEqual([201, [minute]])
  const path = `${posts}/${made.body.data.post.id}`
  const edited = await call('PATCH', path, { title: 'Another' })
  expect([edited.status, edited.body.meta.warnings]).toEqual([200, [minute]])
  const moved = await call('POST', `${path}/schedule`, { sendAt: inDays(400) })
  expect(moved.body.meta.warnings).toEqual([
    { code: 'far_ahead', field: 'sendAt', message: 'sendAt is more than a year from now.' },
  ])
  const near = await call('POST', `${path}/schedule`, { sendAt: inDays(3) })
  expect(near.body.meta).not.toHaveProperty('warnings')
})

test('a repeated request shows the same warnings', async () => {
  const server = await aServer(db)
  const posts = `/v1/accounts/${server.accountId}/posts`
  const post = { ...complete, sendAt: inDays(500) }
  const headers = { 'idempotency-key': 'warned' }
  const first = await server.call('POST', posts, post, headers)
  const again = await server.call('POST', posts, post, headers)
  expect(again.body.data.post.id).toBe(first.body.data.post.id)
  expect(again.body.meta.warnings).toEqual(first.body.meta.warnings)
  expect(again.body.meta.warnings).toMatchObject([{ code: 'far_ahead' }])
})

test('a series that moves into a blackout says so for each of its posts', async () => {
  const server = await aServer(db)
  const { call, accountId } = server
  const at = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)
  const [one, two] = [await aQueuedPost(server, { at: at(1) }), await aQueuedPost(server, { at: at(3) })]
  for (const [position, { id }] of [one, two].entries())
    await db.sql`update posts set interval_group_id = ${one.id}, interval_position = ${position} where id = ${id}`
  const blackouts = [{ from: at(9).toISOString(), to: at(20).toISOString(), note: 'Launch' }]
  await call('PATCH', `/v1/accounts/${accountId}/guard`, { blackouts })
  const key = { 'idempotency-key': 'series' }
  const move = () => call('POST', `/v1/accounts/${accountId}/series/${one.id}/move`, { days: 9 }, key)
  const moved = await move()
  const message = 'sendAt is in a blackout of the account: Launch.'
  const warnings = [one, two].map(({ id }) => ({ code: 'blackout', field: 'sendAt', message, forPostId: id }))
  expect([moved.status, moved.body.meta.warnings]).toEqual([200, warnings])
  expect((await move()).body.meta.warnings).toEqual(warnings)
  const away = await call('POST', `/v1/accounts/${accountId}/series/${one.id}/move`, { days: 20 })
  expect([away.status, away.body.meta.warnings]).toEqual([200, undefined])
})
