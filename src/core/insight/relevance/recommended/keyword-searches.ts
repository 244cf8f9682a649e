/**
 * The keywords that an organization searched in the last hour, and their results: cache and limit in one, over all processes.
 * @see docs/contract.md#recommended-pins
 */
import { before, HOUR_MS, MINUTE_MS } from '../../../lib/duration.js'
import { RefusedBecause } from '../../../lib/errors.js'
import type { PublicPin } from '../../../ports/platform.js'
import type { Deps, Sql } from '../../../ports/deps.js'
import type { GoesOn } from '../../../lib/work/batch.js'
import { purgeRows, type Rows } from '../../../lib/rows/by-organization.js'

export const KEPT_MS = 15 * MINUTE_MS
/** The most distinct keywords of an organization. */
export const KEYWORD_LIMIT = { most: 30, withinMs: HOUR_MS }

/** Keywords are in lower case, so that spelling variants count once. */
export type Searched = { organizationId: string; keyword: string }
/** `claimed`: it is counted, and the caller must search it and end with keepFound() or releaseSearch(). */
export type Claim = { kind: 'kept'; pins: PublicPin[] } | { kind: 'claimed'; at: Date }

/**
 * Returns results of the last 15 minutes, else the right to search. A keyword searched within the hour is not counted again.
 * @throws TOO_MANY_REQUESTS recommended_pins_rate_limited
 */
export async function claimSearch({ db, clock }: Pick<Deps, 'db' | 'clock'>, searched: Searched): Promise<Claim> {
  const kept = await findKept(db.sql, searched, clock())
  if (kept) return kept
  return db.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`keyword searches ${searched.organizationId}`}, 0))` // who counts, counts alone
    const at = clock()
    const keptMeanwhile = await findKept(sql, searched, at)
    if (keptMeanwhile) return keptMeanwhile
    if (!(await isCounted(sql, searched, at))) await requireFreePlace(sql, searched, at)
    await insertClaim(sql, searched, at)
    return { kind: 'claimed', at }
  })
}

async function findKept(sql: Sql, { organizationId, keyword }: Searched, now: Date): Promise<Claim | undefined> {
  const [row] = await sql<{ pins: PublicPin[] }[]>`
    select pins
      from keyword_searches
     where organization_id = ${organizationId}
       and keyword = ${keyword}
       and pins is not null
       and found_at > ${before(now, KEPT_MS)}`
  return row && { kind: 'kept', pins: row.pins }
}

const countsSince = (now: Date) => before(now, KEYWORD_LIMIT.withinMs)

async function isCounted(sql: Sql, { organizationId, keyword }: Searched, now: Date): Promise<boolean> {
  const rows = await sql`
    select
      from keyword_searches
     where organization_id = ${organizationId}
       and keyword = ${keyword}
       and searched_at > ${countsSince(now)}`
  return rows.length > 0
}

async function requireFreePlace(sql: Sql, { organizationId }: Searched, now: Date): Promise<void> {
  const [oldest] = await sql<{ searchedAt: Date }[]>`
    select searched_at as "searchedAt"
      from keyword_searches
     where organization_id = ${organizationId}
       and searched_at > ${countsSince(now)}
     order by searched_at desc
    offset ${KEYWORD_LIMIT.most - 1}
     limit 1`
  if (!oldest) return
  const leftMs = oldest.searchedAt.getTime() + KEYWORD_LIMIT.withinMs - now.getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000))
  throw new RefusedBecause('recommended_pins_rate_limited', { most: KEYWORD_LIMIT.most, retryAfterSeconds })
}

/** Replaces whatever an earlier hour left. */
async function insertClaim(sql: Sql, { organizationId, keyword }: Searched, at: Date): Promise<void> {
  const isOfNow = sql`s.searched_at > ${countsSince(at)}`
  await sql`
    insert into keyword_searches as s (organization_id, keyword, searched_at, open_searches)
    values (${organizationId}, ${keyword}, ${at}, 1)
    on conflict (organization_id, keyword) do update
       set searched_at = greatest(s.searched_at, excluded.searched_at),
           open_searches = 1 + case when ${isOfNow} then s.open_searches else 0 end,
           pins = case when ${isOfNow} then s.pins end,
           found_at = case when ${isOfNow} then s.found_at end`
}

/** Stores the results, unless a search that began later has ended already. `at`: when it was claimed. */
export async function keepFound(
  sql: Sql,
  { organizationId, keyword }: Searched,
  { at, pins }: { at: Date; pins: PublicPin[] },
): Promise<void> {
  await sql`
    update keyword_searches
       set pins = case when found_at > ${at} then pins else ${sql.json(pins)} end,
           found_at = greatest(found_at, ${at}),
           open_searches = greatest(open_searches - 1, 0)
     where organization_id = ${organizationId}
       and keyword = ${keyword}`
}

/** Undoes the count of a failed search, unless another one is running, or found something before. */
export async function releaseSearch({ db }: Pick<Deps, 'db'>, { organizationId, keyword }: Searched): Promise<void> {
  await db.tx(async (sql) => {
    await sql`
      update keyword_searches
         set open_searches = greatest(open_searches - 1, 0),
             searched_at = case when open_searches <= 1 then coalesce(found_at, searched_at) else searched_at end
       where organization_id = ${organizationId}
         and keyword = ${keyword}`
    await sql`
      delete from keyword_searches
       where organization_id = ${organizationId}
         and keyword = ${keyword}
         and open_searches = 0
         and pins is null`
  })
}

/** Deletes searches of all organizations that neither count nor are shown any more. */
export async function purgeKeywordSearches(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  await purgeRows(db, goesOn, {
    from: 'keyword_searches',
    key: { keyword: 'text' },
    over: sql`t.searched_at <= ${countsSince(now)}`,
  })
}
