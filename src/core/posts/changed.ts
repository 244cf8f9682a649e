/**
 * The work that follows a write of posts, in its transaction. It is part of the writing statement, so that later statements see
 * its effects; an act of a person on existing posts ends with changed(). @see test/core/posts/every-writer.test.ts
 */
import type { Account } from '../accounts/account.js'
import type { Author } from '../lib/actor.js'
import { after, before as earlier, SECOND_MS } from '../lib/duration.js'
import { organizationOr, type Part } from '../lib/rows/by-organization.js'
import { isLive } from '../lib/rows/live.js'
import { FOLLOWED_MS, followSlots, redrawn } from '../notices/cards.js'
import type { Sql } from '../ports/deps.js'
import type { PostEvent } from '../events/events.js'
import { handingOut, handOut, isWanted } from '../events/wanting.js'
import { settleByChange } from './approval/follow.js'
import { type Change, recordChange, recordPlacing } from './audit.js'
import { postColumns, postColumnsOf } from './row.js'
import { circumstanceColumns, circumstanceJoins, circumstanceJoinsOf } from './state/read.js'

/**
 * Records a change after its last write: the audit, requests for approval and their cards. `before`: the posts as they were
 * locked.
 */
export async function changed(sql: Sql, author: Author, change: Change, now: Date): Promise<void> {
  const { account, action, before } = change
  await recordChange(sql, author, change, now)
  await settleByChange(sql, author, account, before, now)
  const isOfDrafts = action === 'edit' && before.every(({ image }) => image?.status === 'draft')
  if (!isOfDrafts) await followSlots(sql, account, now)
}

/** Records that new posts got their times, under the change id of their drafts. Drafts alone need none of this. */
export async function placedNew(sql: Sql, account: Account, changeId: string, now: Date): Promise<void> {
  await recordPlacing(sql, account, changeId)
  await followSlots(sql, account, now)
}

/** `organizationId`: of all of the posts; absent: they are of several. */
type By = { now: Date; organizationId?: string | undefined }
type ByOne = By & { organizationId: string }

/**
 * The parts of a `with` that follow an update of posts which can be changed, or could be before it.
 * @param p the updated posts with the instant that each left, as `p`: ``sql`sent p` ``
 */
export const following = (sql: Sql, p: Part, { event, ...by }: ByOne & { event?: PostEvent }) => sql`
  ${event ? sql`${announcing(sql, event, p, by)}, ` : sql``}${leaving(sql, p)},
  ${rechecking(sql, p, by)}, ${showing(sql, p, by)}`

/** Creates the webhook events of these posts. @param p as in following() */
export const announcing = (sql: Sql, event: PostEvent, p: Part, by: By) => sql`
  announced as (${eventsOf(sql, event, p, by)}), ${handingOut(sql, by.organizationId)}`

/** Creates the events in statements of their own, in a transaction: a cluster plans inserts within a `with` over all nodes. */
export async function announce(sql: Sql, event: PostEvent, p: Part, by: ByOne): Promise<void> {
  await handOut(sql, by.organizationId, await sql<{ id: string }[]>`${eventsOf(sql, event, p, by)}`)
}

/** Selects the subjects in a materialized query of their own, because a distributed database cannot plan an insert from joins. */
const eventsOf = (sql: Sql, event: PostEvent, p: Part, { now, organizationId }: By) => sql`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at, is_handed_out)
    with told as materialized (
      select p.organization_id, p.account_id, 'post:' || p.id as order_key, p.id,
             (select to_jsonb(s) from (select ${organizationId === undefined ? postColumns(sql) : postColumnsOf(sql, organizationId)}, ${circumstanceColumns(sql, now, organizationId)}) s) as subject
        from ${p} ${organizationId === undefined ? circumstanceJoins(sql) : circumstanceJoinsOf(sql, organizationId)}
       where ${isWanted(sql, { organization: organizationId ?? sql`p.organization_id`, event, account: sql`p.account_id` })}
    )
    select organization_id, account_id, ${event}::text, order_key, subject, ${now}::timestamptz, true
      from told
     order by organization_id, id
    returning organization_id, id, account_id, type, order_key, at`

/**
 * The instant that an update of posts `p` leaves, as a column that it returns. It joins `o`, the posts before it, because on a
 * cluster the later parts of a `with` read what the earlier ones wrote.
 */
export const leftByUpdate = (sql: Sql) => sql`
  case when ${isLive(sql, 'o')} and not (${isLive(sql, 'p')} and p.send_at is not distinct from o.send_at) then o.send_at end as left_at`

/** The instant that deleted posts `p` leave, as a column that the delete returns. */
export const leftByDelete = (sql: Sql) => sql`case when ${isLive(sql, 'p')} then p.send_at end as left_at`

/** Marks the instants that posts left as possibly open again. */
export const leaving = (sql: Sql, p: Part) => sql`
  left_instants as (
    insert into freed_instants (organization_id, account_id, at)
    select p.organization_id, p.account_id, p.left_at from ${p} where p.left_at is not null
  )`

/**
 * Queues a new check of those posts that can be changed. @param isOther true where the old findings (`f`, preflights) are of
 * another pin and are cleared
 */
export const rechecking = (sql: Sql, p: Part, { now }: By, isOther: Part = sql`false`) => sql`
  rechecked as (
    insert into preflights as f (organization_id, post_id, account_id, due_at)
    select p.organization_id, p.id, p.account_id, ${now}::timestamptz
      from ${p}
     where p.status in ('draft', 'queued')
     order by p.organization_id, p.id
    on conflict (organization_id, post_id) do update
       set due_at = excluded.due_at, checked_at = case when not ${isOther} then f.checked_at end,
           findings = case when ${isOther} then '[]' else f.findings end
  )`

/** The delay of the card of a post in flight: most are published within seconds, so this status needs no update of its own. */
const SOON_MS = 30 * SECOND_MS

/** Queues updates of the posts' cards in Slack, and of the cards of requests that were made together. */
export const showing = (sql: Sql, p: Part, by: By) => sql`shown as (${cardsOf(sql, p, by)})`

/** Queues the updates in a statement of its own: a cluster plans inserts within a `with` over all nodes. */
export async function show(sql: Sql, p: Part, by: ByOne): Promise<void> {
  await sql`${cardsOf(sql, p, by)}`
}

const cardsOf = (sql: Sql, p: Part, { now, organizationId }: By) => {
  const since = earlier(now, FOLLOWED_MS)
  const organization = organizationOr(sql, 'p', organizationId)
  const cards = sql`
    select c.organization_id, c.account_id, c.post_id, c.id, c.destination, null::bigint as batch_id,
           case when p.status = 'uploading' then ${after(now, SOON_MS)} else ${now}::timestamptz end as due_at
      from ${p}
      join pin_cards c on c.organization_id = ${organization} and c.post_id = p.id and c.sent_at > ${since}
     union all
    select distinct a.organization_id, a.account_id, null::bigint, null::bigint, 'approvals:' || a.account_id, a.batch_id, ${now}::timestamptz
      from ${p}
      join approvals a on a.organization_id = ${organization} and a.post_id = p.id and a.batch_id is not null and a.asked_at > ${since}
     where p.status <> 'uploading'`
  return redrawn(sql, cards, now)
}
