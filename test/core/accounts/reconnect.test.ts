import { expect, test } from 'vitest'
import { markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue } from '../../../src/core/publish/claim/due.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import { requeueIn } from '../../../src/core/publish/settle/settle.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

async function aWorldToConnect(): Promise<World> {
  const user = { username: 'maker', displayName: 'The Maker', avatarUrl: null, isBusiness: true, websiteUrl: null }
  let id = ''
  const platform = { readUser: async () => ({ id, ...user }) } as unknown as Platform // all that connecting asks
  const world = await aWorld(db, { parts: { platform } })
  id = `90${world.organizationId}`
  return world
}
const accountOf = ({ actor, accountId }: World) => requireAccount(db.sql, actor, accountId)
const reconnect = ({ deps, actor }: World) =>
  addAccount(deps, actor, { accessToken: 'pina_new', refreshToken: null, timezone: null })
const dueOf = async ({ organizationId }: World, { id }: { id: string }) => {
  const [row] = await db.sql<[{ dueAt: Date | null }]>`
    select due_at as "dueAt"
      from posts
     where organization_id = ${organizationId} and id = ${id}`
  return row.dueAt
}

test('a caller that was refused with old tokens does not end a connection that was made since', async () => {
  const world = await aWorldToConnect()
  const post = await aQueuedPost(world)
  const asClaimed = await accountOf(world)
  await reconnect(world)
  expect(await db.tx((sql) => markUnauthorized(sql, asClaimed, world.clock.now))).toBe(false)
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'authorized' })
  expect(await dueOf(world, post)).toEqual(post.sendAt)
  expect(await db.tx(async (sql) => markUnauthorized(sql, await accountOf(world), world.clock.now))).toBe(true)
})

test('a pin requeued while its account is reconnected is due again after a sweep', async () => {
  const world = await aWorldToConnect()
  const { deps, organizationId, clock } = world
  const post = await aQueuedPost(world)
  clock.now = post.sendAt!
  const [claimed] = await claimDue(db, await listDue(db.sql, { now: clock.now, limit: 100 }), clock.now)
  await db.tx(async (sql) => markUnauthorized(sql, await accountOf(world), clock.now))
  await db.tx(async (sql) => {
    await requeueIn(sql, claimed!, { dueAt: post.sendAt!, tries: 0, as: 'retry', reason: 'not connected' }, clock.now)
    await reconnect(world) // releases what it sees: not this one, which is not committed yet
  })
  expect(await dueOf(world, post)).toBeNull()
  expect((await nextSweepDue(db.sql))!.getTime()).toBeLessThan(clock.now.getTime()) // at once
  await sweepLate(deps)
  expect(await dueOf(world, post)).toEqual(post.sendAt)
  await db.sql`delete from posts where organization_id = ${organizationId}`
})

test('a sweep leaves alone what is held for a reason', async () => {
  const world = await aWorldToConnect()
  const post = await aQueuedPost(world)
  await db.tx(async (sql) => markUnauthorized(sql, await accountOf(world), world.clock.now))
  await sweepLate(world.deps)
  expect(await dueOf(world, post)).toBeNull()
})
