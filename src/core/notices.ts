/** What the team or the staff is told, as data; laid out by the Slack floor when it is delivered. */
import type { Sql } from './ports.js'

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

export type Notice =
  | { kind: 'pinPublished'; accountId: string; postId: string }
  | { kind: 'pinFailed'; accountId: string; postId: string; reason: FailureReason; message: string; refunded: boolean }
  | { kind: 'pinLate'; accountId: string; postId: string; message: string }
  /** The pin is live, without its product tags; `message` is what was said about them. */
  | { kind: 'tagsFailed'; accountId: string; postId: string; message: string }
  /** `dead`: the tokens are. `scope`: they lack one. Of the connection of that number alone; rows of old have neither. */
  | { kind: 'reconnectNeeded'; accountId: string; cause?: 'dead' | 'scope'; connectionNumber?: number }
  /** `queue`: what waited when it was connected; rows of old have none. */
  | { kind: 'accountConnected'; accountId: string; isNew: boolean; queue?: Queue }
  /** To whoever runs the service: nobody else can mend it. `seenFor`: whose call was refused. `message`: what the platform said. */
  | { kind: 'operatorAlert'; subject: 'app_refused'; seenFor: string; message: string }
  /** Evergreen pins could not be paid for; told once a day. */
  | { kind: 'evergreenStopped'; accountId: string; message: string }
  | { kind: 'issueReport'; reportId: string }

export type NewNotice = {
  organizationId: string
  /** 'staff', 'account:7' (the account's channel) or 'user:T1:U1' */
  destination: string
  /** Told once: a second row with the same key is dropped. */
  dedupeKey: string
  /** Notices of one key are delivered in the order they were written. */
  orderKey: string
  notice: Notice
}

/** Writes a notice into the outbox, in the caller's transaction; delivered from there, at least once and deduplicated by key. */
export async function tell(
  sql: Sql,
  { organizationId, destination, dedupeKey, orderKey, notice }: NewNotice,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${destination}, ${dedupeKey}, ${orderKey}, ${sql.json(notice)}, ${now}, ${now})
    on conflict (organization_id, dedupe_key) do nothing`
  await sql`select pg_notify('outbox_due', '')`
}
