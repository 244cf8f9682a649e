/**
 * Work of organizations that waits in a table with `organization_id`, `id`, `due_at` (null: nothing waits) and `lease_until`: each organization
 * has one piece in work at a time, so that whoever brings much keeps nobody else waiting.
 */
import type { Sql } from '../ports/deps.js'

export type TurnTable = 'imports' | 'generations' | 'feeds'

/**
 * For `with`, before an update of the table: the part `taken`, with the organization_id and id of what may be taken now, locked. Of each
 * organization what has waited longest, and of these the longest.
 */
export const takenTurns = (sql: Sql, table: TurnTable, { now, limit }: { now: Date; limit: number }) => sql`
  first as (
    select distinct on (organization_id) organization_id, id, due_at
      from ${sql(table)} w
     where due_at <= ${now}
       and not exists (select
                         from ${sql(table)} o
                        where o.organization_id = w.organization_id
                          and o.due_at is not null
                          and o.lease_until > ${now})
     order by organization_id, due_at, id
  ), taken as (
    select w.organization_id, w.id
      from ${sql(table)} w
      join first f on f.organization_id = w.organization_id and f.id = w.id
     where w.due_at <= ${now}
       and (w.lease_until is null or w.lease_until <= ${now})
     order by f.due_at, w.organization_id
     limit ${limit}
       for update of w skip locked
  )`

/** When there is something to take: not while somebody works on another piece of its organization, but at the end of their lease. */
export async function nextTurn(sql: Sql, table: TurnTable): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    with held as (
      select organization_id, max(lease_until) as until
        from ${sql(table)}
       where due_at is not null
         and lease_until is not null
       group by organization_id
    )
    select min(greatest(w.due_at, coalesce(h.until, w.due_at))) as at
      from ${sql(table)} w
      left join held h on h.organization_id = w.organization_id
     where w.due_at is not null`
  return row?.at ?? null
}
