/**
 * Claims work of organizations from a table with `organization_id`, `id`, `due_at` (null: nothing waits) and `lease_until`. Each
 * organization has one piece in progress, so a large backlog of one keeps no other waiting.
 */
import type { Sql } from '../../ports/deps.js'
import type { Part } from './by-organization.js'

export type WorkTable = 'imports' | 'generations' | 'feeds' | 'pin_edits'

/** Reads this many candidates beyond `limit`, because another process may win some of them. */
const BESIDE = 100

/**
 * Claims the oldest waiting piece of each organization, the oldest of all first. Candidates are read over all organizations, but
 * claimed one by one, because a statement that writes names its organization.
 * @param take claims one by an update of the table as `t`, where `mayTake`: this locks the row and checks that it is still
 * available
 */
export async function claimOnePerOrganization<Row>(
  sql: Sql,
  table: WorkTable,
  { now, limit }: { now: Date; limit: number },
  take: (mayTake: Part) => Promise<Row[]>,
): Promise<Row[]> {
  const waiting = await sql<{ organizationId: string; id: string }[]>`
    with first as (
      select distinct on (w.organization_id) w.organization_id, w.id, w.due_at, w.lease_until
        from ${sql(table)} w
       where w.due_at <= ${now}
         and not exists (select 1
                           from ${sql(table)} o
                          where o.organization_id = w.organization_id
                            and o.due_at is not null
                            and o.lease_until > ${now})
       order by w.organization_id, w.due_at, w.id
    )
    select organization_id as "organizationId", id
      from first
     where lease_until is null
        or lease_until <= ${now}
     order by due_at, organization_id
     limit ${limit + BESIDE}`
  const taken: Row[] = []
  for (const { organizationId, id } of waiting) {
    if (taken.length >= limit) break
    taken.push(
      ...(await take(sql`
        t.organization_id = ${organizationId}
        and t.id = (select w.id
                      from ${sql(table)} w
                     where w.organization_id = ${organizationId}
                       and w.id = ${id}
                       and w.due_at <= ${now}
                       and (w.lease_until is null or w.lease_until <= ${now})
                       and not exists (select 1
                                         from ${sql(table)} o
                                        where o.organization_id = ${organizationId}
                                          and o.due_at is not null
                                          and o.lease_until > ${now})
                       for update of w skip locked)`)),
    )
  }
  return taken
}

/**
 * Returns when the next claim is possible. While a piece of an organization is leased, its others wait for the end of that lease.
 */
export async function nextClaimAt(sql: Sql, table: WorkTable): Promise<Date | null> {
  const held = await sql<{ organizationId: string; until: Date }[]>`
    select organization_id as "organizationId", max(lease_until) as until
      from ${sql(table)}
     where due_at is not null
       and lease_until is not null
     group by organization_id`
  const untils = new Map(held.map(({ organizationId, until }) => [organizationId, until]))
  const organizations = [...untils.keys()]
  const [free] = await sql<{ dueAt: Date }[]>`
    select due_at as "dueAt"
      from ${sql(table)}
     where due_at is not null
       and organization_id <> all (${organizations}::bigint[])
     order by due_at
     limit 1`
  const ofHeld =
    organizations.length === 0
      ? []
      : await sql<{ organizationId: string; dueAt: Date }[]>`
    select organization_id as "organizationId", min(due_at) as "dueAt"
      from ${sql(table)}
     where organization_id = any (${organizations}::bigint[])
       and due_at is not null
     group by organization_id`
  const times = ofHeld.map(({ organizationId, dueAt }) => Math.max(dueAt.getTime(), untils.get(organizationId)!.getTime()))
  if (free) times.push(free.dueAt.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}
