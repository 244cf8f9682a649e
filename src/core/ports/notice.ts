/** Notices to the team or the staff, as data: Slack lays them out on delivery. */
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

/** Why nothing was sent for a post that an earlier unanswered request may have published. */
export type EarlierRequest =
  /** A pin on its board may or may not be this one. */
  | 'board_ambiguous'
  | 'board_too_large'
  | 'board_unread'
  /** The platform does not show the board to our app. */
  | 'board_denied'
  /** The post can no longer be published for this reason. */
  | Exclude<FailureReason, 'outcome_unknown'>

/** What delayed a pin until its day was over. */
export type FinerCause = 'video_unfinished' | 'image_unreachable' | 'rate_limited' | 'app_refused' | 'not_prepared'

/**
 * Why a pin was not published, in more detail than the reason. The reason of image_unreachable is media_rejected; of
 * video_unfinished, rate_limited, `app_refused` and not_prepared it is platform_unavailable; of `earlier_request` it is
 * outcome_unknown. `platformMessage`: the platform's answer, shortened, only where it says more than the code. `status`: the
 * page's answer for link_dead; null: its website does not exist. `isDenied`: for outcome_unknown, the platform does not show
 * us the board.
 */
export type FailureCause =
  | { code: FailureReason | FinerCause; platformMessage?: string; status?: number | null; isDenied?: boolean }
  | { code: 'earlier_request'; because: EarlierRequest }

/** `id`: the form's `external_id` in Slack. `channelId`: where it was opened; null: on Home, or from a message. */
export type ConnectedForm = { id: string; channelId: string | null }

/** The account's scheduled pins: those with a time or being sent, and how many of them are already overdue. */
export type Queue = { waiting: number; overdue: number }

/**
 * To the operator, because no one else can fix it. `app_refused`: the platform refuses our app with `message`. `stuck`: a state
 * that does not recover by itself; `message` describes it in full. `seenFor`: an organization for which it was detected.
 */
export type OperatorAlert = {
  kind: 'operatorAlert'
  subject: 'app_refused' | 'stuck'
  seenFor: string
  message: string
  /** Present for app_refused; rows written by earlier versions have none. */
  refusal?: AppRefusal
}

/** `overdue`: pins that are published late now. */
export type AccountChange =
  /** `until`: when it ends by itself. */
  | { kind: 'paused'; until?: string }
  | { kind: 'resumed'; overdue: number }
  | { kind: 'holdResumed'; overdue: number }
  | { kind: 'weekRebuilt'; added: number; removed: number }
  | { kind: 'approvalOn' }
  | { kind: 'approvalOff' }

/** `by`, `via`: the author, as in the audit. */
export type AccountChanged = { kind: 'accountChanged'; accountId: string; change: AccountChange; via: string; by: string }

export type Notice =
  /** `message`: the pin was published by an earlier request, without the changes made since. */
  | { kind: 'pinPublished'; accountId: string; postId: string; message?: string }
  /** All pins published on one day of that zone, in one message that grows. `day`: a WallDay. */
  | { kind: 'pinsPublished'; accountId: string; day: number; timezone: string }
  /** `message`: the cause as a sentence; rows written by earlier versions have nothing else. */
  | {
      kind: 'pinFailed'
      accountId: string
      postId: string
      reason: FailureReason
      cause?: FailureCause
      message: string
      refunded: boolean
    }
  /**
   * `isUnconfirmed`: it may be published already, which a person may confirm. Rows written by earlier versions lack this field.
   */
  | { kind: 'pinLate'; accountId: string; postId: string; message: string; isUnconfirmed?: true }
  /** Many pins were late at once, so one notice covers them. */
  | { kind: 'pinsLate'; accountId: string; count: number }
  /** The pin is live without its product tags; `message` is the platform's message about them. */
  | { kind: 'tagsFailed'; accountId: string; postId: string; message: string }
  /** Asks the approvers for a change of a published pin; sent again once it is decided. */
  | { kind: 'pinEditAsked'; accountId: string; postId: string; editId: string }
  /** A change of a published pin ended: `change` names what was asked for. */
  | { kind: 'pinEditEnded'; accountId: string; postId: string; editId: string; change: 'edit' | 'delete' }
  /**
   * `dead`: the tokens no longer work. `scope`: they lack a permission. Applies only to the connection with that number; rows
   * written by earlier versions have neither.
   */
  | { kind: 'reconnectNeeded'; accountId: string; cause?: 'dead' | 'scope'; connectionNumber?: number }
  /** Pinterest takes nothing from the account; shows the state at delivery. `since`: identifies the hold. */
  | { kind: 'accountOnHold'; accountId: string; since: string }
  /** Pinterest accepted a pin again. `overdue`: pins that are published late now. */
  | { kind: 'accountHoldEnded'; accountId: string; overdue: number }
  /** Pins that waited for a day became drafts again; one notice a day. */
  | { kind: 'pinsMissedOnHold'; accountId: string }
  /**
   * `queue`: the queue when it was connected; rows written by earlier versions have none. `isDenied`: the platform does not let
   * us read its boards. `form`: the person's form that shows the link.
   */
  | { kind: 'accountConnected'; accountId: string; isNew: boolean; queue?: Queue; isDenied?: boolean; form?: ConnectedForm }
  | AccountChanged
  | OperatorAlert
  /** Evergreen pins could not be paid for; one notice a day. */
  /** `reason`: the denial's reason, as /v1 names it. */
  | { kind: 'evergreenStopped'; accountId: string; message: string; reason?: string }
  /** `week`: the Monday of the week that it covers. `isAsked`: a person requested it now, only for themselves. */
  | { kind: 'weeklyDigest'; accountId: string; week: string; isAsked?: true }
  /** `week`: the Monday of the week in which it is sent. */
  | { kind: 'emptySlots'; accountId: string; week: string }
  /** The card of an approval, with its state at delivery; sent again whenever the approval changes. */
  | { kind: 'approvalCard'; accountId: string; postId: string; approvalId: string }
  /** The card of a step that waits for clients, in the channel that the team shares with them; `step`: its number. */
  | { kind: 'clientCard'; accountId: string; postId: string; approvalId: string; step: number }
  /** To who asked, or to admins: Slack took no card for clients in this channel. */
  | { kind: 'clientsUnreached'; accountId: string; channelId: string; title: string | null }
  /**
   * The card of requests that were made together, with their state at delivery; sent again whenever one of them or its pin
   * changes.
   */
  | { kind: 'approvalsCard'; accountId: string; batchId: string }
  /** To the requester: the decision, or what became of the pin. */
  | { kind: 'approvalDecided'; accountId: string; postId: string; approvalId: string }
  /** The same for several that one action decided. */
  | { kind: 'approvalsDecided'; accountId: string; approvalIds: string[] }
  /** To the requester: what a client said of a version by their link, or that they took it back. */
  | {
      kind: 'clientDecided'
      accountId: string
      postId: string
      approvalId: string
      name: string
      decision: 'approve' | 'request_changes'
      version: number
      reason: string | null
      isUndone?: true
    }
  /** To the requester: somebody put the request on hold. */
  | { kind: 'approvalHeld'; accountId: string; postId: string; approvalId: string }
  /** To the requester and the holder: the hold ended at `until` by itself. */
  | { kind: 'approvalHoldEnded'; accountId: string; postId: string; approvalId: string; until: string }
  /** To the requester: `by` undid the scheduling that had decided the requests, and they wait again. */
  | { kind: 'approvalsReopened'; accountId: string; approvalIds: string[]; by: string }
  /** To a person: `from` and the comments of others in the minute after it. `to`: `T1:U1` */
  | { kind: 'commentsAdded'; accountId: string; postId: string; from: string; to: string }
  /** To a person: the requests that wait for their decision when it is delivered. */
  | { kind: 'approvalsWaiting' }
  /** The unfurl of a pin’s link `url` in the message `ts`. It is never sent, only updated. */
  | { kind: 'pinLink'; accountId: string; postId: string; ts: string; url: string; isClosed?: true; isClassic?: true }
  /** Updates a card that was sent earlier. The change of its pin writes this notice. */
  | { kind: 'pinCard'; accountId: string; postId: string; cardId: string }
  /** Ends a step of a workflow of Slack, which hands on what it brought. */
  | { kind: 'stepEnded'; executionId: string }
  /** Sent again whenever the report changes: one card with its present state. */
  | { kind: 'issueReport'; reportId: string }
  /**
   * To an admin: the endpoint gets nothing any more. `failing`: it was paused after a day without a success. `gone`: its receiver
   * ended it.
   */
  | { kind: 'webhookStopped'; webhookId: string; host: string; because: 'failing' | 'gone' }
  /** Drafts of feeds wait for review; `feeds` lists those with the most drafts first. */
  | { kind: 'feedDrafts'; accountId: string; day?: string; drafts: number; feeds: { name: string; drafts: number }[] }
  /** Published pins whose links lead nowhere, and how many there were when it was written. */
  | { kind: 'linksFound'; accountId: string; pins: number }
  /** To the person who reported it. */
  | { kind: 'reportResolved'; reportId: string }
