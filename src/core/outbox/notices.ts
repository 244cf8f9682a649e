/** What the team or the staff is told, as data; laid out by the Slack floor when it is delivered. */
import type { Sql } from '../ports/deps.js'

export type FailureReason =
  | 'media_rejected'
  | 'board_gone'
  | 'board_forbidden'
  | 'section_gone'
  | 'account_disconnected'
  | 'paused'
  | 'missed'
  | 'platform_rejected'
  | 'platform_unavailable'
  | 'outcome_unknown'

/** What an account has on the schedule: pins with a time and those on their way, and how many of them fell due already. */
export type Queue = { waiting: number; overdue: number }

/**
 * To whoever runs the service: nobody else can mend it. `app_refused`: the platform refuses our app, `message` is what it said. `stuck`: what
 * does not free itself, `message` says it in full. `seenFor`: an organization that it was seen for.
 */
export type OperatorAlert = { kind: 'operatorAlert'; subject: 'app_refused' | 'stuck'; seenFor: string; message: string }

export type Notice =
  /** `message`: its pin was found as it had been sent before, without what was changed since. */
  | { kind: 'pinPublished'; accountId: string; postId: string; message?: string }
  | { kind: 'pinFailed'; accountId: string; postId: string; reason: FailureReason; message: string; refunded: boolean }
  /** `isUnconfirmed`: it may be there already; a person may say so. Rows of old have no such word. */
  | { kind: 'pinLate'; accountId: string; postId: string; message: string; isUnconfirmed?: true }
  /** So many pins were found late at once that they are told as one. */
  | { kind: 'pinsLate'; accountId: string; count: number }
  /** The pin is live, without its product tags; `message` is what was said about them. */
  | { kind: 'tagsFailed'; accountId: string; postId: string; message: string }
  /** `dead`: the tokens are. `scope`: they lack one. Of the connection of that number alone; rows of old have neither. */
  | { kind: 'reconnectNeeded'; accountId: string; cause?: 'dead' | 'scope'; connectionNumber?: number }
  /** `queue`: what waited when it was connected; rows of old have none. */
  | { kind: 'accountConnected'; accountId: string; isNew: boolean; queue?: Queue }
  | OperatorAlert
  /** Evergreen pins could not be paid for; told once a day. */
  | { kind: 'evergreenStopped'; accountId: string; message: string }
  /** `week`: the Monday of the week it tells of. `isAsked`: somebody wanted it now; theirs alone. */
  | { kind: 'weeklyDigest'; accountId: string; week: string; isAsked?: true }
  /** `week`: the Monday of the week in which it is told. */
  | { kind: 'emptySlots'; accountId: string; week: string }
  /** The card of an approval as it is then: told again whenever it changes. */
  | { kind: 'approvalCard'; accountId: string; postId: string; approvalId: string }
  /** To who asked: what was said, or what became of the pin. */
  | { kind: 'approvalDecided'; accountId: string; postId: string; approvalId: string }
  /** Told again whenever it changes: one card that shows what has become of it. */
  | { kind: 'issueReport'; reportId: string }
  /** To who reported it. */
  | { kind: 'reportResolved'; reportId: string }

/** Why a notice is told to nobody without anything being wrong: no channel is chosen and nobody in Slack is concerned, or it is so no longer. */
export const NO_CHANNEL = 'no channel is set for this account'
export const NO_LONGER_SO = 'what it tells of is gone'
/** It was removed, and those who removed it miss nothing. */
export const NOT_INSTALLED = 'the app is in no workspace of this organization'
/** Bad news, and there is no channel, nobody in Slack whom it concerns, and no admin: whoever runs the service is told. */
export const UNHEARD = 'nobody of the organization can be told in Slack'
export const HARMLESS: readonly string[] = [NO_CHANNEL, NO_LONGER_SO, NOT_INSTALLED]

export type NewNotice = {
  organizationId: string
  /** 'staff', 'account:7' (the channel that hears of it), 'approvals:7' (the one that decides) or 'user:T1:U1' */
  destination: string
  /** Told once: a second row with the same key is dropped. */
  dedupeKey: string
  notice: Notice
}

/**
 * Notices of one key are delivered in the order they were written: those about a pin among each other, and those about its account. What
 * cannot be told of one pin for now keeps nothing of another waiting. @see publishing.md "order per pin"
 */
function orderKeyOf(destination: string, notice: Notice): string {
  if ('postId' in notice) return `post:${notice.postId}`
  return notice.kind === 'issueReport' ? `report:${notice.reportId}` : destination
}

/** Writes a notice into the outbox, in the caller's transaction; delivered from there, at least once and deduplicated by key. */
export async function tell(sql: Sql, { organizationId, destination, dedupeKey, notice }: NewNotice, now: Date): Promise<void> {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${destination}, ${dedupeKey}, ${orderKeyOf(destination, notice)}, ${sql.json(notice)}, ${now}, ${now})
    on conflict (organization_id, dedupe_key) do nothing`
  await sql`select pg_notify('outbox_due', '')`
}
