/** Deletes step by step: if a process dies, another continues from there. */
import { handOnAlerts } from '../../notices/operator-alert.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type GoesOn, type MayGoOn, untilNoneIsLeft } from '../../lib/work/batch.js'
import type { Deletion } from './begin.js'
import { listTables, WITH_BYTES } from './tables.js'
import { deleteSomePosts } from './post-rows.js'
import { after } from '../../lib/duration.js'
import { forgetMedia } from '../../media/sweep-media.js'

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

/**
 * Deletes the rows of one account: its posts with their dependent rows, media that nothing else uses, and the tables that name
 * it.
 */
const POSTS_AT_A_TIME = 200

type One = { organizationId: string; accountId: string }

/** Deletes in batches, each committed separately. @returns false when there is more to do */
async function deleteAccountRows({ db, clock }: Pick<Deps, 'db' | 'clock'>, one: One, mayGoOn: MayGoOn): Promise<boolean> {
  const tables = (await listTables(db.sql, 'account_id')).filter((table) => table !== 'posts' && table !== 'deleted_posts')
  const { organizationId, accountId } = one
  for (const deleteSome of [deletePosts, forgetDeletedPosts])
    if (!(await untilNoneIsLeft(mayGoOn, () => db.tx((sql) => deleteSome(sql, one, clock()))))) return false
  if (!(await emptyTables(tables, mayGoOn, (table) => deleteRows(db.sql, table, one)))) return false
  await db.sql`
    delete from outbox
     where organization_id = ${organizationId}
       and notice ->> 'accountId' = ${accountId}`
  await db.sql`
    update members
       set current_account_id = null
     where organization_id = ${organizationId}
       and current_account_id = ${accountId}`
  await db.sql`
    delete from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}`
  return true
}

/** Deletes posts, and media that no other post has; the bytes follow with the sweep of uploads. */
async function deletePosts(sql: Sql, one: One, now: Date): Promise<number> {
  const { count, mediaIds } = await deleteSomePosts(sql, one)
  await forgetUnused(sql, one, mediaIds, now)
  return count
}

/** Deletes posts that could still be restored, with their media. */
async function forgetDeletedPosts(sql: Sql, one: One, now: Date): Promise<number> {
  const { organizationId, accountId } = one
  const gone = await sql<{ mediaIds: string[] }[]>`
    delete from deleted_posts
     where organization_id = ${organizationId}
       and id in (select id
                    from deleted_posts
                   where organization_id = ${organizationId} and account_id = ${accountId}
                   order by id
                   limit ${POSTS_AT_A_TIME})
    returning media_ids as "mediaIds"`
  const mediaIds = gone.flatMap((post) => post.mediaIds)
  await forgetUnused(sql, one, mediaIds, now)
  return gone.length
}

async function forgetUnused(sql: Sql, { organizationId }: One, mediaIds: string[], now: Date): Promise<void> {
  const media = [...new Set(mediaIds)]
  if (media.length > 0) await forgetMedia(sql, organizationId, media, now)
}

/** Rows per statement. */
const AT_A_TIME = 1_000
/** Rows found by one search: in a table without an index by account, each search reads all rows of the organization. */
const FOUND_AT_A_TIME = 10_000

/**
 * Empties table after table, until a whole round finds nothing, which covers rows written meanwhile by transactions that began
 * before.
 * @returns as untilNoneIsLeft()
 */
export async function emptyTables(
  tables: readonly string[],
  mayGoOn: MayGoOn,
  deleteSome: (table: string) => Promise<number>,
): Promise<boolean> {
  let deleted: number
  do {
    deleted = 0
    for (const table of tables) {
      const isEmpty = await untilNoneIsLeft(mayGoOn, async () => {
        const count = await deleteSome(table)
        deleted += count
        return count
      })
      if (!isEmpty) return false
    }
  } while (deleted > 0)
  return true
}

/** Deletes some thousand rows at most; `accountId` absent: of all accounts. @returns the number found; 0 when none is left */
export async function deleteRows(
  sql: Sql,
  table: string,
  { organizationId, accountId }: { organizationId: string; accountId?: string },
): Promise<number> {
  const rows = sql`organization_id = ${organizationId} ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`
  const found = await sql<
    { place: string }[]
  >`select ctid::text as place from ${sql(table)} where ${rows} limit ${FOUND_AT_A_TIME}`
  for (let from = 0; from < found.length; from += AT_A_TIME) {
    const places = found.slice(from, from + AT_A_TIME).map(({ place }) => place)
    await sql`
      delete from ${sql(table)}
       where ${rows}
         and ctid = any (array(select unnest(${places}::tid[])))` // so written they are gone to, whatever the planner thinks of a thousand
  }
  return found.length
}
