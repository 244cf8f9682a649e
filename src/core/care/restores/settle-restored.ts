/**
 * Adjusts rows from a backup in the transaction that restores them. The service ran on after the backup, and those rows are lost;
 * nothing that may have happened then must happen again automatically.
 * @see docs/decisions.md#38-backups
 */
import { rowIdAt } from '../../lib/rows/row-id.js'
import { after, MINUTE_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import { holdNoted } from '../../accounts/queue.js'
import { rechecking, showing } from '../../posts/changed.js'
import { MOST_ERRORS } from '../../sources/imports/model.js'
import { isCandidate, isDue, pinOf, postsWithAttempt } from './candidates.js'

export type Restored = {
  /** When the backup was made. */
  backupAt: Date
  now: Date
  /** True for a backup of a cluster, whose ids depend on the time. */
  isOfCluster?: boolean
}

/** Ids given out since the backup are in links, in Slack's messages and at receivers of webhooks, so this many are skipped. */
const IDS_SKIPPED = 1_000_000
/** The greatest difference between the clocks of a cluster's nodes and the restoring machine. */
const CLOCKS_APART_MS = MINUTE_MS

/** @param lastIds the last ids of identity columns, by `table.column` */
export async function settleRestored(sql: Sql, restored: Restored, lastIds: Record<string, string>): Promise<void> {
  await skipIds(sql, restored, lastIds)
  await becomeAnother(sql, restored)
  await requeueClaimed(sql, restored)
  await readBackSent(sql, restored)
  await holdAccounts(sql, restored)
  await endImports(sql, restored)
  await forgetTimes(sql, restored)
  await keepMessages(sql, restored)
}

async function skipIds(sql: Sql, { now, isOfCluster }: Restored, lastIds: Record<string, string>): Promise<void> {
  const least = isOfCluster ? rowIdAt(after(now, CLOCKS_APART_MS)).toString() : '0'
  const columns = await sql<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> ''
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition`
  for (const { table, column } of columns) {
    const last = lastIds[`${table}.${column}`] ?? least
    await sql`
      select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}),
                    greatest((select coalesce(max(${sql(column)}), 0) from ${sql(table)}), ${last}::bigint) + ${IDS_SKIPPED})`
  }
}

/** Gives the database a new identity, to distinguish it from its original. */
async function becomeAnother(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    update database_identity
       set id = gen_random_uuid(), created_at = ${now}`
}

/**
 * Requeues posts that a worker had claimed but not sent at the backup. They may have been sent since, so they wait like other
 * pins due in between.
 */
async function requeueClaimed(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    with claimed as (
      update publish_attempts a
         set state = 'retry', settled_at = ${now}, reason = 'it was under way when the backup was taken, and its board is compared'
        from posts p
       where p.organization_id = a.organization_id
         and p.id = a.post_id
         and p.attempt_number = a.number
         and p.status = 'uploading'
         and a.state = 'claimed'
      returning a.organization_id, a.post_id, a.number
    ), freed as (
      delete from publish_lanes l
       using claimed c
       where l.organization_id = c.organization_id
         and l.post_id = c.post_id
         and l.attempt_number = c.number
    ), p as (
      update posts p
         set status = 'queued', due_at = null, lease_until = null, version = p.version + 1, updated_at = ${now}
        from claimed c
       where p.organization_id = c.organization_id
         and p.id = c.post_id
      returning p.*
    ), ${rechecking(sql, sql`p`, { now })}, ${showing(sql, sql`p`, { now })}
    select
      from p`
}

/** Reads the board of posts whose request had been sent, as after the death of a process. */
async function readBackSent(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    with sent as (
      update publish_attempts a
         set state = 'unknown'
        from posts p
       where p.organization_id = a.organization_id
         and p.id = a.post_id
         and p.attempt_number = a.number
         and p.status = 'uploading'
         and a.state in ('sending', 'unknown')
      returning a.organization_id, a.post_id
    )
    update posts p
       set due_at = ${now}, lease_until = null
      from sent s
     where p.organization_id = s.organization_id
       and p.id = s.post_id`
}

/** Holds all accounts, including paused and disconnected ones, which may have published in between. */
async function holdAccounts(sql: Sql, { backupAt, now }: Restored): Promise<void> {
  await sql`
    with due as (
      select p.organization_id, p.account_id, jsonb_object_agg(p.id::text, ${pinOf(sql)}) as pins
        from ${postsWithAttempt(sql)}
       where ${isCandidate(sql)}
         and ${isDue(sql, now)}
       group by p.organization_id, p.account_id
    )
    insert into comparisons (organization_id, account_id, backup_at, restored_at, resumes, due)
    select a.organization_id, a.id, ${backupAt}, ${now},
           a.publishing = 'active' or coalesce(a.paused_because = 'restored' and c.resumes, false), -- of a restore that nobody has ended
           coalesce(d.pins, '{}') || coalesce(c.due, '{}') -- what was due at the first of two restores is looked for as it was then
      from accounts a
      left join comparisons c on c.organization_id = a.organization_id and c.account_id = a.id
      left join due d on d.organization_id = a.organization_id and d.account_id = a.id
    on conflict (organization_id, account_id) do update
       set backup_at = least(comparisons.backup_at, excluded.backup_at), restored_at = excluded.restored_at,
           resumes = excluded.resumes, compared_at = null, due = excluded.due`
  await sql`
    insert into audit (organization_id, account_id, subject, action, via, actor, after, at)
    select organization_id, id, 'account:' || id, 'pause', 'operator', 'operator', '{"because": "restored"}', ${now}
      from accounts
     where publishing = 'active'`
  await sql`
    update accounts a
       set publishing = 'paused', ${holdNoted(sql, 'paused', now)},
           paused_because = case when a.publishing = 'paused' then coalesce(a.paused_because, 'restored') else 'restored' end`
  await sql`
    update accounts
       set unheld_from = null
     where unheld_from is not null`
  await sql`
    update posts
       set due_at = null
     where status = 'queued'
       and due_at is not null`
  // An uploaded video may have become a pin: it is uploaded again if needed.
  await sql`delete from video_jobs`
}

const IMPORT_ENDED =
  'Pinslot was restored from a backup during this import, so this line may already be a pin. Check, and import it again if it is missing.'

/** Ends running imports: further lines may have become pins that could not be recognized. */
async function endImports(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    with left_over as (
      select c.organization_id, c.import_id, count(*)::int as rows,
             jsonb_agg(jsonb_build_object('line', (r ->> 'line')::int, 'message', ${IMPORT_ENDED}::text)
                       order by (r ->> 'line')::int) as errors
        from import_chunks c
       cross join jsonb_array_elements(c.rows) r
       group by c.organization_id, c.import_id
    )
    update imports i
       set status = case when i.created > 0 then 'success' else 'failed' end, failed = i.failed + coalesce(l.rows, 0),
           errors = (select coalesce(jsonb_agg(e order by n), '[]')
                       from jsonb_array_elements(i.errors || coalesce(l.errors, '[]')) with ordinality as all_of(e, n)
                      where n <= ${MOST_ERRORS}),
           due_at = null, lease_until = null, finished_at = ${now}
      from imports o
      left join left_over l on l.organization_id = o.organization_id and l.import_id = o.id
     where i.organization_id = o.organization_id
       and i.id = o.id
       and i.due_at is not null`
  await sql`delete from import_chunks`
}

/**
 * Skips evergreen occurrences, digests, nudges and reminders that were due in between; the next ones are planned from now on. Of
 * a request, that is the reminder at a tenth of its time.
 */
async function forgetTimes(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    update timeslots
       set next_at = null
     where next_at <= ${now}`
  await sql`
    update digests
       set digest_told_week = case when digest_at <= ${now} then digest_week else digest_told_week end,
           nudge_told_on = case when nudge_at <= ${now} then (nudge_at at time zone 'UTC')::date else nudge_told_on end,
           planned_zone = null
     where digest_at <= ${now}
        or nudge_at <= ${now}`
  await sql`
    update approvals
       set remind_at = case when due_at - (due_at - asked_at) / 10 > ${now} then due_at - (due_at - asked_at) / 10 end
     where state = 'open'
       and remind_at <= ${now}`
}

const NOT_DELIVERED = 'it waited when the backup was taken, and was most likely delivered since'
/** Notices whose repeat is not visible: they update an existing message, or Slack refuses the second. */
const REPEATABLE = ['pinCard', 'approvalsCard', 'stepEnded']

/**
 * Makes waiting messages dead letters for the operator, because Slack cannot recognize repeats. Webhook deliveries have ids that
 * receivers recognize, so they are sent again; Homes are published again.
 */
async function keepMessages(sql: Sql, { now }: Restored): Promise<void> {
  await sql`
    update outbox
       set due_at = null, dead_at = ${now}, lease_until = null, last_error = ${NOT_DELIVERED}
     where due_at <= ${now}
       and notice ->> 'kind' <> all(${REPEATABLE}::text[])`
  await sql`
    update webhook_deliveries
       set lease_until = null
     where lease_until is not null`
  await sql`
    update homes
       set fingerprint = null, is_dirty = true, lease_until = null`
}
