/**
 * Finds pins that are another post's. One platform account may be connected by several organizations, whose pins are on the same
 * boards: these statements read across them, by the platform's account, and return nothing but what was queried.
 */
import { after, before } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import type { PlatformPin } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import { isSave, type Payload, urlOf } from './payload.js'
import { isUnresolved } from '../../posts/state/open-question.js'
import { SENT_AROUND_MS } from './unresolved-attempts.js'

/** Returns which of the pins belong to other posts, of any organization. */
export async function findClaimedPins(
  sql: Sql,
  { organizationId, platformUserId }: Account,
  { postId, pins }: { postId: string; pins: Pick<PlatformPin, 'id'>[] },
): Promise<Set<string>> {
  const rows = await sql<{ pinId: string }[]>`
    select p.pin_id as "pinId"
      from accounts a
      join posts p on p.organization_id = a.organization_id and p.account_id = a.id
     where a.platform_user_id = ${platformUserId}
       and p.pin_id = any(${pins.map(({ id }) => id)}::text[])
       and not (p.organization_id = ${organizationId} and p.id = ${postId})`
  return new Set(rows.map(({ pinId }) => pinId))
}

/**
 * True when another organization sent a pin with the same link to the same board at that time, or saved the same pin there, and
 * its outcome is unknown, too: the pin that is there may be theirs.
 */
export async function hasRival(
  sql: Sql,
  { organizationId, platformUserId }: Account,
  { payload, sendingAt }: { payload: Payload; sendingAt: Date },
): Promise<boolean> {
  const [rival] = await sql`
    select 1
      from accounts a
      join posts p on p.organization_id = a.organization_id and p.account_id = a.id
      join publish_attempts u on u.organization_id = p.organization_id and u.post_id = p.id
     where a.platform_user_id = ${platformUserId}
       and a.organization_id <> ${organizationId}
       and p.status in ('uploading', 'draft', 'queued')
       and u.board_id = ${payload.boardId}
       and ${isAlike(sql, payload)}
       and u.sending_at between ${before(sendingAt, SENT_AROUND_MS)} and ${after(sendingAt, SENT_AROUND_MS)}
       and (u.state = 'sending' or ${isUnresolved(sql)})
     limit 1`
  return rival !== undefined
}

/** True for `publish_attempts u` whose pin could be mistaken for the one of this request. */
const isAlike = (sql: Sql, payload: Payload) =>
  isSave(payload)
    ? sql`u.payload ->> 'savedPinId' = ${payload.savedPinId}`
    : sql`(u.payload ->> 'link' = ${payload.link} -- or one page, to which each adds parameters of its own
            or coalesce(u.payload ->> 'url', u.payload ->> 'link') = ${urlOf(payload)})`
