/** What becomes of posts, for the webhooks that want it: written by the very statement that changes them. */
import type { Sql } from '../ports/deps.js'
import type { PostEvent } from '../webhooks/events.js'
import { isWanted } from '../webhooks/wanting.js'
import { postColumns, postColumnsOf } from './row.js'
import { circumstanceColumns, circumstanceJoins, circumstanceJoinsOf } from './state/read.js'

/**
 * A part of a `with`, beside the one that changes the posts.
 * @param changed where the posts are, as `p`, as they are by the change: ``sql`sent p` ``
 * @param organizationId of all of them; without it they are of several
 */
export const announcing = (sql: Sql, event: PostEvent, changed: ReturnType<Sql>, now: Date, organizationId?: string) =>
  sql`announced as (${announcement(sql, event, changed, now, organizationId)})`

/** The same as a statement of its own. What is told of is read by itself: a cluster plans no insert of what is joined. */
export const announcement = (sql: Sql, event: PostEvent, changed: ReturnType<Sql>, now: Date, organizationId?: string) => sql`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at)
    with told as materialized (
      select p.organization_id, p.account_id, 'post:' || p.id as order_key, p.id,
             (select to_jsonb(s) from (select ${organizationId === undefined ? postColumns(sql) : postColumnsOf(sql, organizationId)}, ${circumstanceColumns(sql, now, organizationId)}) s) as subject
        from ${changed} ${organizationId === undefined ? circumstanceJoins(sql) : circumstanceJoinsOf(sql, organizationId)}
       where ${isWanted(sql, { organization: organizationId ?? sql`p.organization_id`, event, account: sql`p.account_id` })}
    )
    select organization_id, account_id, ${event}::text, order_key, subject, ${now}::timestamptz
      from told
     order by organization_id, id`
