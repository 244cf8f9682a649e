/** What is to be deleted, taken away piece by piece: wherever a process dies, another one goes on from there. */
import { handOnAlerts } from '../outbox/operator-alert.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn, MayGoOn } from '../lib/batch.js'
import { deleteAccountRows } from './account-rows.js'
import type { Deletion } from './begin.js'
import { keepDeletion, leaveDeletion, takeDeletion, type TakenDeletion } from './lease.js'
import { deleteOrganizationRows } from './organization-rows.js'

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'messenger' | 'log'>

/** Real time: of one deletion in one tick. What is left over comes in the next. */
const BUDGET_MS = 40_000

/**
 * Over all organizations, the oldest first, one after the other. Open attempts to publish may end before; one whose outcome is unknown holds
 * nothing up, since its account has no token any more.
 * @param isOpen false: the process is stopping, and no further step is begun
 * @returns how many were finished
 */
export async function workOnDeletions(deps: WorkDeps, isOpen: GoesOn = () => true, budgetMs = BUDGET_MS): Promise<number> {
  let finished = 0
  let last = '0'
  while (isOpen()) {
    const taken = await takeDeletion(deps.db.sql, deps.clock(), last)
    if (!taken) break
    last = taken.id
    const endsAt = performance.now() + budgetMs
    const mayGoOn = async () => isOpen() && performance.now() < endsAt && (await keepDeletion(deps.db.sql, taken, deps.clock()))
    if (await workOn(deps, taken, mayGoOn)) finished++
  }
  return finished
}

/** Never rejects for what goes wrong with the one: that is for the next tick. @returns whether it is finished, and by us */
async function workOn(deps: WorkDeps, taken: TakenDeletion, mayGoOn: MayGoOn): Promise<boolean> {
  const line = { deletionId: taken.id, organizationId: taken.organizationId, accountId: taken.accountId }
  let [isDone, failure]: [boolean, { err: unknown } | undefined] = [false, undefined]
  try {
    isDone = await work(deps, taken, mayGoOn)
  } catch (err) {
    failure = { err }
  }
  const lastError = failure ? String(failure.err).slice(0, 500) : null
  const isOurs = await leaveDeletion(deps.db.sql, taken, { now: deps.clock(), isDone, lastError })
  if (!isOurs) deps.log.info({ ...line, ...failure }, 'deletion lease expired: this process stood still for too long')
  else if (failure) deps.log.error({ ...line, ...failure }, 'could not be deleted yet')
  else if (isDone) deps.log.info(line, 'deleted')
  return isOurs && isDone
}

async function work(deps: WorkDeps, deletion: Deletion, mayGoOn: MayGoOn): Promise<boolean> {
  const { organizationId, accountId } = deletion
  if (await hasOpenAttempts(deps.db.sql, deletion, deps.clock())) return false
  if (accountId !== null) return deleteAccountRows(deps, { organizationId, accountId }, mayGoOn)
  await deps.messenger.leave?.(organizationId)
  for (const alert of await deps.db.tx((sql) => handOnAlerts(sql, organizationId)))
    deps.log.warn({ organizationId, ...alert }, 'alert without a recipient')
  return deleteOrganizationRows(deps, { organizationId }, mayGoOn)
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
