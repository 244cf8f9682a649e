/** Many posts in one request, and the result of each. */
import type { Unit } from '../../billing/charge.js'
import type { ErrorCode, Sentence } from '../../lib/codes.js'
import type { Reason } from '../../lib/reasons.js'
import type { DomainError, ErrorDetails } from '../../lib/errors.js'
import type { Placement } from '../../slots/placement.js'
import type { NewPost } from '../../posts/create/form.js'
import type { Placed } from '../../posts/post.js'
import type { Warning } from '../../posts/state/warning.js'

export const MOST_POSTS = 100

export const BATCH_MODES = ['draft', 'schedule', 'approval'] as const
/** What happens to posts without a time; with `approval`, those with a time get a request, too. */
export type BatchMode = (typeof BATCH_MODES)[number]

/** One post of a batch. `when` draft: the mode decides. */
export type NewBatchPost = Omit<NewPost, 'accountId' | 'series'>

export type NewBatch = {
  accountId: string
  /** A refusal stands for a post whose form the entry point has refused. */
  posts: readonly (NewBatchPost | DomainError)[]
  mode: BatchMode
  /** `stop`: one refused row refuses all. `skip`: the others are written. A dead connection refuses all with either. */
  onError: 'stop' | 'skip'
  /**
   * True: with `skip`, a dead connection refuses only the rows that would be scheduled, for callers that do not repeat the
   * request.
   */
  refusesDeadByRow?: true
  /** The generation whose page they are made from; absent: a person wrote them. */
  generationId?: string
}

export type Charge = { unit: Unit; amount: 0 | 1 }

/**
 * Why a row was refused. `sentence`, for an entry point with other names, and `busyHost` exist only in an answer that was not
 * stored.
 */
export type RowError = {
  code: ErrorCode
  reason?: Reason
  field?: string
  message: string
  sentence?: Sentence
  busyHost?: ErrorDetails['busyHost']
}

export type BatchResult = {
  /** The index in the request, from 0. */
  index: number
  /**
   * The current post; in a preview of new posts its id is empty, because it is not written. Absent: refused, or deleted since.
   */
  post?: Placed
  /** Why it has its time, where the next open slot was searched for it. */
  placement?: Placement
  warnings?: Warning[]
  /** The cost of its time. */
  charge?: Charge
  error?: RowError
}

/** A batch; `id` null: a preview. */
export type Batch = { id: string | null; accountId: string; mode: BatchMode; createdAt: Date; results: BatchResult[] }

/** The action of a batch, which an undo reverts. */
export type BatchDid = 'create' | 'schedule' | 'request'
