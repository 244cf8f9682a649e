/** Alerts the operator, in the staff's channel, of what only the operator can fix. */
import { createHash } from 'node:crypto'
import { enqueueNotice } from './notices.js'
import type { OperatorAlert } from '../ports/notice.js'
import type { Db, Sql } from '../ports/deps.js'

const ALERTS_A_DAY = 10

type Alert = Pick<OperatorAlert, 'subject' | 'seenFor' | 'message' | 'refusal'> & {
  /** What is sent once a day; default: the message itself. */
  cause?: string
}

/**
 * Sends an alert once a day for each cause, over all organizations, and at most ALERTS_A_DAY for a subject with changing causes.
 * Without any organization nothing is sent; a lasting problem is reported once there is one.
 */
export async function alertOperator({ db }: { db: Pick<Db, 'tx'> }, { cause, ...alert }: Alert, now: Date): Promise<void> {
  const { subject, message } = alert
  const ofDay = `operator:${subject}:${now.toISOString().slice(0, 10)}:`
  const dedupeKey =
    ofDay +
    createHash('sha256')
      .update(cause ?? message)
      .digest('base64url')
      .slice(0, 16)
  await db.tx(async (sql) => {
    const organizationId = (await lockFirst(sql, sql`deleting_at is null`)) ?? (await lockFirst(sql, sql`true`))
    if (organizationId === undefined) return
    if ((await countAlerts(sql, organizationId, ofDay)) >= ALERTS_A_DAY) return
    await enqueueNotice(
      sql,
      { organizationId, destination: 'staff', dedupeKey, notice: { kind: 'operatorAlert', ...alert } },
      now,
    )
  })
}

/**
 * Locks the organization under which alerts of all organizations are stored, because deduplication works only within one
 * organization. Concurrent alerts, and a deletion of that organization, wait for the lock.
 * @param whose the condition on organizations
 */
async function lockFirst(sql: Sql, whose: ReturnType<Sql>): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from organizations where ${whose} order by id limit 1 for no key update`
  return row?.id
}

/** Moves alerts from an organization being deleted to the next one, sent or not. @returns the alerts when there is no other */
export async function handOnAlerts(sql: Sql, organizationId: string): Promise<{ message: string }[]> {
  const next = await lockFirst(sql, sql`deleting_at is null and id <> ${organizationId}`)
  if (next === undefined)
    return [
      ...(await sql<{ message: string }[]>`
        select notice ->> 'message' as message
          from outbox
         where organization_id = ${organizationId}
           and notice ->> 'kind' = 'operatorAlert'
           and due_at is not null`),
    ]
  // Deletes and inserts, because rows of another organization may be on another node of a cluster.
  await sql`
    with handed_on as (
      delete from outbox
       where organization_id = ${organizationId}
         and notice ->> 'kind' = 'operatorAlert'
      returning dedupe_key, destination, order_key, notice, due_at, attempt, lease_until, delivered_at, dead_at, last_error, created_at, cause
    )
    insert into outbox (organization_id, dedupe_key, destination, order_key, notice, due_at, attempt, lease_until, delivered_at, dead_at,
                        last_error, created_at, cause)
    select ${next}, dedupe_key, destination, order_key, notice, due_at, attempt, lease_until, delivered_at, dead_at, last_error, created_at, cause
      from handed_on
    on conflict (organization_id, dedupe_key) do nothing`
  return []
}

async function countAlerts(sql: Sql, organizationId: string, ofDay: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from outbox
     where organization_id = ${organizationId}
       and starts_with(dedupe_key, ${ofDay})`
  return row.count
}
