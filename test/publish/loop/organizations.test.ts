/** Places of a process are shared between organizations, however many accounts one of them has. */
import { expect, test } from 'vitest'
import { nextPublishDue } from '../../../src/core/publish/claim/due.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import type { World } from '../../support/world.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, created, crowdPublisher, statusesOf } from '../support/loop-crowd.js'

const { db } = await aDatabase()

/** Another account of the same organization, connected. */
async function anotherAccount(world: World, n: number): Promise<World> {
  const { organizationId, clock } = world
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
    values (${organizationId}, ${`77${organizationId}${n}`}, 'maker', 'The Maker', ${clock.now}, ${clock.now})
    returning id`
  await db.sql`
    insert into connections (organization_id, account_id, access_token)
    values (${organizationId}, ${account.id}, ${Buffer.from('pina_test')})`
  return { ...world, accountId: account.id }
}

test('an organization whose twenty accounts fall due at once has its share of a process, and others go out beside it', async () => {
  const gate = aGate()
  const asked = aPlatform(({ link }, number) =>
    link.includes('/many') ? gate.passed.then(() => created(String(number))) : undefined,
  )
  const world = await aCrowdWorld(db, asked)
  for (let n = 0; n < 20; n++) await aCrowd(await anotherAccount(world, n), { count: 6, at: world.clock.now, name: `many${n}` })
  const publisher = crowdPublisher(world, { maxOpen: 20, maxOpenPerOrganization: 8 })
  await publisher.start()
  await expect.poll(() => asked.open.size).toBe(8)
  const other = await besides(db, world)
  await aCrowd(other, { count: 3, at: world.clock.now, name: 'other' })
  publisher.wake()
  await expect.poll(() => statusesOf(other)).toEqual({ sent: 3 })
  expect(asked.open.size).toBe(8)
  const busy = Array.from({ length: 8 }, (_, n) => ({ organizationId: world.organizationId, accountId: String(n), open: 1 }))
  const next = await nextPublishDue(db.sql, world.clock.now, { perOrganization: 8, busy })
  expect(next && next <= world.clock.now).toBeFalsy() // what waits for its own does not keep the loop awake
  gate.open()
  await expect.poll(() => statusesOf(world)).toEqual({ sent: 120 })
  await publisher.close()
})
