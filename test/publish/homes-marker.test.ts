/** Homes of accounts whose pins were settled: one statement for many pins. */
import { expect, test } from 'vitest'
import { makeHomesMarker } from '../../src/jobs/homes-marker.js'
import { beginHome, endHome } from '../../src/core/homes/homes.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'

const { db } = await aDatabase()

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
  expect(statements).toBe(1)
  const rows = await db.sql`select organization_id, is_dirty from homes order by organization_id::bigint`
  expect(rows).toMatchObject([
    { organization_id: own.organizationId, is_dirty: true },
    { organization_id: other.organizationId, is_dirty: false },
  ])
})
