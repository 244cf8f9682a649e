/** Product tags as a client of /v1 sees them, from the create to the live pin. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aServer, copy, inDays, mediaUrl } from '../../http/support/support.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { MINUTE_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => server.clock.now)
afterAll(() => simulator.close())
const server = await aServer(db, { parts: { platform: simulator.platform } })
const world = { ...server, simulator }
beforeEach(() => clearFaults(db.sql))

const posts = `/v1/accounts/${server.accountId}/posts`
const aPost = async (productTagPinIds: string[]) => {
  const sendAt = new Date(server.clock.now.getTime() + 5 * MINUTE_MS).toISOString()
  const { body } = await server.call('POST', posts, { mediaUrl, ...copy, boardId: '101', productTagPinIds, sendAt })
  if (body.error) throw new Error(JSON.stringify(body.error))
  return body.data.post
}
const pass = (ms: number) => workFor(world, ms)
const read = async (id: string) => (await server.call('GET', `${posts}/${id}`)).body.data.post

test('a post says nothing of its tags until it is sent, then that they are added', async () => {
  const post = await aPost(['8001', '8002'])
  expect(post).not.toHaveProperty('productTagsStatus')
  await pass(10 * MINUTE_MS)
  expect(await read(post.id)).toMatchObject({ status: 'sent', productTagsStatus: 'added' })
})

test('tags that are still to come are pending, and added when they are there', async () => {
  const post = await aPost(['8001'])
  await simulator.fault({ operation: 'add_product_tags', fault: 'fail_500' })
  await pass(5 * MINUTE_MS)
  expect(await read(post.id)).toMatchObject({ status: 'sent', productTagsStatus: 'pending' })
  await pass(5 * MINUTE_MS)
  expect(await read(post.id)).toMatchObject({ status: 'sent', productTagsStatus: 'added' })
})

test('tags that the platform refuses are failed, on the post and in the list', async () => {
  const post = await aPost(['8001', '7001'])
  await pass(10 * MINUTE_MS)
  const sent = await read(post.id)
  expect(sent).toMatchObject({ status: 'sent', productTagsStatus: 'failed' })
  expect(sent).not.toHaveProperty('failure')
  const sentThen = `status=sent&startDate=${inDays(0).toISOString()}&endDate=${inDays(1).toISOString()}`
  const { posts: listed } = (await server.call('GET', `${posts}?${sentThen}`)).body.data
  expect(listed.find(({ id }) => id === post.id)).toMatchObject({ productTagsStatus: 'failed' })
})

test('a sent post without tags has no such field', async () => {
  const post = await aPost([])
  await pass(10 * MINUTE_MS)
  const sent = await read(post.id)
  expect(sent.status).toBe('sent')
  expect(sent).not.toHaveProperty('productTagsStatus')
})
