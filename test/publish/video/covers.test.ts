/** The cover of a video reaches Pinterest: a second, or a picture. */
import { expect, test } from 'vitest'
import { readReceipt } from '../../../src/core/publish/receipts/receipt.js'
import { attachMedia } from '../../../src/core/posts/create/attach-media.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aMedia, HOUR_MS } from '../../support/factories.js'
import { aVideoPin, uploadsOf } from '../support/kinds.js'
import { aPublishWorld, givePicture, MINUTE_MS, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

const coverOf = async ({ url }: Post) =>
  db.sql`select cover_second as second, content_type as "contentType" from sim_pins where link = ${url}`
const payloadOf = async ({ id }: Post) =>
  (
    await db.sql<{ payload: Record<string, unknown> }[]>`
      select payload from publish_attempts where organization_id = ${world.organizationId} and post_id = ${id} order by number desc limit 1`
  )[0]?.payload

test('without a cover the first frame is sent', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/cover-none' })
  await workFor(world, HOUR_MS)
  expect(await coverOf(post)).toEqual([{ second: 0, contentType: 'image/svg+xml' }])
})

test('a second is sent, also when the request is repeated, and the attempt keeps it', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/cover-second' })
  const { deps, actor, accountId } = world
  await editPost(deps, actor, { accountId, postId: post.id, changes: { cover: 4 } })
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500' })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  expect(await coverOf(post)).toEqual([{ second: 4, contentType: 'image/svg+xml' }])
  expect(await payloadOf(post)).toMatchObject({ coverSecond: 4, mediaKind: 'video' })
  const { sent } = await readReceipt(deps, actor, { accountId, postId: post.id })
  expect(JSON.stringify(sent)).toContain('"coverSecond":4')
})

test('a picture is sent with the video, which is uploaded once although the cover changed after that', async () => {
  const uploads = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/cover-picture' })
  await workFor(world, 12 * MINUTE_MS) // the video is uploaded ahead
  expect(await uploadsOf(world)).toBe(uploads + 1)
  const cover = await aMedia(world)
  await givePicture(world)
  await attachMedia(db.sql, post, [post.media[0]!.id, cover], world.clock.now)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  expect(await coverOf(post)).toEqual([{ second: null, contentType: 'image/jpeg' }])
  expect(await payloadOf(post)).toMatchObject({ mediaIds: [post.media[0]!.id, cover] })
  expect(await uploadsOf(world)).toBe(uploads + 1)
})

test('a cover whose bytes are gone is one clear failure, and the pin is not sent without it', async () => {
  const post = await aVideoPin(world, { url: 'https://example.com/cover-gone' })
  const cover = await aMedia(world)
  await attachMedia(db.sql, post, [post.media[0]!.id, cover], world.clock.now)
  const [{ key }] = await db.sql<[{ key: string }]>`
    select storage_key as key from media where organization_id = ${world.organizationId} and id = ${cover}`
  await world.deps.storage.remove(key)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('queued')
  expect(await coverOf(post)).toEqual([])
})
