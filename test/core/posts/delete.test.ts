import { expect, test } from 'vitest'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, creditsOf } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aCreated, auditOf, conflictOf, ledgerOf, reread } from './support/changes.js'

const { db } = await aDatabase()

const remove = ({ deps, actor, accountId }: World, postId: string) => deletePost(deps, actor, { accountId, postId })
const removeAll = ({ deps, actor, accountId }: World, intervalGroupId: string) =>
  deleteSeries(deps, actor, { accountId, intervalGroupId })

test('a deleted draft is gone from every read, and is kept whole', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  expect(await remove(world, draft.id)).toEqual({ ...draft, version: draft.version + 1 })
  await expect(reread(world, draft.id)).rejects.toThrow('Post not found.')
  const [kept] = await db.sql`select post, media_ids, deleted_at from deleted_posts where id = ${draft.id}`
  expect(kept).toMatchObject({
    post: { title: 'A pin', status: 'draft', url_key: 'example.com/pin' },
    media_ids: draft.media.map(({ id }) => id),
    deleted_at: world.clock.now,
  })
  expect(await auditOf(world, draft.id)).toMatchObject([
    { action: 'delete', version: draft.version + 1, before: { title: 'A pin' }, after: null },
  ])
  await expect(remove(world, draft.id)).rejects.toThrow('Post not found.')
})

test('a deleted queued post gives its charge back, once', async () => {
  const world = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(world)
  await remove(world, post.id)
  expect(await creditsOf(world)).toBe(1)
  expect(await ledgerOf(world, post.id)).toEqual([`charge credit post:${post.id}#1`, `refund credit post:${post.id}#1`])
})

test('the attempts of a deleted draft are kept with it', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, payload, claimed_at)
    values (${world.organizationId}, ${draft.id}, 1, 'ambiguous', '101', ${world.clock.now}, ${db.sql.json({ title: 'A pin' })}, ${world.clock.now})`
  await remove(world, draft.id)
  const [kept] = await db.sql`select attempts from deleted_posts where id = ${draft.id}`
  expect(kept).toMatchObject({ attempts: [{ number: 1, state: 'ambiguous', payload: { title: 'A pin' } }] })
  expect(await db.sql`select 1 from publish_attempts where post_id = ${draft.id}`).toHaveLength(0)
})

test.each([
  ['sent', aSentPost],
  ['uploading', anUploadingPost],
])('a post that is %s cannot be deleted', async (_, make) => {
  const world = await aWorld(db)
  const post = await make(world)
  await expect(remove(world, post.id)).rejects.toMatchObject(conflictOf('post_not_editable'))
  expect(await reread(world, post.id)).toEqual(post)
})

test('a series is deleted in one change, drafts too, without those that are uploading or sent', async () => {
  const world = await aWorld(db, { credits: 3 })
  const [first, second, third] = await aCreated(world, { count: 3 })
  await db.sql`update posts set status = 'sent', pin_id = '78', sent_at = send_at, due_at = null where id = ${second!.id}`
  const gone = await removeAll(world, first!.intervalGroupId!)
  expect(gone.map(({ id }) => id)).toEqual([first!.id, third!.id])
  expect((await reread(world, second!.id)).status).toBe('sent')
  expect(await creditsOf(world)).toBe(2)
  const [a, b] = [(await auditOf(world, first!.id)).at(-1), (await auditOf(world, third!.id)).at(-1)]
  expect(a!.change).toBe(b!.change)
})

test('a missing or foreign post or series is not found', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const [foreign] = await aCreated(other, { count: 2 })
  for (const id of ['x', '999999', foreign!.id]) {
    await expect(remove(world, id)).rejects.toThrow('Post not found.')
    await expect(removeAll(world, id)).rejects.toThrow('Post not found.')
  }
  expect((await reread(other, foreign!.id)).status).toBe('queued')
})
