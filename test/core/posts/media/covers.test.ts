/** The cover of a video: a second of it, or a picture of its own. */
import { expect, test } from 'vitest'
import { sweepMedia } from '../../../../src/core/media/sweep-media.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { printOf } from '../../../../src/core/posts/approval/changes.js'
import { type PostImage, postImage } from '../../../../src/core/posts/row.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { editPost, type EditPost } from '../../../../src/core/posts/edit.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { DAY_MS } from '../../../support/factories.js'
import { anUpload, create, FILM, openStudios, picture, refused, type Studio } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const COVER = picture(300, 500)
const edit = ({ deps, actor, accountId }: Studio, { id: postId }: Post, changes: EditPost['changes']) =>
  editPost(deps, actor, { accountId, postId, changes })
const kindsOf = ({ media }: Post) => media.map(({ durationMs }) => (durationMs === null ? 'picture' : 'video'))

test('a second is kept; the first one is no cover of its own', async () => {
  const world = await aStudio()
  expect(await create(world, { media: FILM, cover: 4 })).toMatchObject({ cover: 4, mediaType: 'video' })
  expect(await create(world, { media: FILM, cover: 0 })).toMatchObject({ cover: null })
})

test.each([-1, 1.5, Number.NaN])('%d is no second', async (cover) => {
  await refused(await aStudio(), { media: FILM, cover }, 'cover')
})

test('a second beyond the end is refused, and nothing is written', async () => {
  const world = await aStudio()
  await refused(world, { media: FILM, cover: 42 }, 'cover')
  const video = await create(world, { media: FILM, cover: 41 })
  await expect(edit(world, video, { cover: 42 })).rejects.toMatchObject({ details: { field: 'cover' } })
  expect(await db.sql`select cover from posts where organization_id = ${world.organizationId}`).toEqual([{ cover: 41 }])
})

test('a picture and a carousel have no cover of their own', async () => {
  const world = await aStudio()
  await refused(world, { cover: 0 }, 'cover')
  await refused(world, { coverPicture: COVER }, 'cover')
  await refused(world, { carouselItems: [picture(200, 300, '3a3')], cover: 2 }, 'cover')
  expect(world.fetched).toEqual([])
})

test('a second and a picture exclude each other, and a video is no cover', async () => {
  const world = await aStudio()
  await refused(world, { media: FILM, coverPicture: COVER, cover: 3 }, 'cover')
  await refused(world, { media: FILM, coverPicture: FILM }, 'cover')
})

test('a picture of its own is kept behind the video, and copied with it', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const video = await create(world, { media: FILM, coverPicture: COVER })
  expect(kindsOf(video)).toEqual(['video', 'picture'])
  const copy = await duplicatePost(deps, actor, { accountId, postId: video.id })
  expect(copy.media).toEqual(video.media)
})

test('an edit puts a second in place of a picture and a picture in place of a second, and undo brings each back', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const video = await create(world, { media: FILM, coverPicture: COVER })
  const second = await edit(world, video, { cover: 7 })
  expect([second.cover, kindsOf(second), second.media[0]]).toEqual([7, ['video'], video.media[0]])
  const other = await edit(world, video, { coverPicture: picture(300, 500, '3a3') })
  expect([other.cover, kindsOf(other), other.media[0]]).toEqual([null, ['video', 'picture'], video.media[0]])
  const { posts } = await undoChange(deps, actor, { accountId, postId: video.id, version: other.version })
  expect(posts).toMatchObject([{ cover: 7, media: second.media }])
})

test('a new video has no cover of the one before, and a picture in its place has none', async () => {
  const world = await aStudio()
  const video = await create(world, { media: FILM, cover: 40 })
  expect(await edit(world, video, { media: [FILM] })).toMatchObject({ cover: null })
  expect(await edit(world, video, { media: [FILM], cover: 9 })).toMatchObject({ cover: 9 })
  expect(await edit(world, video, { media: [picture(400, 600)] })).toMatchObject({ cover: null, mediaType: 'image' })
  await expect(edit(world, video, { cover: 1 })).rejects.toMatchObject({ details: { field: 'cover' } })
})

test('a video that becomes a picture while its cover is fetched gets no cover', async () => {
  const world = await aStudio()
  const video = await create(world, { media: FILM })
  let replaced: Promise<Post> | undefined
  world.onFetch = (url) => {
    if (url === COVER.url) replaced ??= edit(world, video, { media: [picture(400, 600)] })
  }
  const late = edit(world, video, { coverPicture: COVER }).catch((error: unknown) => error)
  await late
  await replaced
  const [row] = await db.sql`
    select p.media_type, p.cover, count(*)::int as media
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = p.id
     where p.id = ${video.id} and p.organization_id = ${world.organizationId}
     group by 1, 2`
  expect(row).toEqual({ media_type: 'image', cover: null, media: 1 })
})

test('an approval of the version before looks at its cover, be it a second or a picture', async () => {
  const world = await aStudio()
  const video = await create(world, { media: FILM })
  const printNow = async () => {
    const [row] = await db.sql<[{ image: PostImage }]>`
      select ${postImage(db.sql, world.organizationId)} as image from posts p where p.id = ${video.id}`
    return printOf({}, row.image)
  }
  const prints = [await printNow()]
  await edit(world, video, { cover: 3 })
  prints.push(await printNow())
  await edit(world, video, { coverPicture: COVER })
  prints.push(await printNow())
  expect(new Set(prints).size).toBe(3)
  await edit(world, video, { cover: 0 })
  expect(await printNow()).toBe(prints[0])
})

test('the upload of a cover is used once, and lives as long as its pin', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const coverPicture = await anUpload(world, { width: 300, height: 500 })
  const video = await create(world, { media: FILM, coverPicture })
  await expect(create(world, { media: FILM, coverPicture })).rejects.toMatchObject({
    details: { reason: 'upload_already_attached' },
  })
  const count = async () =>
    (await db.sql`select from media where organization_id = ${world.organizationId} and media_type = 'image'`).length
  world.clock.advance(3 * DAY_MS)
  await sweepMedia(deps)
  expect(await count()).toBe(1)
  await deletePost(deps, actor, { accountId, postId: video.id })
  await sweepMedia(deps)
  expect(await count()).toBe(1) // undo restores it
  expect(await create(world, { media: FILM })).toMatchObject({ cover: null })
})

test('an upload whose bytes never came is refused at its name', async () => {
  const world = await aStudio()
  await refused(world, { media: FILM, coverPicture: await anUpload(world, { put: false }) }, 'cover.uploadId')
})
