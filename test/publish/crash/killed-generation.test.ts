/** SIGKILL while drafts are made of a page: they are written once and whole, or not yet. */
import { expect, test } from 'vitest'
import { createGeneration } from '../../../src/core/sources/generations/create.js'
import { readGeneration } from '../../../src/core/sources/generations/store.js'
import { aDatabase } from '../../support/database.js'
import { MINUTE_MS } from '../support/support.js'
import { mortals, soon } from '../support/killed-support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['generations'] })
const { deps, actor, accountId, organizationId } = world
const { sql } = deps.db

test.each([
  { when: 'while its pictures are read', name: 'read', failpoint: 'storage.put.after', after: 1 },
  { when: 'before its drafts are committed', name: 'open', failpoint: 'generations.commit', after: 0 },
  { when: 'once its drafts are committed', name: 'done', failpoint: 'generations.tx.after', after: 0 },
])('killed $when: the page has its drafts once', async ({ name, failpoint, after }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  victim.arm(failpoint, { after })
  const input = { accountId, url: `https://pages.test/${name}`, title: null, keywords: [], drafts: 3, boardId: null }
  const made = await createGeneration(deps, actor, input, async (tx, { id }) => {
    await tx`update generations set due_at = ${at} where organization_id = ${organizationId} and id = ${id}`
  })
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(10 * MINUTE_MS, other)
  const read = await readGeneration(deps, actor, { accountId, generationId: made.id })
  expect(read).toMatchObject({ status: 'success', failureCode: null })
  const posts = await sql<{ id: string }[]>`
    select id from posts where organization_id = ${organizationId} and generation_id = ${made.id} order by id`
  expect(posts.map(({ id }) => id)).toEqual(read.postIds)
  expect(posts).toHaveLength(3)
})
