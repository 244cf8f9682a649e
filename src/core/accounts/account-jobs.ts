/**
 * Periodic work on every account, shared by all processes: each account has a next time, and the process that works on it has a
 * lease. The work of a process that died is taken over when its lease expires.
 */
import { byOrganization } from '../lib/rows/by-organization.js'
import { after, HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'

export type AccountJob = 'boards' | 'days' | 'results'

/** `leaseUntil`: only who still has it writes when it is next due. */
export type ClaimedAccount = { account: Account; failures: number; leaseUntil: Date }

/** Many times a slice of the work. */
export const ACCOUNT_LEASE_MS = 5 * MINUTE_MS
/** Of what is due, so many are read for an organization that nobody works on yet. */
const HEAD = 200
const PLANNED_AT_A_TIME = 5000
const FIRST_RETRY_MS = 5 * MINUTE_MS
const LONGEST_RETRY_MS = 6 * HOUR_MS

/** Accounts that have no row for this job yet are due now. Over all organizations; what is being deleted gets no new rows. */
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
 * Makes jobs of one account due now, in the caller's transaction; whoever waits for connected accounts is woken when it commits. Of an account
 * that somebody works on just now, the job is due again.
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

/** Over all organizations. */
export async function hasDueAccount(sql: Sql, jobs: readonly AccountJob[], now: Date): Promise<boolean> {
  const [row] = await sql<[{ isDue: boolean }]>`
    select exists (select 1 from account_jobs where job = any (${[...jobs]}::text[]) and due_at <= ${now}) as "isDue"`
  return row.isDue
}

/**
 * Takes one account that is due, the longest waiting first, but those of the organizations in `busy` after all others: one with many accounts
 * does not take every place. One of the claims over all organizations. undefined: none is due
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

/** A process that lost the lease meanwhile changes nothing. */
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

/** After so many failures in a row, the last one included. @param leastMs the platform's retry-after */
export const retryAt = (now: Date, failures: number, leastMs = 0): Date =>
  after(now, Math.max(leastMs, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)))
