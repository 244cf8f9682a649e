/**
 * Claims background work of all organizations in turn: the one that has waited the longest for a claim is first. Rows of work keep their
 * times and leases; `work_turns` has the line of organizations with something due.
 */
import type { Db, Deps, Sql } from '../../ports/deps.js'
import { after, MINUTE_MS } from '../duration.js'
import type { Part } from './by-organization.js'

/** `most`: how many rows to take at most; none while `isOurs` is false, because another process serves the organization. */
export type Taking = { organizationId: string; now: Date; most: number; isOurs: Part }

export type Work = {
  kind: 'preflight' | 'upload'
  /**
   * Writes the parts of a `with` that name the organization by value: `taken`, the rows that this claim takes, and `rest`, which is
   * empty when nothing else is due.
   */
  take: (sql: Sql, taking: Taking) => Part
  /** Selects `organization_id` and `due_at` of all rows that are due. */
  due: (sql: Sql, now: Date) => Part
}

/** `without`: organizations to pass over. */
type Claiming = { now: Date; limit: number; without: ReadonlySet<string> }

/** How often organizations with something due are searched. What writes work leaves no mark, so it cannot forget to. */
const SEARCHED_MS = MINUTE_MS

/** Makes the claims of a process: up to `limit` rows, as evenly over organizations as their work allows; empty: nothing is free. */
export function makeClaims<Row extends object>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  work: Work,
): (limit: number, without?: ReadonlySet<string>) => Promise<Row[]> {
  let searchAt: Date | undefined
  return async (limit, without = new Set()) => {
    const now = clock()
    if (!searchAt || now >= searchAt) {
      searchAt = after(now, SEARCHED_MS)
      await enterLine(db.sql, work, now)
    }
    return claimInTurn(db, work, { now, limit, without })
  }
}

/** Enters organizations with something due. They are found by reading all that is due, once a minute. */
async function enterLine(sql: Sql, { kind, due }: Work, now: Date): Promise<void> {
  const found = await sql<{ organizationId: string; since: Date }[]>`
    select d.organization_id as "organizationId", min(d.due_at) as since
      from (${due(sql, now)}) d
     where not exists (select 1 from work_turns t where t.organization_id = d.organization_id and t.kind = ${kind})
     group by d.organization_id`
  if (found.length === 0) return
  await sql`
    insert into work_turns (organization_id, kind, waits_since)
    select f.organization_id, ${kind}, f.since
      from unnest(${found.map(({ organizationId }) => organizationId)}::bigint[],
                  ${found.map(({ since }) => since.toISOString())}::timestamptz[]) as f(organization_id, since)
     order by f.organization_id
    on conflict (organization_id, kind) do nothing`
}

/** An organization that yields nothing, because another process serves it or its work is gone, makes way for the next one. */
async function claimInTurn<Row extends object>(
  db: Pick<Db, 'sql' | 'tx'>,
  work: Work,
  { now, limit, without }: Claiming,
): Promise<Row[]> {
  const rows: Row[] = []
  const passed = new Set(without)
  while (rows.length < limit) {
    const wanted = limit - rows.length
    const next = await readLine(db.sql, work, { now, limit: wanted, without: passed })
    if (next.length === 0) break
    const mostOf = (place: number) => Math.floor(wanted / next.length) + (place < wanted % next.length ? 1 : 0)
    const take = (sql: Sql) =>
      Promise.all(next.map((organizationId, place) => takeOf<Row>(sql, work, { organizationId, now, most: mostOf(place) })))
    const taken = await (next.length === 1 ? take(db.sql) : db.tx(take))
    for (const [place, organizationId] of next.entries()) if (taken[place]!.length === 0) passed.add(organizationId)
    rows.push(...taken.flat())
  }
  return rows
}

async function readLine(sql: Sql, { kind }: Work, { now, limit, without }: Claiming): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId"
      from work_turns
     where kind = ${kind} and waits_since <= ${now} and organization_id <> all (${[...without]}::bigint[])
     order by waits_since, turns, organization_id
     limit ${limit}`
  return rows.map(({ organizationId }) => organizationId)
}

/** Takes rows of an organization, which then goes to the end of the line, or leaves it when nothing else is due. */
const takeOf = <Row extends object>(sql: Sql, { kind, take }: Work, taking: Omit<Taking, 'isOurs'>) => {
  const isTurn = sql`t.organization_id = ${taking.organizationId} and t.kind = ${kind}`
  const isOurs = sql`exists (select 1 from turn)`
  return sql<Row[]>`
  with turn as materialized (
    select t.kind from work_turns t where ${isTurn} for update skip locked
  ), ${take(sql, { ...taking, isOurs })}, behind as (
    update work_turns t set waits_since = ${taking.now}, turns = t.turns + 1 where ${isTurn} and ${isOurs} and exists (select 1 from rest)
  ), gone as (
    delete from work_turns t where ${isTurn} and ${isOurs} and not exists (select 1 from rest)
  )
  select * from taken`
}
