/** Settles an answer about the account, for the pin that got it and for all others of the account. */
import { lockHold, noteRefused, type Refusal } from '../../accounts/hold.js'
import type { Db, Sql } from '../../ports/deps.js'
import type { PlatformResponse } from '../model/attempt.js'
import type { Claimed } from '../model/claimed-post.js'
import { requeueIn, settling } from './settle.js'

/**
 * Keeps the pin scheduled without spending a try, and puts its account on hold, in one transaction. If the spam guard refused
 * this very pin before and took another one in between, the refusal is about the pin.
 * @returns `superseded`: the post was no longer this attempt's
 */
export async function settleAccountRefused(
  db: Db,
  claimed: Claimed,
  { refusal, response }: { refusal: Refusal; response: PlatformResponse | null },
  now: Date,
): Promise<'held' | 'aboutThePin' | 'superseded'> {
  const { account, postId, sendAt, tries } = claimed
  let isAboutThePin = false
  const settled = await settling(db, async (sql) => {
    const standing = await lockHold(sql, account) // before any post, as in every change of a hold
    isAboutThePin = refusal.reason === 'spam' && (await tookOthersSince(sql, claimed))
    if (isAboutThePin) return
    if (standing) await noteRefused(sql, account, standing, { postId, refusal }, now)
    const back = { dueAt: sendAt, tries, as: 'retry', reason: refusal.message, response, because: 'account_on_hold' } as const
    await requeueIn(sql, claimed, back, now)
  })
  if (!settled) return 'superseded'
  return isAboutThePin ? 'aboutThePin' : 'held'
}

/** True when Pinterest refused this scheduling for spam before, and published another pin of the account after that. */
async function tookOthersSince(sql: Sql, { organizationId, account, postId, attemptNumber, sendAt }: Claimed): Promise<boolean> {
  const [row] = await sql<[{ tookOthers: boolean }]>`
    select exists (select 1
                     from publish_attempts u
                    where u.organization_id = ${organizationId}
                      and u.post_id = ${postId}
                      and u.number < ${attemptNumber}
                      and u.send_at = ${sendAt}
                      and u.state = 'retry'
                      and u.platform_status in (403, 429)
                      and exists (select 1
                                    from posts p
                                   where p.organization_id = ${organizationId}
                                     and p.account_id = ${account.id}
                                     and p.status = 'sent'
                                     and p.sent_at > u.settled_at)) as "tookOthers"`
  return row.tookOthers
}
