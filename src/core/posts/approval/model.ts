/** An approval that somebody asks for, as data. */
import type { When } from '../when.js'

export type ApprovalState = 'open' | 'approved' | 'changes_requested' | 'rejected' | 'withdrawn'

/** When it shall go out. */
export type RequestedTime = Exclude<When, { kind: 'draft' }>

/** What an edit can change, by the names of the contract. */
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
 * Of media the values say their kind alone: other files of one kind are a change, too. `names`: of a board or a section, as far as they are
 * known.
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
  /** Of the batch that asked for several at once: they have one card. null: it has a card of its own. */
  batchId: string | null
  state: ApprovalState
  requestedTime: RequestedTime
  /** `T1:U1` of the Slack user, or `key:3`. */
  askedBy: string
  /** The key of the program that asked, and what it calls itself; null: somebody asked in Slack. */
  askedWith: { apiKeyId: string; keyName: string | null; agent: string | null } | null
  askedAt: Date
  /** Of the post as it is requested. */
  postVersion: number
  /** Of the post; still known when that is gone. */
  title: string | null
  /** Who settled it: by its card, or by scheduling or deleting the post. null while it is open. */
  decidedBy: string | null
  decidedAt: Date | null
  /** What has to change, or why not. */
  reason: string | null
  /** Of the post since it was requested, as long as nobody decided; empty for requests of which that is not known. */
  changes: ApprovalChange[]
  /** Grows by one with each change that its card shows. */
  revision: number
}
