/** SIGKILL around the weekly digest: its team gets it once, from whichever process. */
import { expect, test } from 'vitest'
import { weekOf } from '../../../src/core/accounts/digest-times.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { mortals, soon } from '../support/killed-support.js'

const { world, pair } = await mortals(await aDatabase(), { ticks: ['digests'] })
const { sql } = world.deps.db
const ZONE = 'America/New_York'

test.each([
  { when: 'before the tick tells it', failpoint: 'tick.digests.before' },
  { when: 'once it is told, before its tick is written down', failpoint: 'tick.digests.after' },
  { when: 'before Slack is asked', failpoint: 'slack.deliver.before' },
])('killed $when: one digest', async ({ failpoint }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const { organizationId, accountId } = world
  await sql`delete from outbox`
  await sql`
    insert into digests (organization_id, account_id, planned_zone, digest_at, digest_week)
    values (${organizationId}, ${accountId}, ${ZONE}, ${at}, ${weekOf(at, ZONE)})
    on conflict (organization_id, account_id) do update
       set planned_zone = excluded.planned_zone, digest_at = excluded.digest_at, digest_week = excluded.digest_week,
           digest_told_week = null, digest_told_at = null, nudge_at = null` // the processes may have planned one as they began
  const before = world.slack.posted.length
  victim.arm(failpoint)
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  const told = world.slack.posted.slice(before)
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('maker: week of ')])
  const rows = await sql`select notice ->> 'kind' as kind, delivered_at is not null as "isDelivered" from outbox`
  expect([...rows]).toEqual([{ kind: 'weeklyDigest', isDelivered: true }])
})
