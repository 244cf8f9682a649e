/** A request for approval, as data. */
import type { ChangedField } from './steps/fields.js'
import type { StepDecision } from './steps/decisions.js'
import type { Step } from './steps/steps.js'
import type { LostBecause } from '../../slots/kept.js'
import type { When } from '../when.js'

export { CHANGED_FIELDS, type ChangedField } from './steps/fields.js'

export type ApprovalState = 'open' | 'approved' | 'changes_requested' | 'rejected' | 'withdrawn'

/** The requested time. */
export type RequestedTime = Exclude<When, { kind: 'draft' }>

/**
 * Media values name only their kind, and other files of one kind count as a change, too. `names`: of a board or a section, as far
 * as they are known.
 */
export type ApprovalChange = {
  field: ChangedField
  before: string | null
  after: string | null
  names?: { before: string | null; after: string | null }
}

/**
 * While it lasts, nobody approves: the request keeps its slot, and reminders wait. `until` null: until somebody releases it.
 * `reason` null: none was given.
 */
export type Hold = { by: string; at: Date; until: Date | null; reason: string | null }

/** The open slot that a request for the next one has while it waits. */
export type KeptSlot = { sendAt: Date; timeslotId: string | null }

/** The slot that a request had and did not get, or no longer has. */
export type LostSlot = { sendAt: Date; because: LostBecause }

export type Approval = {
  organizationId: string
  id: string
  accountId: string
  postId: string
  /** The batch whose requests share one card; null: the approval has its own card. */
  batchId: string | null
  state: ApprovalState
  requestedTime: RequestedTime
  /** Until when it should be decided; null: a request from before due times. */
  dueAt: Date | null
  /** Others get later slots while it is open and not overdue. */
  keptSlot: KeptSlot | null
  lostSlot: LostSlot | null
  /** Stays as it was put, also after its end: holdNow() says whether it lasts. */
  hold: Hold | null
  /** The last person who edited the post since the request; null: nobody, or the post is as requested again. */
  editedBy: string | null
  /** `T1:U1` of the Slack user, or `key:3`. */
  askedBy: string
  /** The key of the program that requested it, and the name the program gives itself; null: a person requested it in Slack. */
  askedWith: { apiKeyId: string; keyName: string | null; agent: string | null } | null
  askedAt: Date
  /** The version of the post that is requested. */
  postVersion: number
  /** The title of the post, still known when the post is gone. */
  title: string | null
  /** The person who settled it: by its card, or by scheduling or deleting the post. null while it is open. */
  decidedBy: string | null
  decidedAt: Date | null
  /** The requested changes, or the reason of a rejection. */
  reason: string | null
  /**
   * Changes of the post since the request, while it is open (empty for older requests that did not record them); once it is
   * approved, what the approver changed in the same act.
   */
  changes: ApprovalChange[]
  /** The rules that it was made under, and their steps; null: one step, for any scheduler. */
  plan: { ruleNames: string[]; steps: Step[]; prints: string[] | null } | null
  /** Whom its pending step waits for, as tokens; null: any scheduler. */
  waitsFor: string[] | null
  /** Decisions that were not undone, the oldest first. */
  decisions: StepDecision[]
  /** `admins`: they are reminded, too, once it is overdue; `quiet`: nobody is reminded; null: its approvers are. */
  onSilence: 'admins' | 'quiet' | null
  /** Grows by one with each change that its card shows. */
  revision: number
}
