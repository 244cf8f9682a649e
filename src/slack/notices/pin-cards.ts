/**
 * Cards about pins in shared channels. A card is stored when it is sent; a change of its pin makes its row in the outbox due in
 * the same transaction (showing() of posts/changed.ts).
 */
import { redrawCards } from '../../core/notices/cards.js'
import type { Sql } from '../../core/ports/deps.js'
import type { Notice } from '../../core/ports/notice.js'
import type { Post } from '../../core/posts/post.js'

/** Notices whose card changes when the pin changes. */
export type PinNotice = Extract<
  Notice,
  {
    kind: 'pinPublished' | 'pinFailed' | 'pinLate' | 'tagsFailed' | 'approvalCard' | 'clientCard' | 'approvalDecided' | 'pinLink'
  }
>
const FOLLOWED: readonly Notice['kind'][] = [
  'pinPublished',
  'pinFailed',
  'pinLate',
  'tagsFailed',
  'approvalCard',
  'clientCard',
  'approvalDecided',
  'pinLink',
]
export const isPinNotice = (notice: Notice): notice is PinNotice => FOLLOWED.includes(notice.kind)

export type PinCard = {
  organizationId: string
  id: string
  /** The destination, as the outbox writes it. */
  destination: string
  channelId: string
  /** A message may hold links of several pins: those have the pin’s number behind it, `1700000000.000100/12`. */
  ts: string
  notice: PinNotice
  /** mrkdwn that says why this person got the card; null: it was sent where it belongs. */
  remark: string | null
  /** Fingerprint of the shown content. */
  shown: string
  sentAt: Date
}
type NewCard = Omit<PinCard, 'id' | 'sentAt'> & {
  /** Version of the shown pin; null: the pin was gone. */
  version: number | null
  /** Time of the check whose findings are shown; null: none. */
  checkedAt: Date | null
  /** The last comment that is shown; null: none. Only the cards of a request show any. */
  commentId: string | null
  /** The time at which the content changes though the pin does not. */
  againAt?: Date | undefined
}

/**
 * Stores a card that was just sent or replaced. Waits for uncommitted changes, checks and comments of the pin, so that none since it was
 * read is lost.
 */
export async function keepPinCard(sql: Sql, card: NewCard, now: Date): Promise<void> {
  const { organizationId, destination, channelId, ts, notice, remark, shown, version, checkedAt, commentId, againAt } = card
  const { accountId, postId } = notice
  await sql`
    insert into pin_cards (organization_id, account_id, post_id, destination, channel_id, ts, notice, remark, shown, sent_at)
    values (${organizationId}, ${accountId}, ${postId}, ${destination}, ${channelId}, ${ts}, ${sql.json(notice)}, ${remark}, ${shown}, ${now})
    on conflict (organization_id, channel_id, ts) do update
       set notice = excluded.notice, shown = excluded.shown`
  const [post] = await sql<Pick<Post, 'version' | 'status'>[]>`
    select version, status
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}
       for share`
  const isSame =
    (post?.version ?? null) === version &&
    (await isLastCheck(sql, card, post?.status, checkedAt)) &&
    (await isLastComment(sql, card, commentId))
  const due = isSame ? againAt : now
  if (due) await armPinCard(sql, card, due, now)
}

/** True when the card shows the pin's last check, or the pin shows no findings. */
async function isLastCheck(
  sql: Sql,
  { organizationId, notice }: Pick<PinCard, 'organizationId' | 'notice'>,
  status: Post['status'] | undefined,
  checkedAt: Date | null,
): Promise<boolean> {
  if ((status !== 'draft' && status !== 'queued') || notice.kind === 'clientCard' || notice.kind === 'pinLink') return true
  const [last] = await sql<{ checkedAt: Date | null }[]>`
    select checked_at as "checkedAt"
      from preflights
     where organization_id = ${organizationId}
       and post_id = ${notice.postId}
       for share`
  return (last?.checkedAt ?? null)?.getTime() === checkedAt?.getTime()
}

/** True when the card shows the pin’s last comment, or is of a kind that shows none. An unfurl shows their number. */
async function isLastComment(
  sql: Sql,
  { organizationId, notice }: Pick<PinCard, 'organizationId' | 'notice'>,
  commentId: string | null,
): Promise<boolean> {
  if (notice.kind !== 'approvalCard' && notice.kind !== 'clientCard' && notice.kind !== 'pinLink') return true
  const [last] = await sql<[{ id: string | null }]>`
    select max(id)::text as id
      from post_comments
     where organization_id = ${organizationId}
       and post_id = ${notice.postId}
       and ${notice.kind === 'clientCard' ? sql`audience = 'client'` : sql`true`}`
  return last.id === commentId
}

/**
 * Makes the card's row of the outbox due at `due` or sooner. A later `due` also becomes `created_at`: nobody waits for the row
 * until then.
 */
async function armPinCard(
  sql: Sql,
  { organizationId, notice }: Pick<PinCard, 'organizationId' | 'notice'>,
  due: Date,
  now: Date,
): Promise<void> {
  await redrawCards(sql, organizationId, [notice.postId], now, due)
  if (due <= now) return
  await sql`
    update outbox o
       set created_at = o.due_at
      from pin_cards c
     where c.organization_id = ${organizationId}
       and c.post_id = ${notice.postId}
       and o.organization_id = c.organization_id
       and o.dedupe_key = 'card:' || c.id
       and o.due_at = ${due}`
}

/** Makes the row of an updated card due again later. If a change has made it due since, it stays due. */
export async function drawCardAgain(
  sql: Sql,
  { organizationId, id }: Pick<PinCard, 'organizationId' | 'id'>,
  at: Date,
): Promise<void> {
  await sql`
    update outbox
       set due_at = ${at}, created_at = ${at}, attempt = 0, lease_until = null, delivered_at = null, last_error = null
     where organization_id = ${organizationId}
       and dedupe_key = ${`card:${id}`}
       and (lease_until is not null or due_at is null)`
}

export async function notePinCard(
  sql: Sql,
  { organizationId, id }: Pick<PinCard, 'organizationId' | 'id'>,
  shown: string,
): Promise<void> {
  await sql`
    update pin_cards
       set shown = ${shown}
     where organization_id = ${organizationId}
       and id = ${id}`
}

/** Finds the card; undefined: it was given up, or is too old. */
export async function findPinCard(
  sql: Sql,
  { organizationId, cardId }: { organizationId: string; cardId: string },
): Promise<PinCard | undefined> {
  const [card] = await sql<PinCard[]>`
    select organization_id as "organizationId", id, destination, channel_id as "channelId", ts, notice, remark, shown, sent_at as "sentAt"
      from pin_cards
     where organization_id = ${organizationId}
       and id = ${cardId}`
  return card
}

/** Deletes the row of a card that was deleted in Slack or can no longer be changed. */
export async function forgetPinCard(sql: Sql, { organizationId, id }: Pick<PinCard, 'organizationId' | 'id'>): Promise<void> {
  await sql`
    delete from pin_cards
     where organization_id = ${organizationId}
       and id = ${id}`
}

/** Lists the links of pins in the message of this one. */
export async function listLinksOf(
  sql: Sql,
  { organizationId, channelId, ts }: Pick<PinCard, 'organizationId' | 'channelId' | 'ts'>,
): Promise<PinNotice[]> {
  const [message = ''] = ts.split('/')
  const rows = await sql<{ notice: PinNotice }[]>`
    select notice
      from pin_cards
     where organization_id = ${organizationId}
       and channel_id = ${channelId}
       and starts_with(ts, ${`${message}/`})
     order by id`
  return rows.map(({ notice }) => notice)
}
