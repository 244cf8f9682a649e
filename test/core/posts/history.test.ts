import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../src/core/posts/edit.js'
import { listPostChanges } from '../../../src/core/posts/history.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aCreated } from './support/changes.js'
import { create as createPost, FILM, openStudios, picture } from './support/create-fixtures.js'

const { db } = await aDatabase()

const aStudio = openStudios(db)

const history = ({ deps, actor, accountId }: World, postId: string, limit = 20) =>
  listPostChanges(deps, actor, { accountId, postId, limit })

test('the history says who did what through which channel, newest first, and what was undone', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, clock } = world
  const [post] = await aCreated(world)
  clock.advance(60_000)
  const member = { ...actor, via: 'slack', userId: 'T1:U1' } as const
  const { version } = await editPost(deps, member, { accountId, postId: post!.id, changes: { title: 'Other' } })
  await undoChange(deps, actor, { accountId, postId: post!.id, version })
  const changes = await history(world, post!.id)
  expect(changes).toEqual([
    { at: clock.now, via: 'api', actor: 'key:test', keyName: null, action: 'undo', isUndone: false },
    { at: clock.now, via: 'slack', actor: 'T1:U1', keyName: null, action: 'edit', isUndone: true },
    { at: post!.createdAt, via: 'api', actor: 'key:test', keyName: null, action: 'create', isUndone: false },
  ])
  expect(await history(world, post!.id, 1)).toEqual(changes.slice(0, 1))
})

test('an edit that put other media in the place of those before says so, and whether it did more', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const post = await createPost(world)
  const edit = (changes: EditPost['changes']) => editPost(deps, actor, { accountId, postId: post.id, changes })
  await edit({ media: [FILM] })
  await edit({ media: [picture(400, 600)], title: 'Other' })
  await edit({ media: [picture(400, 600)], title: 'Another' }) // the same picture once more
  const newMedia = (await history(world, post.id)).map((change) => change.newMedia)
  expect(newMedia).toEqual([undefined, { kind: 'image', isAll: false }, { kind: 'video', isAll: true }, undefined])
})

test('what a program did reads with the name of its key', async () => {
  const world = await aWorld(db)
  const { deps, actor } = world
  const { apiKey } = await createApiKey(deps, actor, { name: 'Nightly import' })
  const other = await aWorld(db)
  const [post] = await aCreated({ ...world, actor: { ...actor, userId: `key:${apiKey.id}` } })
  expect(await history(world, post!.id)).toMatchObject([{ actor: `key:${apiKey.id}`, keyName: 'Nightly import' }])
  const [foreign] = await aCreated({ ...other, actor: { ...other.actor, userId: `key:${apiKey.id}` } })
  expect(await history(other, foreign!.id)).toMatchObject([{ keyName: null }]) // a key of another organization has no name here
})

test('a deleted post has a history, a post from before there was one has none, any other is not found', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { deps, actor, accountId } = world
  const draft = await aDraft(world)
  expect(await history(world, draft.id)).toEqual([])
  await deletePost(deps, actor, { accountId, postId: draft.id })
  expect(await history(world, draft.id)).toMatchObject([{ action: 'delete' }])
  const [foreign] = await aCreated(other)
  for (const id of ['x', '999999', foreign!.id]) await expect(history(world, id)).rejects.toThrow('Post not found.')
})
