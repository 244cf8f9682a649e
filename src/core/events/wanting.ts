/** Finds which endpoints want an event, and creates its deliveries to them. */
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'

/**
 * True when an endpoint wants the event; a paused one gets it when it is resumed.
 * @param by organization: by value in a statement that writes
 */
export const isWanted = (sql: Sql, by: { organization: Part | string; event: string; account: Part | string }) => sql`
  exists (select 1
            from webhooks w
           where ${wants(sql, { ...by, event: sql`${by.event}::text` })})`

const wants = (
  sql: Sql,
  { organization, event, account }: { organization: Part | string; event: Part; account: Part | string },
) => sql`
                 w.organization_id = ${organization}
             and w.state <> 'ended'
             and w.events && array['*', ${event}]
             and (not w.names_accounts
                  or exists (select 1
                               from webhook_accounts e
                              where e.organization_id = ${organization} and e.webhook_id = w.id and e.account_id = ${account}))`

/** A part of a `with`, behind `announced`. @param organizationId of all events; absent: they are of several */
export const handingOut = (sql: Sql, organizationId?: string) =>
  sql`handed_out as (${deliveries(sql, sql`announced`, organizationId)})`

/** Creates the deliveries in a statement of its own, in the transaction that wrote the events. */
export async function handOut(sql: Sql, organizationId: string, events: readonly { id: string }[]): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(({ id }) => id)
  const written = sql`(select * from webhook_events where organization_id = ${organizationId} and id = any (${ids}::bigint[]))`
  await sql`${deliveries(sql, written, organizationId)}`
}

/** Inserts deliveries from a materialized query, because a cluster cannot plan an insert from joins. */
const deliveries = (sql: Sql, events: Part, organizationId?: string) => sql`
  insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
  with wanting as materialized (
    select e.organization_id, w.id as webhook_id, e.id as event_id, e.order_key, e.at
      from ${events} e
      join webhooks w
        on ${wants(sql, { organization: organizationId ?? sql`e.organization_id`, event: sql`e.type`, account: sql`e.account_id` })}
  )
  select organization_id, webhook_id, event_id, order_key, at, at
    from wanting
   order by organization_id, event_id, webhook_id`
