/** What the operator must know, since nobody else can fix it: sent to the staff's channel. */
import { createHash } from 'node:crypto'
import { enqueueNotice } from './notices.js'
import type { OperatorAlert } from '../ports/notice.js'
import type { Db, Sql } from '../ports/deps.js'

const ALERTS_A_DAY = 10

type Alert = Pick<OperatorAlert, 'subject' | 'seenFor' | 'message' | 'refusal'> & {
  /** What is sent once a day; default the message itself. */
  cause?: string
}

/**
 * Once a day for each cause, over all organizations; of a subject whose causes keep changing, no more than ALERTS_A_DAY.
 * Without any organization there is nothing to alert of: what stays wrong is reported for the next one.
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
 * Over all organizations. They share the app, and the operator should get one alert and not one for each of them; but a notice
 * is deduplicated within its organization alone. So it is kept under one and the same, whosever call was refused; the staff do
 * not care which. Concurrent alerts wait, and count what was sent; a deletion of that organization waits, too.
 * @param whose of organizations
 */
async function lockFirst(sql: Sql, whose: ReturnType<Sql>): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from organizations where ${whose} order by id limit 1 for no key update`
  return row?.id
}

/**
 * Before an organization is deleted: the alerts kept under it, sent or not, move to the next one. @returns those that find none
 */
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
  // Rows of another organization are other rows, on another node of a cluster.
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
