/**
 * Cards about pins that others see, and how they follow their pin. Which card is where is kept when it is sent; a change of the pin makes the
 * card's row in the outbox due, in the same transaction (showing() of posts/changed.ts).
 */
import { redrawCards } from '../../core/notices/cards.js'
import type { Sql } from '../../core/ports/deps.js'
import type { Notice } from '../../core/ports/notice.js'
import type { Post } from '../../core/posts/post.js'

/** Of these a change of the pin changes the card. */
export type PinNotice = Extract<
  Notice,
  { kind: 'pinPublished' | 'pinFailed' | 'pinLate' | 'tagsFailed' | 'approvalCard' | 'approvalDecided' }
>
const FOLLOWED: readonly Notice['kind'][] = [
  'pinPublished',
  'pinFailed',
  'pinLate',
  'tagsFailed',
  'approvalCard',
  'approvalDecided',
]
export const isPinNotice = (notice: Notice): notice is PinNotice => FOLLOWED.includes(notice.kind)

export type PinCard = {
  organizationId: string
  id: string
  /** As in the outbox. */
  destination: string
  channelId: string
  ts: string
  notice: PinNotice
  /** mrkdwn: why it came to this person; null: it is where it belongs. */
  remark: string | null
  /** Of what it shows. */
  shown: string
  sentAt: Date
}
type NewCard = Omit<PinCard, 'id' | 'sentAt'> & {
  /** Of the pin that it shows; null: the pin was gone. */
  version: number | null
  /** Of the check of the pin whose findings it shows; null: of none. */
  checkedAt: Date | null
  /** When it says something else without a change of the pin. */
  againAt?: Date | undefined
}

/**
 * Of a message that was just sent, or put in place of another. A change of the pin since it was read is not lost, nor a check: one that is not
 * committed yet is waited for.
 */
export async function keepPinCard(sql: Sql, card: NewCard, now: Date): Promise<void> {
  const { organizationId, destination, channelId, ts, notice, remark, shown, version, checkedAt, againAt } = card
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
  const isSame = (post?.version ?? null) === version && (await isLastCheck(sql, card, post?.status, checkedAt))
  const due = isSame ? againAt : now
  if (due) await armPinCard(sql, card, due, now)
}

/** Of a pin that has findings to show. */
async function isLastCheck(
  sql: Sql,
  { organizationId, notice }: Pick<PinCard, 'organizationId' | 'notice'>,
  status: Post['status'] | undefined,
  checkedAt: Date | null,
): Promise<boolean> {
  if (status !== 'draft' && status !== 'queued') return true
  const [last] = await sql<{ checkedAt: Date | null }[]>`
    select checked_at as "checkedAt"
      from preflights
     where organization_id = ${organizationId}
       and post_id = ${notice.postId}
       for share`
  return (last?.checkedAt ?? null)?.getTime() === checkedAt?.getTime()
}

/** Its row in the outbox is due then, or sooner. What is only due later waits for nobody until then. */
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

/** Makes the row of the card that was just brought up to date due again later. One that a change has made due since then stays due. */
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

/** undefined: it was given up, or is too old. */
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

/** It was deleted in Slack, or can't be changed any more. */
export async function forgetPinCard(sql: Sql, { organizationId, id }: Pick<PinCard, 'organizationId' | 'id'>): Promise<void> {
  await sql`
    delete from pin_cards
     where organization_id = ${organizationId}
       and id = ${id}`
}
