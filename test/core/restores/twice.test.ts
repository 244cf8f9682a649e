/** Restored again before the boards were compared: what the first restore knew is not forgotten. */
import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, reread, workFor } from '../../publish/support/support.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, comparison, compare, resume, pinsOf, backupAt } = await aRestoreWorld(db)
const { deps, actor, accountId } = world
const url = (name: string) => `https://example.com/twice/${name}`

test('a pin that went out before the second of two backups is found, though only the first restore lost it', async () => {
  const post = await aPin(world, { url: url('between'), at: inHours(2) })
  const pinId = await published(post, inHours(2))
  await restore(20)
  await restore(30, 25)
  expect(await comparison()).toMatchObject({ backupAt: backupAt(), restoredAt: inHours(30) })
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], absent: 0, isDone: true })
  await resume()
  await workFor(world, HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test('a pin that was due at both restores, and was rewritten between them, is known by what it was at the first', async () => {
  const post = await aPin(world, { url: url('due-twice'), at: inHours(2) })
  const pinId = await published(post, inHours(2))
  await restore(20)
  await editPost(deps, actor, {
    accountId,
    postId: post.id,
    changes: { title: 'New', description: 'New', url: url('rewritten') },
  })
  await restore(30)
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], doubtful: [], isDone: true })
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId, url: post.url })
})
