/** Homes of accounts whose pins were settled: one statement for many pins. */
import { afterEach, expect, test } from 'vitest'
import { makeHomesMarker } from '../../src/jobs/publisher.js'
import { beginHome, endHome } from '../../src/core/notices/homes.js'
import { aDatabase } from '../support/database.js'
import { aWorld, type World } from '../support/world.js'

const { db } = await aDatabase()
afterEach(() => db.sql`delete from homes`)

test('a hundred pins of an account mark its Homes once, and nobody else’s', async () => {
  const [own, other] = [await aWorld(db), await aWorld(db)]
  for (const { organizationId, accountId } of [own, other]) {
    const key = { organizationId, teamId: 'T1', slackUserId: 'U1' }
    const { number } = await beginHome(db.sql, key, { isSeen: true }, own.clock.now)
    await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
  }
  let statements = 0
  const counted = new Proxy(db.sql, {
    apply(sql, self, args) {
      statements++
      return Reflect.apply(sql, self, args) as unknown
    },
  })
  const marker = makeHomesMarker({ db: { ...db, sql: counted }, log: own.deps.log })
  for (let pin = 0; pin < 100; pin++) marker.note(own)
  await marker.flush()
  expect(statements).toBe(2) // one looks whether there is anything to mark
  const rows = await db.sql`select organization_id, is_dirty from homes order by organization_id::bigint`
  expect(rows).toMatchObject([
    { organization_id: own.organizationId, is_dirty: true },
    { organization_id: other.organizationId, is_dirty: false },
  ])
})

/** A Home that was published, of a person of that world. */
async function aHome({ organizationId, clock }: World, accountId: string | null, slackUserId: string) {
  const key = { organizationId, teamId: 'T1', slackUserId }
  const { number } = await beginHome(db.sql, key, { isSeen: true }, clock.now)
  await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
}

test('accounts whose Homes nobody has open cost one statement together, however many they are', async () => {
  const world = await aWorld(db)
  let statements = 0
  const counted = new Proxy(db.sql, {
    apply(sql, self, args) {
      statements++
      return Reflect.apply(sql, self, args) as unknown
    },
  })
  const marker = makeHomesMarker({ db: { ...db, sql: counted }, log: world.deps.log })
  for (let account = 1; account <= 100; account++) marker.note({ organizationId: String(account), accountId: String(account) })
  await marker.flush()
  await marker.flush() // nothing was noted since
  expect(statements).toBe(1)
})

test('a Home of no account in particular is marked too, one of another account is not', async () => {
  const world = await aWorld(db)
  await aHome(world, null, 'U1')
  await aHome(world, '999', 'U2')
  const marker = makeHomesMarker(world.deps)
  marker.note(world)
  await marker.flush()
  const rows = await db.sql`select slack_user_id, is_dirty from homes order by slack_user_id`
  expect(rows).toMatchObject([
    { slack_user_id: 'U1', is_dirty: true },
    { slack_user_id: 'U2', is_dirty: false },
  ])
})
