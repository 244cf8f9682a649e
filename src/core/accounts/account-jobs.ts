/**
 * Periodic work on every account, shared by all processes: each account has its next time, and a process works under a lease.
 * When a process dies, another takes over once its lease expires.
 */
import { byOrganization } from '../lib/rows/by-organization.js'
import { after, HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'

export type AccountJob = 'boards' | 'days' | 'results' | 'patrol'

/** `leaseUntil`: only the process that still holds this lease sets the next time. */
export type ClaimedAccount = { account: Account; failures: number; leaseUntil: Date }

/** Much longer than a slice of the work takes. */
export const ACCOUNT_LEASE_MS = 5 * MINUTE_MS
/** How many due rows are read to find an organization without work in progress. */
const HEAD = 200
const PLANNED_AT_A_TIME = 5000
const FIRST_RETRY_MS = 5 * MINUTE_MS
const LONGEST_RETRY_MS = 6 * HOUR_MS

/** Makes accounts without a row for this job due now, over all organizations. Accounts being deleted get no new rows. */
export async function planAccountJobs(sql: Sql, job: AccountJob, now: Date): Promise<void> {
  let planned: number
  do {
    const rows = await sql<{ organizationId: string; id: string }[]>`
      select a.organization_id as "organizationId", a.id
        from accounts a
        join organizations o on o.id = a.organization_id
       where a.deleting_at is null
         and o.deleting_at is null
         and not exists (select 1 from account_jobs j
                          where j.organization_id = a.organization_id and j.account_id = a.id and j.job = ${job})
       limit ${PLANNED_AT_A_TIME}`
    for (const [organizationId, theirs] of byOrganization(rows))
      await sql`
        insert into account_jobs (organization_id, account_id, job, due_at)
        select ${organizationId}, a.id, ${job}, ${now}
          from accounts a
         where a.organization_id = ${organizationId}
           and a.id = any (${theirs.map(({ id }) => id)}::bigint[])
           and a.deleting_at is null
        on conflict (organization_id, account_id, job) do nothing`
    planned = rows.length
  } while (planned === PLANNED_AT_A_TIME)
}

/**
 * Makes jobs of one account due now, in the caller's transaction; the commit wakes the loop that waits for connected accounts. A
 * job in progress becomes due again.
 */
export async function requestAccountJobs(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  jobs: readonly AccountJob[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_jobs (organization_id, account_id, job, due_at)
    select ${organizationId}::bigint, ${id}::bigint, job, ${now}::timestamptz
      from unnest(${[...jobs]}::text[]) as job
    on conflict (organization_id, account_id, job) do update
       set due_at = excluded.due_at, failures = 0`
  await sql`select pg_notify('accounts_connected', '')`
}

/** Checks all organizations. */
export async function hasDueAccount(sql: Sql, jobs: readonly AccountJob[], now: Date): Promise<boolean> {
  const [row] = await sql<[{ isDue: boolean }]>`
    select exists (select 1 from account_jobs where job = any (${[...jobs]}::text[]) and due_at <= ${now}) as "isDue"`
  return row.isDue
}

/**
 * Claims one due account of any organization, the longest waiting first, but organizations in `busy` last, so that one with many
 * accounts does not take all capacity. undefined: none is due.
 */
export async function claimAccount(
  sql: Sql,
  job: AccountJob,
  { busy, now }: { busy: readonly string[]; now: Date },
): Promise<ClaimedAccount | undefined> {
  const leaseUntil = after(now, ACCOUNT_LEASE_MS)
  const waiting = await sql<{ organizationId: string; accountId: string }[]>`
    select organization_id as "organizationId", account_id as "accountId"
      from (select organization_id, account_id, due_at
              from account_jobs
             where job = ${job}
               and due_at <= ${now}
             order by due_at
             limit ${HEAD}) head
     order by organization_id = any(${[...busy]}::bigint[]), due_at`
  for (const { organizationId, accountId } of waiting) {
    const [claimed] = await sql<(Account & { failures: number })[]>`
      with taken as (
        update account_jobs
           set due_at = ${leaseUntil}
         where organization_id = ${organizationId}
           and job = ${job}
           and account_id = (select account_id
                               from account_jobs
                              where organization_id = ${organizationId} and account_id = ${accountId} and job = ${job} and due_at <= ${now}
                                for update skip locked)
        returning account_id, failures
      )
      select ${accountColumns(sql)}, t.failures
        from taken t
        join accounts a on a.organization_id = ${organizationId} and a.id = t.account_id`
    if (!claimed) continue // somebody else has it
    const { failures, ...account } = claimed
    return { account, failures, leaseUntil }
  }
  return undefined
}

/** Sets the next time, unless the process has lost its lease. */
export async function finishAccount(
  sql: Sql,
  job: AccountJob,
  { account, leaseUntil }: ClaimedAccount,
  { dueAt, failures }: { dueAt: Date; failures: number },
): Promise<void> {
  await sql`
    update account_jobs
       set due_at = ${dueAt}, failures = ${failures}
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and job = ${job}
       and due_at = ${leaseUntil}`
}

/** Returns the time of the next try after this many failures in a row. @param leastMs the platform's retry-after */
export const retryAt = (now: Date, failures: number, leastMs = 0): Date =>
  after(now, Math.max(leastMs, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)))
