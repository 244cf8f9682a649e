/** A picture cropped or put on a card, the way back, and what else may happen to the post at that moment. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../../src/charts/charts.js'
import type { PictureFit } from '../../../../src/core/media/post-media.js'
import { sweepMedia } from '../../../../src/core/media/sweep-media.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { fitPostPicture } from '../../../../src/core/posts/create/fit-picture.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { anUploadingPost, aSentPost, creditsOf, DAY_MS, inDays } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'
import { auditOf, badField, conflictOf, interrupted, reread } from '../support/changes.js'
import { create, FILM, openStudios, picture } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const aStudio = openStudios(db)
const studio = () => aStudio({ parts: { charts } })

const fit = ({ deps, actor, accountId }: World, { id }: Pick<Post, 'id'>, fit: PictureFit) =>
  fitPostPicture(deps, actor, { accountId, postId: id, fit })
const sizesOf = ({ media }: Pick<Post, 'media'>) => media.map(({ width, height }) => `${width}x${height}`)
const fitsOf = ({ media }: Pick<Post, 'media'>) => media.map(({ fit }) => fit)
const mediaCount = async ({ organizationId }: World) =>
  (await db.sql<{ n: number }[]>`select count(*)::int as n from media where organization_id = ${organizationId}`)[0]!.n
const wide = picture(1200, 800)
const tomorrow = (world: World) => ({ when: { kind: 'at', at: inDays(world, 1) } }) as const

test('a wide picture is cropped to two to three, costs nothing and moves nothing in time', async () => {
  const world = await studio()
  const post = await create(world, { media: wide, ...tomorrow(world) })
  const credits = await creditsOf(world)
  const cropped = await fit(world, post, 'crop')
  expect(cropped).toMatchObject({ status: 'queued', sendAt: post.sendAt, title: post.title, version: post.version + 1 })
  expect([sizesOf(cropped), fitsOf(cropped)]).toEqual([['533x800'], ['crop']])
  expect(await reread(world, post.id)).toEqual(cropped)
  expect(await creditsOf(world)).toBe(credits)
})

test('a card has the whole picture on 1000 by 1500, and the way back leads to the very picture that was given', async () => {
  const world = await studio()
  const post = await create(world, { media: wide })
  expect(sizesOf(await fit(world, post, 'card'))).toEqual(['1000x1500'])
  expect(sizesOf(await fit(world, post, 'crop'))).toEqual(['533x800']) // of the original, not of the card
  expect((await fit(world, post, 'original')).media).toEqual(post.media)
})

test('what was made once is found again, and what a post has already is not written', async () => {
  const world = await studio()
  const post = await create(world, { media: wide })
  const once = await fit(world, post, 'card')
  const again = await fit(world, post, 'card')
  expect([again.version, again.media]).toEqual([once.version, once.media])
  await fit(world, post, 'original')
  expect((await fit(world, post, 'card')).media).toEqual(once.media)
  expect(await mediaCount(world)).toBe(2)
  expect((await auditOf(world, post.id)).map(({ action }) => action)).toEqual(['create', 'edit', 'edit', 'edit'])
})

test.each(['crop', 'card'] as const)('damaged bytes are said to be, and change nothing: %s', async (how) => {
  const world = await studio()
  const post = await create(world, { media: wide })
  const { storage } = world.deps
  const [kept] = await db.sql<{ key: string }[]>`
    select storage_key as key from media where organization_id = ${world.organizationId} order by id desc limit 1`
  const bytes = await storage.read(kept!.key)
  await storage.put(kept!.key, bytes.subarray(0, bytes.length / 2), 'image/jpeg')
  await expect(fit(world, post, how)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await reread(world, post.id)).version).toBe(post.version)
})

test('another title makes another card', async () => {
  const world = await studio()
  const post = await create(world, { media: wide })
  const first = await fit(world, post, 'card')
  const { deps, actor, accountId } = world
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Other words' } })
  expect((await fit(world, post, 'card')).media).not.toEqual(first.media)
})

test('two to three already is not cropped', async () => {
  const world = await studio()
  const post = await create(world, { media: picture(600, 900) })
  const cropped = await fit(world, post, 'crop')
  expect([cropped.version, cropped.media]).toEqual([post.version, post.media])
})

test('of a carousel each picture is fitted, so that they stay of one shape', async () => {
  const world = await studio()
  const post = await create(world, { media: wide, carouselItems: [picture(600, 400), picture(903, 602)] })
  const cropped = await fit(world, post, 'crop')
  expect([sizesOf(cropped), fitsOf(cropped)]).toEqual([
    ['533x800', '267x400', '401x602'],
    ['crop', 'crop', 'crop'],
  ])
  expect(sizesOf(await fit(world, post, 'card'))).toEqual(['1000x1500', '1000x1500', '1000x1500'])
  expect((await fit(world, post, 'original')).media).toEqual(post.media)
})

test('is one change with one Undo', async () => {
  const world = await studio()
  const { deps, actor, accountId } = world
  const post = await create(world, { media: wide })
  const { version } = await fit(world, post, 'crop')
  const { posts } = await undoChange(deps, actor, { accountId, postId: post.id, version })
  expect(posts).toMatchObject([{ media: post.media }])
})

test('a video, a card without a title, and a title in letters that we have not are refused, and nothing changes', async () => {
  const world = await studio()
  const film = await create(world, { media: FILM })
  await expect(fit(world, film, 'crop')).rejects.toMatchObject(badField('fit'))
  const untitled = await create(world, { media: wide, title: null })
  await expect(fit(world, untitled, 'card')).rejects.toMatchObject(badField('title'))
  const japanese = await create(world, { media: wide, title: '小さな部屋の収納' })
  await expect(fit(world, japanese, 'card')).rejects.toMatchObject(badField('fit'))
  expect((await reread(world, japanese.id)).media).toEqual(japanese.media)
  const tiny = await create(world, { media: picture(300, 120) })
  await expect(fit(world, tiny, 'crop')).rejects.toMatchObject(badField('fit'))
  expect(await mediaCount(world)).toBe(3)
})

test('a post that is being published or was is 409, and nothing is made for it', async () => {
  const world = await studio()
  for (const post of [await anUploadingPost(world), await aSentPost(world)])
    await expect(fit(world, post, 'crop')).rejects.toMatchObject(conflictOf('post_not_editable'))
})

test('one that the publisher takes, or that gets other media or words meanwhile, keeps what it has', async () => {
  const world = await studio()
  const { deps, actor, accountId } = world
  const post = await create(world, { media: wide, ...tomorrow(world) })
  const change = (changes: Parameters<typeof editPost>[2]['changes']) =>
    editPost(deps, actor, { accountId, postId: post.id, changes })
  const changed = conflictOf('post_status_changed')
  const replaced = interrupted(world, () => change({ media: [picture(900, 600)] }))
  await expect(fit(replaced, post, 'crop')).rejects.toMatchObject(changed)
  expect(sizesOf(await reread(world, post.id))).toEqual(['900x600'])
  await expect(
    fit(
      interrupted(world, () => change({ title: 'Other' })),
      post,
      'card',
    ),
  ).rejects.toMatchObject(changed)
  const taken = interrupted(
    world,
    () =>
      db.sql`update posts set status = 'uploading', attempt_number = 1, lease_until = send_at, due_at = null where id = ${post.id}`,
  )
  await expect(fit(taken, post, 'crop')).rejects.toMatchObject(changed)
  expect(sizesOf(await reread(world, post.id))).toEqual(['900x600'])
})

test('of two at once both are done, and the later stays', async () => {
  const world = await studio()
  const post = await create(world, { media: wide })
  const both = await Promise.allSettled([fit(world, post, 'crop'), fit(world, post, 'card')])
  const done = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(done.length).toBeGreaterThan(0) // the other one saw what was no more so
  const last = done.sort((a, b) => a.version - b.version).at(-1)!
  expect((await reread(world, post.id)).media).toEqual(last.media)
})

test('a copy can go back to the original too, also once the first one is deleted', async () => {
  const world = await studio()
  const { deps, actor, accountId } = world
  const post = await create(world, { media: wide })
  await fit(world, post, 'card')
  const copy = await duplicatePost(deps, actor, { accountId, postId: post.id })
  await deletePost(deps, actor, { accountId, postId: post.id })
  world.clock.now = new Date(world.clock.now.getTime() + 40 * DAY_MS)
  await sweepMedia(deps)
  expect((await fit(world, copy, 'original')).media).toEqual(post.media)
})

test('the original is kept as long as what was made of it, and goes with it', async () => {
  const world = await studio()
  const { deps, actor, accountId } = world
  const post = await create(world, { media: wide })
  await fit(world, post, 'crop')
  world.clock.now = new Date(world.clock.now.getTime() + 2 * DAY_MS)
  await sweepMedia(deps)
  expect(await mediaCount(world)).toBe(2)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { media: [picture(400, 600)] } })
  world.clock.now = new Date(world.clock.now.getTime() + 2 * DAY_MS)
  await sweepMedia(deps)
  expect(await mediaCount(world)).toBe(1)
})

test('another organization finds no post, and a rehearsal keeps nothing', async () => {
  const world = await studio()
  const other = await studio()
  const post = await create(world, { media: wide })
  await expect(fit({ ...other, accountId: world.accountId }, post, 'crop')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { deps, actor, accountId } = world
  const rolledBack = fitPostPicture(deps, actor, { accountId, postId: post.id, fit: 'crop' }, () =>
    Promise.reject(new Error('back')),
  )
  await expect(rolledBack).rejects.toThrow('back')
  expect(await mediaCount(world)).toBe(1)
  expect(await reread(world, post.id)).toMatchObject({ media: post.media, version: post.version })
})
