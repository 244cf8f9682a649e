/** Times with microseconds, which a Date does not have: written by hand, by a restore, or by a tool. */
import { expect, test } from 'vitest'
import { enqueueDigests } from '../../../src/core/insight/analytics/enqueue-digests.js'
import { enqueueNudges } from '../../../src/core/insight/analytics/nudge.js'
import { planDigests } from '../../../src/core/insight/analytics/digest-plan.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

test.each([
  { column: 'digest_at', work: enqueueDigests },
  { column: 'nudge_at', work: enqueueNudges },
])(
  'a $column with microseconds is processed once and advanced, also where a whole page has the same',
  async ({ column, work }) => {
    const world = await aWorld(db)
    const { deps, organizationId, accountId, clock } = world
    await db.sql`delete from digests`
    await db.sql`update accounts set notify_channel_id = 'C1', token_status = 'unauthorized'`
    await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, token_status, created_at)
    select ${organizationId}, 'u' || n, 'u' || n, 'U', 'unauthorized', ${clock.now}
      from generate_series(1, 520) n`
    await planDigests(db.sql, clock.now)
    await db.sql`
    update digests
       set ${db.sql(column)} = ${clock.now}::timestamptz - interval '0.000001 s' -- 999 microseconds beyond a millisecond
     where organization_id = ${organizationId}`
    let works = 0
    const counting: typeof db.tx = (...asked) => {
      if (++works > 3000) throw new Error('it does not end')
      return db.tx(...asked)
    }
    const { failed } = await work({ ...deps, db: { ...db, tx: counting } })
    expect(failed).toEqual([])
    expect(works).toBe(521)
    const due = await db.sql`select from digests where organization_id = ${organizationId} and ${db.sql(column)} <= ${clock.now}`
    expect([due.count, accountId.length > 0]).toEqual([0, true])
  },
)
