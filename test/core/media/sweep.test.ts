/** Bytes that nobody needs: of creates that were refused, and of posts that are forgotten. */
import { expect, test } from 'vitest'
import { discardMedia, mediaPath, prepareMedia, takeMedia } from '../../../src/core/media/media.js'
import type { PreparedMedia } from '../../../src/core/media/prepared.js'
import { openMedia } from '../../../src/core/media/open.js'
import { sweepMedia } from '../../../src/core/media/sweep-media.js'
import type { PostMedia } from '../../../src/core/media/post-media.js'
import { attachMedia } from '../../../src/core/posts/create/attach-media.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aVideo } from '../../support/videos.js'
import { aMediaWorld, aPicture } from './support/media-support.js'
import { create as createPost } from '../posts/support/create-fixtures.js'

const { db } = await aDatabase()
const world = await aMediaWorld(db)
const { deps, actor, organizationId, accountId, samples, clock, files } = world
let drawn = 0
const anotherPicture = () => aPicture('jpeg', `#${(0x100000 + drawn++ * 0x1357).toString(16)}`)

const bring = (bytes: Buffer, mediaType: 'image' | 'video' = 'image') => {
  const url = `https://x.test/${samples.size}`
  samples.set(url, bytes)
  return { kind: 'url', url, mediaType } as const
}
const prepare = (bytes: Buffer) => prepareMedia(deps, actor, { ...bring(bytes), field: 'mediaUrl' })
const take = (prepared: PreparedMedia) => db.tx((sql) => takeMedia(sql, actor, { prepared, field: 'mediaUrl' }, clock.now))
const create = (bytes: Buffer, mediaType: 'image' | 'video' = 'image') => createPost(world, { media: bring(bytes, mediaType) })
const isServed = async (media: PostMedia) =>
  (await openMedia(deps, mediaPath(organizationId, media).replace('/media/', ''))) !== undefined
const rowOf = async ({ id }: PostMedia) =>
  (await db.sql`select id from media where organization_id = ${organizationId} and id = ${id}`).count === 1
/** The rows, then the bytes that they left. */
const purge = async () => {
  await purgeExpired(deps)
  await sweepUploads(deps)
}
const unused = async () => take(await prepare(await anotherPicture()))

test('the copy and the thumbnail of a picture whose create is refused are taken away', async () => {
  const before = await files()
  const prepared = await prepare(await anotherPicture())
  expect(await files()).toHaveLength(before.length + 2)
  await discardMedia(deps, prepared)
  expect(await files()).toEqual(before)
})

test('a create that is refused takes nothing from one with the same picture, before or after it', async () => {
  const picture = await anotherPicture()
  const [first, second, third] = [await prepare(picture), await prepare(picture), await prepare(picture)]
  await discardMedia(deps, first)
  const media = await take(second)
  await discardMedia(deps, third)
  expect(await isServed(media)).toBe(true)
  expect(await deps.storage.stat(second.thumbnailKey ?? '')).toBeDefined()
})

test('of two creates with the same picture at once the copy of the second is swept within the hour', async () => {
  const before = await files()
  const picture = await anotherPicture()
  const [first, second] = [await prepare(picture), await prepare(picture)]
  const [one, same] = [await take(first), await take(second)]
  expect([same.id, (await files()).length]).toEqual([one.id, before.length + 4])
  clock.advance(HOUR_MS)
  await purge()
  expect([await isServed(one), (await files()).length]).toEqual([true, before.length + 2])
})

test('media goes when the last post that had it is forgotten: its row, its bytes and its thumbnail', async () => {
  const before = await files()
  const post = await create(await anotherPicture())
  clock.advance(2 * DAY_MS)
  await purge()
  expect(await isServed(post.media[0]!)).toBe(true)
  const gone = await deletePost(deps, actor, { accountId, postId: post.id })
  clock.advance(29 * DAY_MS)
  await purge()
  expect(await isServed(post.media[0]!)).toBe(true)
  expect(gone.version).toBeGreaterThan(0)
  clock.advance(DAY_MS)
  await purge()
  expect([await isServed(post.media[0]!), await rowOf(post.media[0]!)]).toEqual([false, false])
  expect((await files()).filter((name) => !before.includes(name))).toEqual([])
})

test('media that another post has stays', async () => {
  const picture = await anotherPicture()
  const [first, second] = [await create(picture), await create(picture)]
  await deletePost(deps, actor, { accountId, postId: first.id })
  clock.advance(31 * DAY_MS)
  await purge()
  expect(await isServed(second.media[0]!)).toBe(true)
})

test('a deleted post that is brought back has its media', async () => {
  const post = await create(await anotherPicture())
  clock.advance(2 * DAY_MS)
  const { version } = await deletePost(deps, actor, { accountId, postId: post.id })
  await sweepMedia(deps)
  await undoChange(deps, actor, { accountId, postId: post.id, version })
  await sweepMedia(deps)
  expect(await isServed(post.media[0]!)).toBe(true)
})

test('the stand-in of a video stays for the other videos of its shape', async () => {
  const [first, second] = [await create(aVideo(), 'video'), await create(aVideo(), 'video')]
  await deletePost(deps, actor, { accountId, postId: first.id })
  clock.advance(31 * DAY_MS)
  await purge()
  expect([await isServed(first.media[0]!), await isServed(second.media[0]!)]).toEqual([false, true])
  expect((await files()).filter((name) => name.startsWith('video-'))).toHaveLength(1)
})

test('unused media is kept for a day', async () => {
  const media = await unused()
  clock.advance(DAY_MS - 1)
  await sweepMedia(deps)
  expect(await rowOf(media)).toBe(true)
  clock.advance(1)
  await sweepMedia(deps)
  expect(await rowOf(media)).toBe(false)
})

test('a picture that was swept while its create knew it is prepared again, whatever was remembered of it', async () => {
  const picture = await anotherPicture()
  const media = await take(await prepare(picture))
  expect((await prepare(picture)).known?.id).toBe(media.id) // remembered from here on
  clock.advance(2 * DAY_MS)
  await purge()
  expect(await rowOf(media)).toBe(false)
  const post = await create(picture)
  expect([post.media[0]!.id === media.id, await isServed(post.media[0]!)]).toEqual([false, true])
})

/** @returns what lets the transaction end */
async function held(work: (sql: Sql) => Promise<unknown>) {
  let release = () => {}
  const open = new Promise<void>((resolve) => (release = resolve))
  let reached = () => {}
  const there = new Promise<void>((resolve) => (reached = resolve))
  const done = db.tx(async (sql) => {
    await work(sql)
    reached()
    await open
  })
  await there
  return async () => (release(), await done)
}

test('media that an open create has taken is left alone', async () => {
  const media = await unused()
  const post = await create(await anotherPicture())
  clock.advance(2 * DAY_MS)
  const commit = await held(
    (sql) => sql`
      insert into post_media (organization_id, post_id, position, media_id)
      values (${organizationId}, ${post.id}, 1, ${media.id})`,
  )
  await sweepMedia(deps)
  await commit()
  expect(await rowOf(media)).toBe(true)
})

test('a create that comes while its picture is being swept waits, and makes it again', async () => {
  const picture = await anotherPicture()
  const media = await take(await prepare(picture))
  await prepare(picture) // remembered
  const commit = await held((sql) => sql`delete from media where organization_id = ${organizationId} and id = ${media.id}`)
  const created = create(picture)
  expect(await Promise.race([created, untilSomebodyWaits()])).toBe('waits')
  await commit()
  const [now] = (await created).media
  expect([now?.id === media.id, await isServed(now!)]).toEqual([false, true])
})

/** Until a statement of this database waits for a lock. */
const untilSomebodyWaits = () => untilWaiting(db).then(() => 'waits' as const)

test('media that is left by a change which is not committed yet is looked at again afterwards', async () => {
  const post = await create(await anotherPicture())
  const media = post.media[0]!
  const other = await unused()
  clock.advance(2 * DAY_MS)
  await db.tx(async (sql) => {
    await attachMedia(sql, post, [other.id], clock.now)
    await sweepMedia(deps) // sees the post that has it, and has checked
    expect(await rowOf(media)).toBe(true)
  })
  await sweepMedia(deps)
  expect(await rowOf(media)).toBe(false)
})

test('media that a post has is not looked at again and again', async () => {
  await create(await anotherPicture())
  clock.advance(2 * DAY_MS)
  await sweepMedia(deps)
  const [left] = await db.sql`select count(*)::int as rows from media_to_check`
  expect(left).toEqual({ rows: 0 })
})
