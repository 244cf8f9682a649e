/** Removes expired uploads. */
import type { Deps, Sql } from '../ports/deps.js'
import type { GoesOn } from '../lib/work/batch.js'
import { mapConcurrently } from '../lib/work/concurrency.js'
import { makeClaims, type Work } from '../lib/rows/turns.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import { byOrganization } from '../lib/rows/by-organization.js'

/** Uploads claimed at once. What a process claimed but did not finish waits for RETRY_MS. */
const AT_A_TIME = 64
/** Removals at once: the store answers each within milliseconds, or a few seconds when busy. */
const AT_ONCE = 16
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
  const claim = makeClaims<DueUpload>(deps, UPLOADS)
  const failing = new Set<string>()
  let [swept, failed] = [0, 0]
  const reasons: unknown[] = []
  while (goesOn() && performance.now() < endsAt) {
    const taken = await claim(AT_A_TIME, failing)
    if (taken.length === 0) break
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

/** The time from which an upload may be swept. */
const sweptFrom = (sql: Sql) => sql`coalesce(sweep_at, expires_at)`

/** Describes removals for the claims of background work. What is taken is due again after RETRY_MS, unless it is gone by then. */
const UPLOADS: Work = {
  kind: 'upload',
  take: (sql, { organizationId, now, most, isOurs }) => {
    const isDue = sql`organization_id = ${organizationId} and storage_key is not null and ${sweptFrom(sql)} <= ${now}`
    return sql`
  free as materialized (
    select id from uploads where ${isDue} and ${isOurs} order by ${sweptFrom(sql)}, id limit ${most} for update skip locked
  ), taken as (
    update uploads
       set sweep_at = ${after(now, RETRY_MS)}
     where organization_id = ${organizationId} and id in (select id from free)
    returning organization_id as "organizationId", id, storage_key as key
  ), rest as (
    select 1 from uploads where ${isDue} and id not in (select id from free) limit 1
  )`
  },
  due: (sql, now) => sql`
    select organization_id, ${sweptFrom(sql)} as due_at
      from uploads
     where storage_key is not null and ${sweptFrom(sql)} <= ${now}`,
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
