/** What becomes of posts, for the webhooks that want it: written by the very statement that changes them. */
import type { Sql } from '../ports/deps.js'
import type { PostEvent } from '../webhooks/events.js'
import { postColumns, postColumnsOf } from './row.js'
import { circumstanceColumns, circumstanceJoins, circumstanceJoinsOf } from './state/read.js'

/**
 * A part of a `with`, beside the one that changes the posts.
 * @param changed where the posts are, as `p`, as they are by the change: ``sql`sent p` ``
 * @param organizationId of all of them; without it they are of several
 */
export const announcing = (sql: Sql, event: PostEvent, changed: ReturnType<Sql>, now: Date, organizationId?: string) => sql`
  announced as (
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at)
    select p.organization_id, p.account_id, ${event}::text, 'post:' || p.id,
           (select to_jsonb(s) from (select ${organizationId === undefined ? postColumns(sql) : postColumnsOf(sql, organizationId)}, ${circumstanceColumns(sql, now, organizationId)}) s), ${now}::timestamptz
      from ${changed} ${organizationId === undefined ? circumstanceJoins(sql) : circumstanceJoinsOf(sql, organizationId)}
     where exists (select from webhooks_wanting(p.organization_id, ${event}::text, p.account_id))
     order by p.organization_id, p.id
  )`
