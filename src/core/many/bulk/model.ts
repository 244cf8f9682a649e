/** The same change to many posts that are there. */
import type { DomainError } from '../../lib/errors.js'
import type { FailureReason } from '../../ports/notice.js'
import type { Placed, Post } from '../../posts/post.js'
import type { PostState } from '../../posts/state/state.js'

/** In one request, by their ids or by a filter. */
export const MOST_CHANGED = 500

export type BulkFilter = {
  status: 'draft' | 'queued'
  boardId: string | null
  /** Of drafts whose last publishing failed. */
  failureReason: FailureReason | null
  /** Of scheduled ones, both included. */
  from: Date | null
  to: Date | null
  /** Every word of it occurs in the title, the description, the link or the board's name. */
  text: string | null
}

/** undefined: stays. */
export type BulkEdit = { boardId?: string | undefined; boardSectionId?: string | null | undefined; url?: string | undefined }

/**
 * `reschedule`: drafts and scheduled posts to the next open slots, one after the other in the order of the request; with `edit` each is changed
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
  /** It is done and rolled back. */
  preview: boolean
  /** The posts of a preview, as fingerprintOf() names them: if they are others by now, or not as they were, nothing is changed. */
  seen?: string | undefined
}

/** One of them: as it was where it was there, as it is then (not one that was deleted), or why it stays as it was. */
export type BulkResult = { postId: string; was?: Post; post?: Placed & { state: PostState }; error?: DomainError }

export type BulkChange = {
  /** By which all of it is undone; null: nothing was written. */
  changeId: string | null
  /** That the filter found, or how many were named; those beyond MOST_CHANGED are left for the next request. */
  matched: number
  /** In the order of the request; of a filter, soonest first, drafts oldest first. */
  results: BulkResult[]
}
