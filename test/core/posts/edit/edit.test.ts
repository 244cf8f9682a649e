import { expect, test } from 'vitest'
import { editPost, type EditPost } from '../../../../src/core/posts/edit.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, creditsOf, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { asCarousel, auditOf, badField, conflictOf, interrupted, reread } from '../support/changes.js'

const { db } = await aDatabase()

const edit = ({ deps, actor, accountId }: World, { id }: Post, changes: EditPost['changes']) =>
  editPost(deps, actor, { accountId, postId: id, changes })

test('an edit changes what it names and leaves the rest alone', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { altText: 'A shelf', boardSectionId: '1011' })
  const edited = await edit(world, draft, { title: '  A better pin  ', url: 'https://example.com/other' })
  expect(edited).toEqual({ ...draft, title: 'A better pin', url: 'https://example.com/other', version: draft.version + 1 })
  expect(await reread(world, draft.id)).toEqual(edited)
})

test('an edited url is the url that spacing rules compare', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await edit(world, draft, { url: 'https://Example.com/other/#top' })
  const [row] = await db.sql`select url_key from posts where id = ${draft.id}`
  expect(row).toEqual({ url_key: 'example.com/other' })
})

test('an edit without a field is refused', async () => {
  const world = await aWorld(db)
  await expect(edit(world, await aDraft(world), {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('rule 1: an edit leaves status, time, slot and media as they are', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const { status, sendAt, timeslotId, media } = post
  expect(await edit(world, post, { title: 'Other' })).toMatchObject({ status, sendAt, timeslotId, media })
  const [row] = await db.sql`select due_at from posts where id = ${post.id}`
  expect(row).toEqual({ due_at: sendAt })
})

test.each([
  ['title', ''],
  ['title', '   '],
  ['description', ''],
  ['url', ''],
] as const)('rule 2: %s cannot be set to "%s"', async (field, text) => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await expect(edit(world, draft, { [field]: text })).rejects.toMatchObject(badField(field))
  expect(await reread(world, draft.id)).toEqual(draft)
})

test('lengths are those of create: title 100, description 800, alt text 500 characters', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const full = { title: '🧶'.repeat(100), description: 'd'.repeat(800), altText: 'a'.repeat(500) }
  expect(await edit(world, draft, full)).toMatchObject(full)
  for (const [field, text] of Object.entries(full)) {
    await expect(edit(world, draft, { [field]: `${text}x` }), field).rejects.toMatchObject(badField(field))
  }
})

test('an empty alt text takes it away', async () => {
  const world = await aWorld(db)
  expect((await edit(world, await aDraft(world, { altText: 'A shelf' }), { altText: '' })).altText).toBeNull()
})

test('rule 3: moving to another board clears the section', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { boardSectionId: '1011' })
  const moved = await edit(world, draft, { board: { boardId: 'b_102' } })
  expect(moved).toMatchObject({ boardId: '102', boardName: 'Garden', boardSectionId: null })
})

test('rule 3: the same board without a section clears the section', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { boardSectionId: '1011' })
  expect(await edit(world, draft, { board: { boardId: '101' } })).toMatchObject({ boardId: '101', boardSectionId: null })
})

test('rule 3: the section is validated against the board the pin ends up on', async () => {
  const sections = { listSections: async () => ({ items: [], bookmark: null }) }
  const world = await aWorld(db, { parts: { platform: sections as never } }) // asked once for sections the cache has not
  const draft = await aDraft(world, { boardId: '102' })
  await expect(edit(world, draft, { board: { boardSectionId: '1011' } })).rejects.toMatchObject(badField('boardSectionId'))
  await expect(edit(world, draft, { board: { boardId: '102', boardSectionId: '1011' } })).rejects.toMatchObject(
    badField('boardSectionId'),
  )
  const moved = await edit(world, draft, { board: { boardId: '101', boardSectionId: '1011' } })
  expect(moved).toMatchObject({ boardId: '101', boardSectionId: '1011' })
  expect(await edit(world, moved, { board: { boardSectionId: '1012' } })).toMatchObject({ boardSectionId: '1012' })
})

test('rule 3: a section moves to the root by itself, and needs no board that is known', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { boardSectionId: '1011' })
  await db.sql`delete from boards where organization_id = ${world.organizationId} and id = '101'`
  expect(await edit(world, draft, { board: { boardSectionId: null } })).toMatchObject({ boardId: '101', boardSectionId: null })
})

test('rule 3: a section without any board is refused', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { boardId: null })
  await expect(edit(world, draft, { board: { boardSectionId: '1011' } })).rejects.toMatchObject(badField('boardSectionId'))
})

test('rule 3: a section checked on a board that the pin has left meanwhile is not saved', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const moved = interrupted(world, () => db.sql`update posts set board_id = '102' where id = ${draft.id}`)
  const editing = edit(moved, draft, { board: { boardSectionId: '1011' } })
  await expect(editing).rejects.toMatchObject(conflictOf('post_status_changed'))
  expect(await reread(world, draft.id)).toMatchObject({ boardId: '102', boardSectionId: null })
})

test('rule 4: tags are replaced wholesale, an empty array clears them, omitting leaves them alone', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  expect((await edit(world, draft, { productTagPinIds: ['11', '12'] })).productTagPinIds).toEqual(['11', '12'])
  expect((await edit(world, draft, { productTagPinIds: ['13'] })).productTagPinIds).toEqual(['13'])
  expect((await edit(world, draft, { title: 'Other' })).productTagPinIds).toEqual(['13'])
  expect((await edit(world, draft, { productTagPinIds: [] })).productTagPinIds).toEqual([])
})

test('rule 4: tagging forces a simplified pin, and clearing the tags keeps it one', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await db.sql`update posts set is_simplified = false where id = ${draft.id}`
  expect((await edit(world, draft, { title: 'Other' })).isSimplified).toBe(false)
  expect((await edit(world, draft, { productTagPinIds: ['11'] })).isSimplified).toBe(true)
  expect((await edit(world, draft, { productTagPinIds: [] })).isSimplified).toBe(true)
})

test('rule 4: tags are refused on a carousel, but an empty array is accepted on one', async () => {
  const world = await aWorld(db)
  const carousel = await asCarousel(world, await aDraft(world))
  await db.sql`update posts set is_simplified = false where id = ${carousel.id}`
  await expect(edit(world, carousel, { productTagPinIds: ['11'] })).rejects.toMatchObject(badField('productTagPinIds'))
  expect(await edit(world, carousel, { productTagPinIds: [] })).toMatchObject({ productTagPinIds: [], isSimplified: false })
})

test('rule 4: tags need a business account; clearing them does not', async () => {
  const world = await aWorld(db, { isBusiness: false })
  const draft = await aDraft(world)
  await expect(edit(world, draft, { productTagPinIds: ['11'] })).rejects.toMatchObject(badField('productTagPinIds'))
  expect((await edit(world, draft, { productTagPinIds: [] })).productTagPinIds).toEqual([])
})

test.each([
  ['more than 24', Array.from({ length: 25 }, (_, n) => String(n + 1))],
  ['one twice', ['11', '11']],
  ['something other than digits', ['pin-11']],
])('rule 4: tags with %s are refused', async (_, productTagPinIds) => {
  const world = await aWorld(db)
  await expect(edit(world, await aDraft(world), { productTagPinIds })).rejects.toMatchObject(badField('productTagPinIds'))
})

test('rule 5: editing consumes no credits, of a draft and of a queued pin', async () => {
  const world = await aWorld(db, { credits: 1 })
  await edit(world, await aQueuedPost(world), { title: 'Other' })
  expect(await creditsOf(world)).toBe(0)
  await edit(world, await aDraft(world), { title: 'Other' })
  expect(await creditsOf(world)).toBe(0)
})

test.each([
  ['sent', aSentPost],
  ['uploading', anUploadingPost],
])('rule 6: a post that is %s cannot be edited', async (_, make) => {
  const world = await aWorld(db)
  const post = await make(world)
  await expect(edit(world, post, { title: 'Other' })).rejects.toMatchObject(conflictOf('post_not_editable'))
  expect(await reread(world, post.id)).toEqual(post)
})

test('rule 6: a pin that changed status during the edit is 409, and nothing is saved', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const { deps, actor, accountId } = world
  const changing = interrupted(world, () => unschedulePost(deps, actor, { accountId, postId: post.id }))
  const editing = edit(changing, post, { title: 'Other' })
  await expect(editing).rejects.toMatchObject(conflictOf('post_status_changed'))
  expect(await reread(world, post.id)).toMatchObject({ status: 'draft', title: 'A pin' })
})

test('a failure stays with an edited draft', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const failure = { reason: 'missed', message: 'Too late', failedAt: inDays(world, -1).toISOString(), sendAt: null }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where id = ${draft.id}`
  expect((await edit(world, draft, { title: 'Other' })).failure).toMatchObject({ reason: 'missed' })
})

test('a missing, malformed or foreign post is the same not found', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const foreign = await aDraft(other)
  for (const id of ['999999', 'x', '99999999999999999999', foreign.id]) {
    await expect(edit(world, { ...foreign, id }, { title: 'Other' })).rejects.toThrow('Post not found.')
  }
})

test('an edit is written down with the fields before and after, and what runs before the commit shares its fate', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const { deps, actor, accountId } = world
  const failing = editPost(deps, actor, { accountId, postId: draft.id, changes: { title: 'Lost' } }, async () => {
    throw new Error('no room for the answer')
  })
  await expect(failing).rejects.toThrow('no room for the answer')
  await edit(world, draft, { title: 'Other' })
  expect(await auditOf(world, draft.id)).toMatchObject([
    { action: 'edit', version: 2, before: { title: 'A pin', version: 1 }, after: { title: 'Other', version: 2 } },
  ])
})
