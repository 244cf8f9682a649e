/** Other media for a post that is there already, and what else may happen to it at that moment. */
import { expect, test } from 'vitest'
import { sweepMedia } from '../../../../src/core/media/sweep-media.js'
import { approvePin } from '../../../../src/core/posts/approval/decide.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { requestApproval } from '../../../../src/core/posts/approval/request.js'
import { requireAccount } from '../../../../src/core/accounts/accounts.js'
import { editPost, type EditPost } from '../../../../src/core/posts/edit.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { claimVideos, renewVideoLeases } from '../../../../src/core/publish/prefetch/video-claim.js'
import { saveStep } from '../../../../src/core/publish/prefetch/video-job.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { UNDO_MS } from '../../../../src/core/posts/undo/change.js'
import { aDatabase } from '../../../support/database.js'
import { anUploadingPost, aQueuedPost, aSentPost, creditsOf, DAY_MS, inDays } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'
import { asCarousel, auditOf, badField, conflictOf, interrupted, reread } from '../support/changes.js'
import { anUpload, create, FILM, openStudios, picture, writtenIn } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const edit = ({ deps, actor, accountId }: World, { id }: Pick<Post, 'id'>, changes: EditPost['changes']) =>
  editPost(deps, actor, { accountId, postId: id, changes })
const undo = ({ deps, actor, accountId }: World, { id, version }: Post) =>
  undoChange(deps, actor, { accountId, postId: id, version })
const widthsOf = ({ media }: Pick<Post, 'media'>) => media.map(({ width }) => width)
const other = picture(400, 600)
const tomorrow = (world: World) => ({ when: { kind: 'at', at: inDays(world, 1) } }) as const

test('another image takes the place of the one before, costs nothing and moves nothing in time', async () => {
  const world = await aStudio()
  const post = await create(world, tomorrow(world))
  const credits = await creditsOf(world)
  const edited = await edit(world, post, { media: [other] })
  expect(edited).toMatchObject({ status: 'queued', sendAt: post.sendAt, title: post.title, version: post.version + 1 })
  expect(widthsOf(edited)).toEqual([400])
  expect(await reread(world, post.id)).toEqual(edited)
  expect(await creditsOf(world)).toBe(credits)
})

test('words and media are one change with one Undo', async () => {
  const world = await aStudio()
  const post = await create(world)
  const edited = await edit(world, post, { title: 'Other', media: [await anUpload(world, { width: 300, height: 450 })] })
  const [, change] = await auditOf(world, post.id)
  expect(change).toMatchObject({ action: 'edit', before: { mediaIds: [post.media[0]!.id] } })
  const { posts } = await undo(world, edited)
  expect(posts).toMatchObject([{ title: post.title, media: post.media }])
  expect(await reread(world, post.id)).toMatchObject({ title: post.title, media: post.media, mediaType: 'image' })
})

test('a carousel may become an image and an image a carousel, of which no pin is a simplified one', async () => {
  const world = await aStudio()
  const post = await create(world)
  const carousel = await edit(world, post, { media: [other, picture(200, 300)] })
  expect([widthsOf(carousel), carousel.isSimplified]).toEqual([[400, 200], false])
  expect(widthsOf(await edit(world, post, { media: [picture(300, 450)] }))).toEqual([300])
})

test('the media rules of create hold: one shape, no video in a carousel, five images, no upload twice', async () => {
  const world = await aStudio()
  const post = await create(world)
  const refused = (media: EditPost['changes']['media'], field: string) =>
    expect(edit(world, post, { media: media! })).rejects.toMatchObject(badField(field))
  await refused([other, picture(400, 400)], 'carouselItems[0].mediaUrl')
  await refused([FILM, other], 'mediaType')
  await refused([other, other, other, other, other, other], 'carouselItems')
  const upload = await anUpload(world)
  await refused([upload, upload], 'carouselItems[0].uploadId')
  await edit(world, post, { media: [upload] })
  await expect(edit(world, post, { media: [upload] })).rejects.toMatchObject(conflictOf('upload_already_attached'))
})

test('a carousel is refused while the pin has product tags, also where they were added meanwhile, and taken with an empty list', async () => {
  const world = await aStudio()
  const post = await create(world)
  const carousel: EditPost['changes'] = { media: [other, picture(200, 300)] }
  const meanwhile = interrupted(world, () => edit(world, post, { productTagPinIds: ['11'] }))
  await expect(edit(meanwhile, post, carousel)).rejects.toMatchObject(badField('productTagPinIds'))
  await expect(edit(world, post, carousel)).rejects.toMatchObject(badField('productTagPinIds'))
  expect(await edit(world, post, { ...carousel, productTagPinIds: [] })).toMatchObject({ productTagPinIds: [] })
})

test('tags that are added while the pin becomes a carousel are refused', async () => {
  const world = await aStudio()
  const post = await create(world)
  const meanwhile = interrupted(world, () => edit(world, post, { media: [other, picture(200, 300)] }))
  await expect(edit(meanwhile, post, { productTagPinIds: ['11'] })).rejects.toMatchObject(badField('productTagPinIds'))
})

test('a post that is being published or was is 409, and nothing is fetched for it', async () => {
  const world = await aStudio()
  for (const post of [await anUploadingPost(world), await aSentPost(world)])
    await expect(edit(world, post, { media: [other] })).rejects.toMatchObject(conflictOf('post_not_editable'))
  expect(world.fetched).toEqual([])
})

test('one that the publisher takes while the image is fetched keeps its own, and the copy is taken away', async () => {
  const world = await aStudio()
  const post = await aQueuedPost(world)
  const before = await writtenIn(world)
  const taken = interrupted(
    world,
    () =>
      db.sql`update posts set status = 'uploading', attempt_number = 1, lease_until = send_at, due_at = null where id = ${post.id}`,
  )
  await expect(edit(taken, post, { media: [other] })).rejects.toMatchObject(conflictOf('post_status_changed'))
  expect(await reread(world, post.id)).toMatchObject({ status: 'uploading', media: post.media })
  expect(await writtenIn(world)).toEqual(before)
})

test('of two who give other media at once both are done, one after the other, and the Undo of the later brings the earlier back', async () => {
  const world = await aStudio()
  const post = await create(world)
  const edited = await Promise.all([edit(world, post, { media: [other] }), edit(world, post, { media: [picture(300, 450)] })])
  const [first, last] = edited.sort((a, b) => a.version - b.version)
  expect((await reread(world, post.id)).media).toEqual(last.media)
  const { posts } = await undo(world, last)
  expect(posts[0]!.media).toEqual(first.media)
})

test('a scheduling that waits for it answers with the new media', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const post = await create(world)
  const scheduled: Promise<Post>[] = []
  await editPost(deps, actor, { accountId, postId: post.id, changes: { media: [other] } }, async () => {
    scheduled.push(schedulePost(deps, actor, { accountId, postId: post.id, ...tomorrow(world) }))
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  expect(widthsOf((await scheduled[0])!)).toEqual([400])
})

test('the sweep leaves what was replaced for as long as that can be undone', async () => {
  const world = await aStudio()
  const post = await create(world)
  const [before] = post.media
  const isThere = async () => (await db.sql`select from media where id = ${before!.id}`).count === 1
  world.clock.advance(2 * DAY_MS)
  await sweepMedia(world.deps)
  const edited = await edit(world, post, { media: [other] })
  world.clock.advance(UNDO_MS)
  await sweepMedia(world.deps)
  expect(await isThere()).toBe(true)
  expect((await undo(world, edited)).posts).toMatchObject([{ media: [before] }])
  await edit(world, post, { media: [other] })
  world.clock.advance(UNDO_MS + 1)
  await sweepMedia(world.deps)
  expect(await isThere()).toBe(false)
})

test('a video that is on its way is given up with its job, also by Undo, and the one in its place is brought there', async () => {
  const world = await aStudio()
  const post = await create(world, { ...tomorrow(world), media: FILM })
  world.clock.now = new Date(post.sendAt!.getTime() - 60_000)
  const claim = async () => {
    const jobs = await claimVideos(db, { now: world.clock.now, uploads: 9, looks: 9, busy: [] })
    return jobs.filter(({ organizationId }) => organizationId === world.organizationId)
  }
  const [job] = await claim()
  const edited = await edit(world, post, { media: [other] })
  expect(edited.mediaType).toBe('image')
  await renewVideoLeases(db.sql, [job!], world.clock.now)
  expect(await saveStep(db.sql, job!, { state: 'new', dueAt: world.clock.now })).toBe(false)
  expect(await claim()).toEqual([])
  expect((await undo(world, edited)).posts).toMatchObject([{ mediaType: 'video', media: post.media }])
  expect(await claim()).toMatchObject([{ postId: post.id, state: 'new', platformMediaId: null }])
})

test('a request for approval is for the pin as it is now', async () => {
  const world = await aStudio()
  const { deps, actor, accountId, organizationId } = world
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where id = ${accountId}`
  const post = await create(world)
  const contributor = { ...actor, role: 'contributor', via: 'slack', userId: `T${organizationId}:U1` } as const
  await db.sql`update posts set created_by = ${contributor.userId} where id = ${post.id}`
  const account = await requireAccount(db.sql, actor, accountId)
  await requestApproval(deps, contributor, account, { postId: post.id, ...tomorrow(world) })
  const edited = await edit(world, post, { media: [other] })
  const [approval] = await db.sql`select state, post_version as version, revision from approvals where post_id = ${post.id}`
  expect(approval).toEqual({ state: 'open', version: edited.version, revision: 2 })
})

test('who approves what they saw before does not approve the image that took its place', async () => {
  const world = await aStudio()
  const { deps, actor, accountId, organizationId } = world
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where id = ${accountId}`
  const post = await create(world)
  const person = (id: string) => ({ ...actor, via: 'slack', userId: `T${organizationId}:${id}` }) as const
  const contributor = { ...person('U1'), role: 'contributor' } as const
  const scheduler = { ...person('U2'), role: 'scheduler' } as const
  await db.sql`update posts set created_by = ${contributor.userId} where id = ${post.id}`
  await requestApproval(deps, contributor, await requireAccount(db.sql, actor, accountId), {
    postId: post.id,
    ...tomorrow(world),
  })
  const [approval] = await db.sql<[{ id: string }]>`select id from approvals where post_id = ${post.id}`
  const edited = await edit(world, post, { media: [other] })
  const approve = (version: number) => approvePin(deps, scheduler, { accountId, approvalId: approval.id, version })
  await expect(approve(post.version)).rejects.toMatchObject(conflictOf('approval_outdated'))
  expect(await reread(world, post.id)).toMatchObject({ status: 'draft' })
  expect(await approve(edited.version)).toMatchObject({ status: 'queued', media: edited.media })
})

test('another pin with the same image keeps it, also when what was replaced is swept', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const post = await create(world)
  const copy = await duplicatePost(deps, actor, { accountId, postId: post.id })
  await edit(world, post, { media: [other] })
  world.clock.advance(2 * DAY_MS)
  await sweepMedia(deps)
  expect((await reread(world, copy.id)).media).toEqual(post.media)
})

test('nobody else’s organization has a say in it', async () => {
  const [world, others] = [await aStudio(), await aStudio()]
  const post = await create(world)
  const changes = { media: [other] as [typeof other] }
  await expect(
    editPost(others.deps, others.actor, { accountId: others.accountId, postId: post.id, changes }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const upload = await anUpload(others)
  await expect(edit(world, post, { media: [upload] })).rejects.toMatchObject(badField('uploadId'))
  expect((await asCarousel(world, post)).media).toHaveLength(2) // it is as it was
})
