/** Deletes step by step: if a process dies, another continues from there. */
import { handOnAlerts } from '../outbox/operator-alert.js'
import type { Deps, Sql } from '../ports/deps.js'
import { type GoesOn, type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import { deleteAccountRows } from './account-rows.js'
import type { Deletion } from './begin.js'
import { deleteRows, emptyTables } from './batches.js'
import { listTables, WITH_BYTES } from './tables.js'
import { deleteSomePosts } from './post-rows.js'
import { after } from '../lib/duration.js'

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'messenger' | 'log'>

/** Real time for one deletion in one tick. The next tick does the rest. */
const BUDGET_MS = 40_000

/**
 * Processes deletions of all organizations, oldest first, one at a time. Open attempts to publish may end before; an attempt with
 * an unknown outcome does not delay it, because its account has no token any more.
 * @param isOpen false: the process is stopping, and no further step is begun
 * @returns the number finished
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

/**
 * Works on one deletion. It never rejects for its failure, which the next tick retries.
 * @returns true when this process finished it
 */
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

/** True while a worker has an open attempt, with a token in its memory. */
async function hasOpenAttempts(sql: Sql, { organizationId, accountId }: Deletion, now: Date): Promise<boolean> {
  const [row] = await sql<[{ isOpen: boolean }]>`
    select exists (select 1
                     from posts
                    where organization_id = ${organizationId}
                      and (${accountId}::bigint is null or account_id = ${accountId})
                      and status = 'uploading'
                      and lease_until > ${now}) as "isOpen"`
  return row.isOpen
}

// Deletes the rows of an organization, table by table as the catalog names them, and the bytes of its media.

const BYTES_AT_A_TIME = 100

/**
 * Deletes in batches, each committed separately. Rows written meanwhile by transactions that began before are found by the next
 * round; the organization's own row goes last.
 * @returns false when there is more to do
 */
async function deleteOrganizationRows(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { organizationId }: { organizationId: string },
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const tables = await listTables(db.sql, 'organization_id')
  const posts = async () => (await db.tx((sql) => deleteSomePosts(sql, { organizationId }))).count
  if (!(await untilNoneIsLeft(mayGoOn, posts))) return false
  const isEmpty = await emptyTables(tables, mayGoOn, (table) =>
    WITH_BYTES.includes(table)
      ? deleteWithBytes({ db, storage }, organizationId, table)
      : deleteRows(db.sql, table, { organizationId }),
  )
  if (!isEmpty) return false
  await db.sql`delete from organizations where id = ${organizationId}`
  return true
}

type Stored = { id: string; keys: (string | null)[] }

/**
 * Deletes bytes before rows: while a row exists, its bytes are tried again. Newest first, because a picture goes before the one
 * it was made from.
 */
async function deleteWithBytes(
  { db: { sql }, storage }: Pick<Deps, 'db' | 'storage'>,
  organizationId: string,
  table: string,
): Promise<number> {
  const keys = table === 'media' ? sql`array[storage_key, thumbnail_key]` : sql`array[storage_key]`
  const stored = await sql<Stored[]>`
    select id, ${keys} as keys
      from ${sql(table)}
     where organization_id = ${organizationId}
     order by id desc
     limit ${BYTES_AT_A_TIME}`
  await Promise.all(stored.flatMap((one) => one.keys.flatMap((key) => (key === null ? [] : [storage.remove(key)]))))
  const deleted = await sql`
    delete from ${sql(table)}
     where organization_id = ${organizationId}
       and id = any (${stored.map(({ id }) => id)}::bigint[])`
  return deleted.count
}

// Leases of deletions: one process at a time, until it is done, its time is up, or its lease expired and another took over.

/** A deletion that this process works on. */
type TakenDeletion = Deletion & { leaseUntil: Date }

/** Three times the work on one deletion in a tick. */
const LEASE_MS = 120_000
/** The lease is renewed when less than this is left. */
const RENEWED_BEFORE_MS = LEASE_MS / 2

const fromNow = (now: Date) => after(now, LEASE_MS)

/** Claims the oldest unclaimed deletion. @param after an id: only later ones */
async function takeDeletion(sql: Sql, now: Date, after: string): Promise<TakenDeletion | undefined> {
  const [taken] = await sql<TakenDeletion[]>`
    update deletions
       set lease_until = ${fromNow(now)}
     where id = (select id
                   from deletions
                  where finished_at is null
                    and id > ${after}
                    and (lease_until is null or lease_until <= ${now})
                  order by id
                  limit 1
                    for update skip locked)
    returning id, organization as "organizationId", account as "accountId", name, asked_at as "askedAt", lease_until as "leaseUntil"`
  return taken
}

/** Renews the lease before each step: a process that stalled longer than its lease learns here that another took over. */
async function keepDeletion(sql: Sql, taken: TakenDeletion, now: Date): Promise<boolean> {
  if (taken.leaseUntil.getTime() - now.getTime() > RENEWED_BEFORE_MS) return true
  const leaseUntil = fromNow(now)
  const renewed = await sql`
    update deletions
       set lease_until = ${leaseUntil}
     where id = ${taken.id}
       and lease_until = ${taken.leaseUntil}`
  if (renewed.count === 1) taken.leaseUntil = leaseUntil
  return renewed.count === 1
}

/** @returns false when another process has it, or ended it, and nothing was written */
async function leaveDeletion(
  sql: Sql,
  { id, leaseUntil }: TakenDeletion,
  { now, isDone, lastError }: { now: Date; isDone: boolean; lastError: string | null },
): Promise<boolean> {
  const left = await sql`
    update deletions
       set lease_until = null, last_error = ${lastError}, finished_at = ${isDone ? now : null}
     where id = ${id}
       and lease_until = ${leaseUntil}`
  return left.count === 1
}
