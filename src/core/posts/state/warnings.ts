/** The one check of warnings before a pin is scheduled: all entry points show its result, and none refuses because of it. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { after, MINUTE_MS } from '../../lib/duration.js'
import { isUrl } from '../../lib/http/parse-url.js'
import { addYears } from '../../lib/time.js'
import { urlKeyOf } from '../../lib/http/url.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { guardColumns, type GuardRow } from '../../slots/guard.js'
import { readSmartSlots } from '../../slots/occupancy.js'
import { slotsAt } from '../../slots/occurrences.js'
import { isBlocked, nearestPin, readSpacing, spacingDays } from '../../slots/spacing.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Placed, Post } from '../post.js'
import type { When } from '../when.js'
import { CLOSE_DAYS, type GuardFacts, guardFacts, warningsOfGuard } from './guard-warnings.js'
import { warningsOfStored } from './media-warnings.js'
import type { Warning, WarningPin } from './warning.js'
import { isLive } from '../../lib/rows/live.js'

/** The distance in years from which a time is probably a mistake. */
const FAR_YEARS = 1

/** A pin at its current or requested time. `postId`: excluded from the comparison with other pins; null: it is not saved yet. */
export type PlannedPin = Pick<Post, 'url' | 'intervalGroupId'> & { postId: string | null; at: Date }

/**
 * Returns the warnings for a form that is not submitted yet; an incomplete address has no spacing rule, as in the search for a
 * slot. `at`: the time requested, or that of the slot that was found; null: not known, so that only the account is checked.
 * @returns nothing for a draft
 * @throws NOT_FOUND account
 */
export async function warningsFor(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  {
    accountId,
    postId = null,
    url,
    when,
    at,
  }: { accountId: string; postId?: string | null; url: string | null; when: When['kind']; at: Date | null },
): Promise<Warning[]> {
  if (when === 'draft') return []
  const account = await requireAccount(sql, actor, accountId)
  if (at === null) return warningsOfAccount(account)
  const isAddress = url !== null && /^https?:\/\//i.test(url) && isUrl(url)
  const planned = { postId, at, url: isAddress ? url : null, intervalGroupId: await groupOf(sql, account, postId) }
  return warningsOf(sql, account, planned, clock())
}

/**
 * Returns the warnings for a pin, in the transaction that gives it its time, before or after the write.
 * @returns the most pressing first: the account, then the time, then the link
 */
export async function warningsOf(sql: Sql, account: Account, planned: PlannedPin, now: Date): Promise<Warning[]> {
  const { at, postId, url } = planned
  const urlKey = url === null ? null : urlKeyOf(url)
  const guarded = { postId, at, urlKey }
  const [row] = await sql<
    [GuardRow & GuardFacts & { days: number | null; pins: (Omit<WarningPin, 'at'> & { atMs: number })[] | null }]
  >`
    select ${guardColumns(sql, account, postId, now)}, ${guardFacts(sql, account, guarded)},
           ${spacingDays(sql, account, urlKey)} as days,
           (select json_agg(json_build_object('postId', p.id::text, 'title', p.title,
                                              'atMs', (extract(epoch from p.send_at) * 1000)::bigint) order by p.send_at, p.id)
              from posts p
             where p.organization_id = ${account.organizationId} and p.account_id = ${account.id}
               and ${isLive(sql, 'p')}
               and p.send_at >= ${minuteOf(at)} and p.send_at < ${after(minuteOf(at), MINUTE_MS)}
               and p.id is distinct from ${postId}) as pins
      from schedules s
     where s.organization_id = ${account.organizationId} and s.account_id = ${account.id}`
  const pins = (row.pins ?? []).map(({ atMs, ...pin }) => ({ ...pin, at: new Date(Number(atMs)) }))
  return [
    ...warningsOfAccount(account, at),
    ...(at > addYears(now, FAR_YEARS) ? [farAhead()] : []),
    ...(await inTheSameMinute(sql, account, at, pins)),
    ...warningsOfGuard(account, guarded, row),
    ...(urlKey === null ? [] : await withTheSameLink(sql, account, { ...planned, urlKey }, row, now)),
  ]
}

/** Adds to a post the warnings about its current or requested time, in the transaction that wrote it. */
export async function withWarnings<P extends Placed>(sql: Sql, account: Account, post: P, now: Date): Promise<P> {
  const warnings = await warningsOfPlaced(sql, account, post, now)
  return warnings.length === 0 ? post : { ...post, warnings }
}

async function warningsOfPlaced(sql: Sql, account: Account, post: Placed, now: Date): Promise<Warning[]> {
  const { id: postId, status, sendAt, url, intervalGroupId, approval } = post
  const ofMedia = status === 'draft' || status === 'queued' ? warningsOfStored(post) : []
  const asked = approval?.requestedTime.kind === 'at' ? approval.requestedTime.at : approval?.keptSlot?.sendAt
  const at = status === 'queued' ? sendAt : (asked ?? null)
  if (at !== null) return [...(await warningsOf(sql, account, { postId, at, url, intervalGroupId }, now)), ...ofMedia]
  return [...(approval ? warningsOfAccount(account) : []), ...ofMedia]
}

/** Warns about an account that publishes nothing, whatever the time; a pause may be over by `at`. */
export function warningsOfAccount(
  { tokenStatus, disconnectedAt, publishing, pausedUntil, whilePaused, holdSince }: Account,
  at?: Date,
): Warning[] {
  const warnings: Warning[] = []
  if (tokenStatus === 'unauthorized' || disconnectedAt !== null)
    warnings.push({
      code: 'account_disconnected',
      message: 'The account is disconnected: its posts wait for up to 24 hours after their time until it is reconnected.',
    })
  if (publishing === 'paused' && !(at && pausedUntil && at >= pausedUntil))
    warnings.push({
      code: 'account_paused',
      message:
        whilePaused === 'wait'
          ? 'Publishing is paused: posts that fall due wait for up to 24 hours until it is resumed.'
          : 'Publishing is paused: posts that fall due become drafts again.',
      whilePaused,
    })
  if (holdSince)
    warnings.push({
      code: 'account_on_hold',
      message: 'Pinterest takes no pins from this account now: posts that fall due wait for up to 24 hours until it does.',
    })
  return warnings
}

const farAhead = (): Warning => ({
  code: 'far_ahead',
  field: 'sendAt',
  message: 'sendAt is more than a year from now.',
})

/** Warns about more pins in one minute than there are slots: several slots at one time are intended. */
async function inTheSameMinute(sql: Sql, account: Account, at: Date, pins: readonly WarningPin[]): Promise<Warning[]> {
  const [pin] = pins
  if (!pin) return []
  const places = slotsAt(await readSmartSlots(sql, account), at).length
  if (pins.length < places) return []
  const others = pins.length > 1 ? `${pins.length} other posts go` : `Post ${pin.postId} goes`
  return [{ code: 'same_minute', field: 'sendAt', message: `${others} out in the same minute.`, pin }]
}

/** Warns about pins with the same link, by the rule or else by the guard. The boards of one series have the same link by design. */
async function withTheSameLink(
  sql: Sql,
  account: Account,
  { at, postId, intervalGroupId, urlKey }: PlannedPin & { urlKey: string },
  { days: ruled, perDay }: { days: number | null; perDay: number | null },
  now: Date,
): Promise<Warning[]> {
  const days = ruled ?? (perDay === null ? null : CLOSE_DAYS)
  if (days === null) return []
  const spacing = await readSpacing(sql, account, { urlKey, postId, days, intervalGroupId }, now)
  const nearest = isBlocked(spacing, at) ? nearestPin(spacing, at) : undefined
  if (!nearest) return []
  const [post] = await sql<{ title: string | null }[]>`
    select title
      from posts
     where organization_id = ${account.organizationId} and account_id = ${account.id} and id = ${nearest.postId}`
  const by = ruled === null ? 'which Pinterest may take for spam' : 'the minimum set by the spacing rules'
  const message = `Post ${nearest.postId} has the same url and goes out less than ${days} ${days === 1 ? 'day' : 'days'} away, ${by}.`
  const pin = { postId: nearest.postId, title: post?.title ?? null, at: nearest.at }
  return [{ code: ruled === null ? 'same_link_close' : 'same_link', field: 'url', message, pin, days }]
}

async function groupOf(sql: Sql, { organizationId, id }: Account, postId: string | null): Promise<string | null> {
  if (postId === null || !isRowId(postId)) return null
  const [post] = await sql<{ groupId: string | null }[]>`
    select interval_group_id as "groupId"
      from posts
     where organization_id = ${organizationId} and account_id = ${id} and id = ${postId}`
  return post?.groupId ?? null
}

const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
