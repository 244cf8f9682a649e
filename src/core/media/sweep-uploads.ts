/** Removes expired uploads. */
import type { Db, Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/work/batch.js'
import { mapConcurrently } from '../lib/work/concurrency.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import { byOrganization, type Part } from '../lib/rows/by-organization.js'
import { placeBetween } from '../lib/rows/some-place.js'

/** Uploads claimed at once. What a process claimed but did not finish waits for RETRY_MS. */
const AT_A_TIME = 64
/** Removals at once: the store answers each within milliseconds, or a few seconds when busy. */
const AT_ONCE = 16
/** How much of a long queue is read before organizations are read one by one. */
const HEAD = 500
/** The most organizations read one by one; the next time continues with the following ones. */
const ORGANIZATIONS = 200
/** Uploads read of each organization. */
const OF_ONE = 4
/** Longer than a page takes, so that no other process claims it too. */
const RETRY_MS = 10 * MINUTE_MS
/** Real time. The next tick does the rest. */
const BUDGET_MS = 100_000
const MAX_REASONS = 5

/**
 * Deletes expired staged bytes and unused slots, including copies of refused creates and of swept media (provisional.ts), over
 * all organizations in turn and shared among processes. Attached ids are remembered forever. A failed removal is retried after
 * ten minutes, and its organization's others at the next sweep.
 * @returns the number swept
 * @throws AggregateError at the end, when some failed: with the first few reasons
 */
export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  goesOn: GoesOn = () => true,
  budgetMs = BUDGET_MS,
): Promise<number> {
  const endsAt = performance.now() + budgetMs
  const failing = new Set<string>()
  let [swept, failed] = [0, 0]
  let from: string | undefined
  let isAnyFound = true
  const reasons: unknown[] = []
  while (goesOn() && performance.now() < endsAt) {
    const now = deps.clock()
    const page = await listDue(deps.db, { now, from, without: [...failing] })
    from = page.next
    isAnyFound ||= page.due.length > 0
    if (page.isRound && !isAnyFound) break
    if (page.isRound) isAnyFound = page.due.length > 0
    const taken = await takeThose(deps.db.sql, page.due, now)
    const ended = await mapConcurrently(taken, AT_ONCE, async (one) => {
      try {
        await deps.storage.remove(one.key)
        return [one]
      } catch (error) {
        failed++
        failing.add(one.organizationId)
        if (reasons.length < MAX_REASONS) reasons.push(error)
        return []
      }
    })
    const removed = ended.flat()
    await forget(deps.db.sql, removed)
    swept += removed.length
  }
  if (failed > 0) throw new AggregateError(reasons, `${failed} uploads could not be swept`)
  return swept
}

type DueUpload = { organizationId: string; id: string; key: string }
/** `next`: the organization after which to continue; `isRound`: no unread organization follows it. */
type Page = { due: DueUpload[]; next: string | undefined; isRound: boolean }

/** The time from which `u` may be swept. */
const sweptFrom = (sql: Sql) => sql`coalesce(u.sweep_at, u.expires_at)`

/**
 * Lists the oldest uploads, alternating between organizations. A long queue also gets some from a changing set of organizations,
 * so that a large backlog of one does not delay the others; a cluster, which plans no such steps over several nodes, reads all
 * that is due.
 */
async function listDue(
  { sql, isDistributed }: Pick<Db, 'sql' | 'isDistributed'>,
  { now, from, without }: { now: Date; from: string | undefined; without: string[] },
): Promise<Page> {
  const isDue = sql`u.storage_key is not null and ${sweptFrom(sql)} <= ${now}`
  const columns = sql`u.organization_id, u.id, u.storage_key, ${sweptFrom(sql)} as at`
  const inTurn = async (rows: Part): Promise<DueUpload[]> => [
    ...(await sql<DueUpload[]>`
    select organization_id as "organizationId", id, storage_key as key
      from (select r.*, row_number() over (partition by organization_id order by at, id) as turn
              from ${rows} r
             where organization_id <> all (${without}::bigint[])) t
     order by turn, at, id
     limit ${AT_A_TIME}`),
  ]
  if (await isDistributed())
    return { due: await inTurn(sql`(select ${columns} from uploads u where ${isDue})`), next: from, isRound: true }
  const head = sql`(select ${columns} from uploads u where ${isDue} order by ${sweptFrom(sql)}, u.id limit ${HEAD})`
  const [{ isLonger }] = await sql<[{ isLonger: boolean }]>`select count(*) = ${HEAD} as "isLonger" from ${head} h`
  if (!isLonger) return { due: await inTurn(head), next: from, isRound: true }
  const organizations = await listOrganizations(sql, from ?? (await somePlace(sql, now)))
  const some = sql`
    (select ${columns}
       from unnest(${organizations}::bigint[]) o(id)
      cross join lateral (select u.*
                            from uploads u
                           where u.organization_id = o.id and ${isDue}
                           order by ${sweptFrom(sql)}, u.id
                           limit ${OF_ONE}) u)`
  const isRound = organizations.length < ORGANIZATIONS
  return {
    due: await inTurn(sql`(select * from ${head} h union select * from ${some} s)`),
    next: isRound ? '0' : organizations.at(-1),
    isRound,
  }
}

/** Returns a point between the first and the last organization with staged uploads, varying with the time. */
async function somePlace(sql: Sql, now: Date): Promise<string> {
  const end = (direction: Part) => sql`
    (select u.organization_id from uploads u where u.storage_key is not null order by u.organization_id ${direction} limit 1)`
  const [ids] = await sql<[{ first: string; last: string }]>`select ${end(sql``)} as first, ${end(sql`desc`)} as last`
  return placeBetween(ids, now)
}

/** Lists organizations after `from` with staged uploads, due or not, by one index step each. */
async function listOrganizations(sql: Sql, from: string): Promise<string[]> {
  const next = (behind: Part) => sql`
    select u.organization_id
      from uploads u
     where u.storage_key is not null and u.organization_id > ${behind}
     order by u.organization_id
     limit 1`
  const rows = await sql<{ id: string }[]>`
    with recursive found as (
      (${next(sql`${from}::bigint`)})
      union all
      select n.organization_id from found f cross join lateral (${next(sql`f.organization_id`)}) n
    )
    select organization_id as id from found limit ${ORGANIZATIONS}`
  return rows.map(({ id }) => id)
}

/** Claims them, so that no other process does, and delays a retry after a failure. */
async function takeThose(sql: Sql, due: readonly DueUpload[], now: Date): Promise<DueUpload[]> {
  const taken: DueUpload[] = []
  for (const [organizationId, theirs] of byOrganization(due))
    taken.push(
      ...(await sql<DueUpload[]>`
      update uploads u
         set sweep_at = ${after(now, RETRY_MS)}
       where u.organization_id = ${organizationId}
         and u.id = any (${idsOf(theirs)}::bigint[])
         and u.storage_key is not null
         and ${sweptFrom(sql)} <= ${now}
      returning u.organization_id as "organizationId", u.id, u.storage_key as key`),
    )
  return taken
}

/** Deletes the rows after the bytes: while a row exists, its bytes are tried again. */
async function forget(sql: Sql, removed: readonly DueUpload[]): Promise<void> {
  for (const [organizationId, theirs] of byOrganization(removed)) {
    await sql`
      delete from uploads
       where organization_id = ${organizationId} and id = any (${idsOf(theirs)}::bigint[]) and attached_at is null`
    await sql`
      update uploads
         set storage_key = null
       where organization_id = ${organizationId} and id = any (${idsOf(theirs)}::bigint[])`
  }
}

const idsOf = (rows: readonly DueUpload[]) => rows.map(({ id }) => id)
