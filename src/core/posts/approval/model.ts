/** A request for approval, as data. */
import type { When } from '../when.js'

export type ApprovalState = 'open' | 'approved' | 'changes_requested' | 'rejected' | 'withdrawn'

/** The requested time. */
export type RequestedTime = Exclude<When, { kind: 'draft' }>

/** The fields that an edit can change, by the names of the contract. */
export const CHANGED_FIELDS = [
  'title',
  'description',
  'url',
  'altText',
  'media',
  'boardId',
  'boardSectionId',
  'productTagPinIds',
] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number]

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

export type Approval = {
  organizationId: string
  id: string
  accountId: string
  postId: string
  /** The batch whose requests share one card; null: the approval has its own card. */
  batchId: string | null
  state: ApprovalState
  requestedTime: RequestedTime
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
  /** Changes of the post since the request, while it is open; empty for older requests that did not record them. */
  changes: ApprovalChange[]
  /** Grows by one with each change that its card shows. */
  revision: number
}
