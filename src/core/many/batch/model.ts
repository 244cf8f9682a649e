/** Many posts in one request, and what becomes of each. */
import type { Unit } from '../../billing/charge.js'
import type { DomainError, ErrorCode, ErrorDetails, Reason, Sentence } from '../../lib/errors.js'
import type { Placement } from '../../slots/placement.js'
import type { NewPost } from '../../posts/create/form.js'
import type { Placed } from '../../posts/post.js'
import type { Warning } from '../../posts/state/warning.js'

export const MOST_POSTS = 100

export const BATCH_MODES = ['draft', 'schedule', 'approval'] as const
/** What becomes of the posts that have no time of their own; with `approval` those that have one are asked for, too. */
export type BatchMode = (typeof BATCH_MODES)[number]

/** One post of a batch. `when` draft: the mode decides. */
export type NewBatchPost = Omit<NewPost, 'accountId' | 'series'>

export type NewBatch = {
  accountId: string
  /** A refusal: what its entry point has found wrong with the form of this one. */
  posts: readonly (NewBatchPost | DomainError)[]
  mode: BatchMode
  /** `stop`: one that is refused refuses all. `skip`: the others are written. A dead connection refuses all by both. */
  onError: 'stop' | 'skip'
  /** With `skip` a dead connection refuses only the rows that would be scheduled: where nobody repeats the request. */
  refusesDeadByRow?: true
  /** Of a page of which they are made; absent: somebody wrote them. */
  generationId?: string
}

export type Charge = { unit: Unit; amount: 0 | 1 }

/** Why a row was refused. `sentence`, for an entry point with other names, and `busyHost`: only of an answer that was not stored. */
export type RowError = {
  code: ErrorCode
  reason?: Reason
  field?: string
  message: string
  sentence?: Sentence
  busyHost?: ErrorDetails['busyHost']
}

export type BatchResult = {
  /** In the request, from 0. */
  index: number
  /** As it is; of a preview of new posts with an empty id, for it is not written. Absent: refused, or deleted since. */
  post?: Placed
  /** Why it has its time, where the next open slot was searched for it. */
  placement?: Placement
  warnings?: Warning[]
  /** What its time costs, or has cost. */
  charge?: Charge
  error?: RowError
}

/** `id` null: a preview. */
export type Batch = { id: string | null; accountId: string; mode: BatchMode; createdAt: Date; results: BatchResult[] }

/** What a batch did, which an undo takes back. */
export type BatchDid = 'create' | 'schedule' | 'request'
