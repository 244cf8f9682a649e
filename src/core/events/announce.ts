/**
 * Announces events of accounts, approvals and comments, in the transaction of what happened, where an endpoint wants them. posts/changed.ts
 * announces those of posts.
 */
import { before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import { accountColumns } from '../accounts/accounts.js'
import type { AccountEvent, ApprovalEvent, CommentEvent } from './events.js'
import { handOut, isWanted } from './wanting.js'

/** Announces the account as it is after the change. */
export async function announceAccount(
  sql: Sql,
  event: AccountEvent,
  { organizationId, id }: { organizationId: string; id: string },
  now: Date,
): Promise<void> {
  const events = await sql<{ id: string }[]>`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at, is_handed_out)
    with told as materialized ( -- a cluster plans no insert of what is joined
      select a.organization_id, a.id, (select to_jsonb(s) from (select ${accountColumns(sql)}) s) as subject
        from accounts a
       where a.organization_id = ${organizationId}
         and a.id = ${id}
         and ${isWanted(sql, { organization: organizationId, event, account: sql`a.id` })}
         and not ${wasSaid(sql, event, organizationId, now)}
    )
    select organization_id, id, ${event}::text, 'account:' || id, subject, ${now}::timestamptz, true
      from told
    returning id`
  await handOut(sql, organizationId, events)
}

/** True for `accounts a` whose event was announced already: many callers in a row find it, and it is worth one event. */
function wasSaid(sql: Sql, event: AccountEvent, organizationId: string, now: Date) {
  switch (event) {
    case 'account.connected':
      return sql`false`
    case 'account.reconnect_required': // dead tokens are found once, a missing scope by each call that needs it
      return sql`(a.token_status = 'authorized' and ${wrote(sql, event, organizationId, sql`e.subject ->> 'connectionNumber' = a.connection_number::text`)})`
    case 'schedule.full':
      return wrote(sql, event, organizationId, sql`e.at > ${before(now, DAY_MS)}`)
  }
}

const wrote = (sql: Sql, event: AccountEvent, organizationId: string, when: ReturnType<Sql>) => sql`
  exists (select 1
            from webhook_events e
           where e.organization_id = ${organizationId} and e.account_id = a.id and e.type = ${event} and ${when})`

type OfPost = { organizationId: string; accountId: string; postId: string }

/** Announces an approval. @param approval after the change */
export const announceApproval = (sql: Sql, event: ApprovalEvent, approval: OfPost, now: Date): Promise<void> =>
  announceOfPost(sql, event, approval, now)

export const announceComment = (sql: Sql, comment: OfPost, now: Date): Promise<void> =>
  announceOfPost(sql, 'comment.created', comment, now)

/** Announces something about a post, in one order with the events of the post. */
async function announceOfPost(sql: Sql, event: ApprovalEvent | CommentEvent, subject: OfPost, now: Date): Promise<void> {
  const { organizationId, accountId, postId } = subject
  const events = await sql<{ id: string }[]>`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at, is_handed_out)
    select ${organizationId}, ${accountId}, ${event}, ${`post:${postId}`}, ${sql.json(subject)}, ${now}, true
     where ${isWanted(sql, { organization: organizationId, event, account: accountId })}
    returning id` // it is JSON but for its times, which become text
  await handOut(sql, organizationId, events)
}
