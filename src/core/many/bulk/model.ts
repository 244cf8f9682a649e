/** One change of many existing posts. */
import type { DomainError } from '../../lib/errors.js'
import type { FailureReason } from '../../ports/notice.js'
import type { Placed, Post } from '../../posts/post.js'
import type { PostState } from '../../posts/state/state.js'

/** The most posts of one request, by their ids or by a filter. */
export const MOST_CHANGED = 500

export type BulkFilter = {
  status: 'draft' | 'queued'
  boardId: string | null
  /** Drafts whose last publishing failed with this reason. */
  failureReason: FailureReason | null
  /** Posts scheduled between these times, both included. */
  from: Date | null
  to: Date | null
  /** Posts in whose title, description, link or board name every word occurs. */
  text: string | null
}

/** undefined: unchanged. */
export type BulkEdit = { boardId?: string | undefined; boardSectionId?: string | null | undefined; url?: string | undefined }

/**
 * `reschedule`: moves drafts and scheduled posts to the next open slots, in the order of the request; with `edit` each is changed
 * first, as one change with its new time.
 */
export type BulkAction =
  | { kind: 'unschedule' | 'delete' }
  | { kind: 'reschedule'; edit?: BulkEdit | undefined }
  | { kind: 'edit'; edit: BulkEdit }

export type ChangeMany = {
  accountId: string
  which: { kind: 'ids'; ids: readonly string[] } | { kind: 'filter'; filter: BulkFilter }
  action: BulkAction
  /** True: the change is rolled back. */
  preview: boolean
  /** The posts of a preview, as fingerprintOf() names them: if they are different posts or have changed, nothing is done. */
  seen?: string | undefined
}

/** The result for one post: `was` before and `post` after the change (not for a deleted one), or why it stays unchanged. */
export type BulkResult = { postId: string; was?: Post; post?: Placed & { state: PostState }; error?: DomainError }

export type BulkChange = {
  /** The id by which all of it is undone; null: nothing was written. */
  changeId: string | null
  /** How many posts the filter found, or how many ids were given; those beyond MOST_CHANGED are left for the next request. */
  matched: number
  /** The results in the order of the request; for a filter soonest first, drafts oldest first. */
  results: BulkResult[]
}
