/** Notices of published pins in an account's channel, and the pins of its daily message. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { instantOfDay, type WallDay, wallDayOf } from '../../lib/time.js'
import { enqueueNotice, enqueueRedraw } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'

type Notified = Pick<Account, 'id' | 'organizationId' | 'publishedPins' | 'timezone'>

/** True when a published pin is notified: without a channel there is no daily message to update. */
export const isNotified = ({ publishedPins, notifyChannelId }: Account): boolean =>
  publishedPins === 'each' || (publishedPins === 'daily' && notifyChannelId !== null)

/**
 * Notifies in the transaction that settles the pin. The message of a day has one row in the outbox, which each pin makes due
 * again: pins that finish at once are one delivery, and a destination gets one delivery at a time.
 */
export async function notifyPublished(
  sql: Sql,
  { id: accountId, organizationId, publishedPins, timezone }: Notified,
  { postId, sentAt, message }: { postId: string; sentAt: Date; message?: string | undefined },
  now: Date,
): Promise<void> {
  const to = { organizationId, destination: `account:${accountId}` }
  if (publishedPins === 'each') {
    const notice = { kind: 'pinPublished' as const, accountId, postId, ...(message !== undefined && { message }) }
    return enqueueNotice(sql, { ...to, dedupeKey: `post:${postId}:published`, notice }, now)
  }
  const zone = timezone ?? 'UTC'
  const day = wallDayOf(sentAt, zone)
  const notice = { kind: 'pinsPublished', accountId, day, timezone: zone } as const
  await enqueueRedraw(sql, { ...to, dedupeKey: publishedDayKey(notice), notice }, now)
}

type Day = { accountId: string; day: WallDay; timezone: string }

/** Returns the key of the message of that day. */
export const publishedDayKey = ({ accountId, day, timezone }: Day): string => `published:${accountId}:${day}:${timezone}`

/** Longer than a pin can be published after its time. */
const LATEST_MS = 3 * DAY_MS

export type PublishedPin = {
  id: string
  title: string | null
  boardName: string | null
  pinId: string | null
  sentAt: Date
  isRepeat: boolean
}

/** Lists the last pins published on that day, in order, and their total. @throws NOT_FOUND account */
export async function listPublishedOn(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, day, timezone, limit }: Day & { limit: number },
): Promise<{ pins: PublishedPin[]; count: number }> {
  const { organizationId } = await requireAccount(sql, actor, accountId)
  const [start, end] = [instantOfDay(day, 0, timezone), instantOfDay(day + 1, 0, timezone)]
  const rows = await sql<(PublishedPin & { count: number })[]>`
    select p.id, p.title, case when p.pin_deleted_at is null then p.pin_id end as "pinId", p.sent_at as "sentAt", p.source_post_id is not null as "isRepeat", count(*) over ()::int as count,
           (select b.name
              from boards b
             where b.organization_id = ${organizationId} and b.account_id = p.account_id and b.id = p.board_id) as "boardName"
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.status = 'sent'
       and p.send_at >= ${before(start, LATEST_MS)}
       and p.sent_at >= ${start}
       and p.sent_at < ${end}
     order by p.sent_at desc, p.id desc
     limit ${limit}`
  return { pins: rows.reverse(), count: rows[0]?.count ?? 0 }
}
