/** The outcome of each occurrence of an evergreen slot; kept 90 days. */
import { before, DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { purgeRows, type Rows } from '../../lib/rows/by-organization.js'
import type { EvergreenRun, NothingBecause } from './evergreen.js'

const KEPT_MS = 90 * DAY_MS

/** An occurrence; its slot may be gone or moved since. */
export type SlotAt = { timeslotId: string; at: Date }
export type Outcome = { postId: string } | { reason: NothingBecause }

/** True when an occurrence was decided before: a slot that was moved away and back reaches it again. */
export async function isDecided(sql: Sql, { organizationId }: Account, { timeslotId, at }: SlotAt): Promise<boolean> {
  const rows = await sql`
    select
      from evergreen_runs
     where organization_id = ${organizationId} and timeslot_id = ${timeslotId} and at = ${at}`
  return rows.length > 0
}

export async function writeRun(
  sql: Sql,
  account: Account,
  { timeslotId, at, outcome }: SlotAt & { outcome: Outcome },
  now: Date,
): Promise<void> {
  const postId = 'postId' in outcome ? outcome.postId : null
  const reason = 'reason' in outcome ? outcome.reason : null
  await sql`
    insert into evergreen_runs (organization_id, timeslot_id, at, account_id, post_id, reason, decided_at)
    values (${account.organizationId}, ${timeslotId}, ${at}, ${account.id}, ${postId}, ${reason}, ${now})`
}

/** Lists the runs, the newest first. */
export async function listRuns(sql: Sql, { organizationId, id }: Account, limit: number): Promise<EvergreenRun[]> {
  const rows = await sql<EvergreenRun[]>`
    select at, post_id as "postId", reason
      from evergreen_runs
     where organization_id = ${organizationId} and account_id = ${id}
     order by at desc, timeslot_id desc
     limit ${limit}`
  return [...rows]
}

/** Finds the earliest coming occurrence that was decided and whose pin was not unscheduled or moved since. */
export async function findComingRun(sql: Sql, { organizationId, id }: Account, now: Date): Promise<EvergreenRun | undefined> {
  const [run] = await sql<EvergreenRun[]>`
    select r.at, r.post_id as "postId", r.reason
      from evergreen_runs r
      left join posts p
        on p.organization_id = r.organization_id and p.id = r.post_id and p.send_at = r.at and p.status in ('queued', 'uploading')
     where r.organization_id = ${organizationId} and r.account_id = ${id}
       and r.at > ${now}
       and (r.post_id is null or p.id is not null)
     order by r.at, r.timeslot_id
     limit 1`
  return run
}

/** Purges old runs of all organizations. */
export async function purgeRuns(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'evergreen_runs',
    key: { timeslot_id: 'bigint', at: 'timestamptz' },
    over: sql`t.decided_at <= ${before(now, KEPT_MS)}`,
  })
}
