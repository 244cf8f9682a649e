/** SIGKILL while a feed is looked at and its entries become drafts: each of them once. */
import { expect, test } from 'vitest'
import { createFeed } from '../../../src/core/sources/feeds/create.js'
import { readFeed } from '../../../src/core/sources/feeds/store.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { mortals, soon } from '../support/killed-support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['feeds', 'generations'] })
const { deps, actor, accountId, organizationId } = world
const { sql } = deps.db

test.each([
  { when: 'before its look is committed', name: 'look', failpoint: 'feeds.commit', after: 0 },
  { when: 'once its look is committed', name: 'looked', failpoint: 'feeds.tx.after', after: 0 },
  { when: 'before its second page is begun', name: 'begin', failpoint: 'feeds.commit', after: 2 },
  { when: 'once its second page is begun', name: 'begun', failpoint: 'feeds.tx.after', after: 2 },
  { when: 'before the drafts of a page are committed', name: 'drafts', failpoint: 'generations.commit', after: 1 },
])('killed $when: each entry has its draft once', async ({ name, failpoint, after }) => {
  await sql`delete from feed_entries where organization_id = ${organizationId}` // of the case before
  await sql`delete from feeds where organization_id = ${organizationId}`
  const { victim, other } = await pair()
  const at = soon(world)
  victim.arm(failpoint, { after })
  const input = { accountId, url: `https://pages.test/${name}.xml`, kind: null, perDay: 3, boardId: null }
  const { id: feedId } = await createFeed(deps, actor, input, async (tx, feed) => {
    await tx`update feeds set next_look_at = ${at}, due_at = ${at} where organization_id = ${organizationId} and id = ${feed.id}`
  })
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS / 2, other)
  const { feed, entries } = await readFeed(deps, actor, { accountId, feedId })
  expect(feed).toMatchObject({ lastError: null, waiting: 0, drafted: 3 })
  const generations = entries.map(({ generationId }) => generationId)
  const posts = await sql<{ generationId: string }[]>`
    select generation_id as "generationId" from posts where organization_id = ${organizationId} and generation_id = any(${generations as string[]}::bigint[])`
  expect(posts.map((post) => post.generationId).sort()).toEqual(generations.toSorted())
})
