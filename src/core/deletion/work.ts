/** What is to be deleted, taken away piece by piece: wherever a process dies, another one goes on from there. */
import { handOnAlerts } from '../operator-alert.js'
import type { Deps, Sql } from '../ports.js'
import { deleteAccountRows } from './account-rows.js'
import type { Deletion } from './begin.js'
import { deleteOrganizationRows } from './organization-rows.js'

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'messenger' | 'log'>

/** Real time: of one deletion in one tick. What is left over comes in the next. */
const BUDGET_MS = 40_000
/** Longer than a tick works on one. */
const LEASE_MS = 120_000
const AT_A_TIME = 20

/**
 * Over all organizations, the oldest first. Open attempts to publish may end before; one whose outcome is unknown holds nothing up, since its
 * account has no token any more.
 * @returns how many were finished
 */
export async function workOnDeletions(deps: WorkDeps, budgetMs = BUDGET_MS): Promise<number> {
  let finished = 0
  for (const deletion of await takeDeletions(deps.db.sql, deps.clock())) {
    const line = { deletionId: deletion.id, organizationId: deletion.organizationId, accountId: deletion.accountId }
    try {
      const isDone = await work(deps, deletion, performance.now() + budgetMs)
      if (isDone) finished++
      await leave(deps.db.sql, deletion, { now: deps.clock(), isDone, lastError: null })
      if (isDone) deps.log.info(line, 'deleted')
    } catch (error) {
      deps.log.error({ ...line, err: error }, 'could not be deleted yet')
      await leave(deps.db.sql, deletion, { now: deps.clock(), isDone: false, lastError: String(error).slice(0, 500) })
    }
  }
  return finished
}

async function work(deps: WorkDeps, deletion: Deletion, endsAt: number): Promise<boolean> {
  const { organizationId, accountId } = deletion
  if (await hasOpenAttempts(deps.db.sql, deletion, deps.clock())) return false
  if (accountId !== null) return deleteAccountRows(deps, { organizationId, accountId }, endsAt)
  await deps.messenger.leave?.(organizationId)
  for (const alert of await deps.db.tx((sql) => handOnAlerts(sql, organizationId)))
    deps.log.warn({ organizationId, ...alert }, 'an alert that nobody is left to hear')
  return deleteOrganizationRows(deps, { organizationId }, endsAt)
}

/** A worker has them, with a token in its memory. */
async function hasOpenAttempts(sql: Sql, { organizationId, accountId }: Deletion, now: Date): Promise<boolean> {
  const [row] = await sql<[{ isOpen: boolean }]>`
    select exists (select
                     from posts
                    where organization_id = ${organizationId}
                      and (${accountId}::bigint is null or account_id = ${accountId})
                      and status = 'uploading'
                      and lease_until > ${now}) as "isOpen"`
  return row.isOpen
}

async function takeDeletions(sql: Sql, now: Date): Promise<Deletion[]> {
  return [
    ...(await sql<Deletion[]>`
    update deletions
       set lease_until = ${new Date(now.getTime() + LEASE_MS)}
     where id in (select id
                    from deletions
                   where finished_at is null
                     and (lease_until is null or lease_until <= ${now})
                   order by id
                   limit ${AT_A_TIME}
                     for update skip locked)
    returning id, organization as "organizationId", account as "accountId", name, asked_at as "askedAt"`),
  ]
}

async function leave(
  sql: Sql,
  { id }: Deletion,
  { now, isDone, lastError }: { now: Date; isDone: boolean; lastError: string | null },
): Promise<void> {
  await sql`
    update deletions
       set lease_until = null, last_error = ${lastError}, finished_at = ${isDone ? now : null}
     where id = ${id}`
}
