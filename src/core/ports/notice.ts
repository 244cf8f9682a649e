/** What the team or the staff is notified of, as data: laid out by Slack when it is delivered. */
import type { AppRefusal } from './answer-about.js'

/** Why a pin was not published. @see docs/contract.md#failures */
export const FAILURE_REASONS = [
  'media_rejected',
  'board_gone',
  'section_gone',
  'board_forbidden',
  'pin_gone',
  'pin_forbidden',
  'platform_rejected',
  'link_dead',
  'platform_unavailable',
  'account_disconnected',
  'account_on_hold',
  'paused',
  'missed',
  'outcome_unknown',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Why nothing was sent for a post that an earlier request, which was never answered, may have published. */
export type EarlierRequest =
  /** What is on its board may or may not be the pin. */
  | 'board_ambiguous'
  | 'board_too_large'
  | 'board_unread'
  /** The platform does not show it to our app. */
  | 'board_denied'
  /** It cannot go out any more. */
  | Exclude<FailureReason, 'outcome_unknown'>

/** What kept a pin from going out until its day was over. */
export type FinerCause = 'video_unfinished' | 'image_unreachable' | 'rate_limited' | 'app_refused' | 'not_prepared'

/**
 * Why a pin was not published, finer than the reason. `image_unreachable` is of the reason `media_rejected`; `video_unfinished`, `rate_limited`,
 * `app_refused` and `not_prepared` are of `platform_unavailable`; `earlier_request` is of `outcome_unknown`. `platformMessage`: what the platform answered, shortened; only where that says more than the code. `status`: of
 * `link_dead`, what the page answered; null: its website does not exist. `isDenied`: of `outcome_unknown`, the platform does not show us the board.
 */
export type FailureCause =
  | { code: FailureReason | FinerCause; platformMessage?: string; status?: number | null; isDenied?: boolean }
  | { code: 'earlier_request'; because: EarlierRequest }

/** `id`: its `external_id` at Slack. `channelId`: where it was opened; null: on Home, or from a message. */
export type ConnectedForm = { id: string; channelId: string | null }

/** What an account has on the schedule: pins with a time and those on their way, and how many of them fell due already. */
export type Queue = { waiting: number; overdue: number }

/**
 * To the operator: nobody else can fix it. `app_refused`: the platform refuses our app, `message` is its message. `stuck`: what
 * does not recover by itself, `message` says it in full. `seenFor`: an organization that it was seen for.
 */
export type OperatorAlert = {
  kind: 'operatorAlert'
  subject: 'app_refused' | 'stuck'
  seenFor: string
  message: string
  /** Of `app_refused`; rows of old have none. */
  refusal?: AppRefusal
}

/** `overdue`: pins that go out late now. */
export type AccountChange =
  | { kind: 'paused' }
  | { kind: 'resumed'; overdue: number }
  | { kind: 'holdResumed'; overdue: number }
  | { kind: 'weekRebuilt'; added: number; removed: number }
  | { kind: 'approvalOn' }
  | { kind: 'approvalOff' }

/** `by`, `via`: whose doing it was, as in the audit. */
export type AccountChanged = { kind: 'accountChanged'; accountId: string; change: AccountChange; via: string; by: string }

export type Notice =
  /** `message`: its pin was found as it had been sent before, without what was changed since. */
  | { kind: 'pinPublished'; accountId: string; postId: string; message?: string }
  /** All pins published on a day of that zone, in one message that grows. `day`: as in WallDay. */
  | { kind: 'pinsPublished'; accountId: string; day: number; timezone: string }
  /** `message`: the cause as a sentence; all that rows of old have of it. */
  | {
      kind: 'pinFailed'
      accountId: string
      postId: string
      reason: FailureReason
      cause?: FailureCause
      message: string
      refunded: boolean
    }
  /** `isUnconfirmed`: it may be there already; a person may say so. Rows of old have no such word. */
  | { kind: 'pinLate'; accountId: string; postId: string; message: string; isUnconfirmed?: true }
  /** So many pins were late at once that one notice covers them. */
  | { kind: 'pinsLate'; accountId: string; count: number }
  /** The pin is live, without its product tags; `message` is the platform's message about them. */
  | { kind: 'tagsFailed'; accountId: string; postId: string; message: string }
  /** `dead`: the tokens are. `scope`: they lack one. Of the connection of that number alone; rows of old have neither. */
  | { kind: 'reconnectNeeded'; accountId: string; cause?: 'dead' | 'scope'; connectionNumber?: number }
  /** Pinterest takes nothing from the account; as it is at delivery. `since`: of that hold alone. */
  | { kind: 'accountOnHold'; accountId: string; since: string }
  /** Pinterest took a pin again. `overdue`: pins that go out late now. */
  | { kind: 'accountHoldEnded'; accountId: string; overdue: number }
  /** Pins that waited for a day are drafts again; one notice a day. */
  | { kind: 'pinsMissedOnHold'; accountId: string }
  /**
   * `queue`: what waited when it was connected; rows of old have none. `isDenied`: the platform does not let us read its boards. `form`: the
   * person's form that has the link.
   */
  | { kind: 'accountConnected'; accountId: string; isNew: boolean; queue?: Queue; isDenied?: boolean; form?: ConnectedForm }
  | AccountChanged
  | OperatorAlert
  /** Evergreen pins could not be paid for; one notice a day. */
  /** `reason`: of the denial, as /v1 names it. */
  | { kind: 'evergreenStopped'; accountId: string; message: string; reason?: string }
  /** `week`: the Monday of the week that it covers. `isAsked`: a person requested it now, for themselves alone. */
  | { kind: 'weeklyDigest'; accountId: string; week: string; isAsked?: true }
  /** `week`: the Monday of the week in which it is sent. */
  | { kind: 'emptySlots'; accountId: string; week: string }
  /** The card of an approval as it is at delivery; sent again whenever the approval changes. */
  | { kind: 'approvalCard'; accountId: string; postId: string; approvalId: string }
  /** The card of requests that were made together, as they are at delivery; sent again whenever one of them or its pin changes. */
  | { kind: 'approvalsCard'; accountId: string; batchId: string }
  /** To the person who requested it: the decision, or what became of the pin. */
  | { kind: 'approvalDecided'; accountId: string; postId: string; approvalId: string }
  /** The same of several that one act decided. */
  | { kind: 'approvalsDecided'; accountId: string; approvalIds: string[] }
  /** To the person who requested them: the scheduling that decided them was undone `by` somebody, and they wait again. */
  | { kind: 'approvalsReopened'; accountId: string; approvalIds: string[]; by: string }
  /** A card about a pin that was sent before, brought up to date: written by the change of its pin. */
  | { kind: 'pinCard'; accountId: string; postId: string; cardId: string }
  /** Sent again whenever the report changes: one card with its present state. */
  | { kind: 'issueReport'; reportId: string }
  /** To an admin: nothing is sent to that endpoint any more. `failing`: it is paused, after a day without a success. `gone`: its receiver ended it. */
  | { kind: 'webhookStopped'; webhookId: string; host: string; because: 'failing' | 'gone' }
  /** So many drafts of feeds wait to be looked through; the feeds by their names, those with the most first. */
  | { kind: 'feedDrafts'; accountId: string; day?: string; drafts: number; feeds: { name: string; drafts: number }[] }
  /** To who reported it. */
  | { kind: 'reportResolved'; reportId: string }
