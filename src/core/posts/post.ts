/** One pin, a draft or queued for publication or published. */
import type { PostMedia } from '../media/post-media.js'
import type { BoardChoice } from '../boards/board.js'
import type { FailureCause, FailureReason } from '../ports/notice.js'
import type { Placement } from '../slots/placement.js'
import type { PostStatus } from '../ports/post-status.js'
import type { DelayCause } from './state/causes.js'
import type { Approval } from './approval/model.js'
import type { Warning } from './state/warning.js'

/** Still ours: nothing of it is on Pinterest, or on its way there. */
export const isChangeable = (status: PostStatus): status is 'draft' | 'queued' => status === 'draft' || status === 'queued'

/** `message`: the cause as a sentence for API clients. Rows of old have it in place of a cause. */
export type PostFailure = { reason: FailureReason; cause?: FailureCause; message: string; failedAt: Date; sendAt: Date | null }

/** The pin that a post saves. `pictureUrl`: where its picture was when it was found; null: not known. */
export type SavedPin = { id: string; pictureUrl: string | null }

export type Post = {
  organizationId: string
  accountId: string
  id: string
  status: PostStatus
  mediaType: 'image' | 'video'
  /** In order, the cover first; two to five make a carousel. Their public addresses are made of their tokens. Empty: it saves a pin. */
  media: PostMedia[]
  /** Somebody's public pin, which is saved to the board in place of a new one; null: it is a pin of its own. */
  savedPin: SavedPin | null
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  boardId: string | null
  /** From the board cache; null when the board is not (or no longer) in it. */
  boardName: string | null
  boardSectionId: string | null
  isSimplified: boolean
  productTagPinIds: string[]
  /** They follow the live pin by a call of their own; null while it is not sent, and without tags. */
  productTagsState: 'pending' | 'added' | 'failed' | null
  sendAt: Date | null
  sentAt: Date | null
  timeslotId: string | null
  pinId: string | null
  failure: PostFailure | null
  /** Shared by the posts of one series over several boards; null: it is in none. */
  intervalGroupId: string | null
  /** Of an evergreen run: the published pin it repeats. */
  sourcePostId: string | null
  /** Of the page that it was made of; null: somebody wrote it. */
  generationId: string | null
  /** What it waited for, of this scheduling; a published one says by it why it was late. */
  delayedBy: DelayCause | null
  createdAt: Date
  /** `T1:U1` of a Slack user, `key:12`, `evergreen`. */
  createdBy: string | null
  /** Grows by one with each change of the row. */
  version: number
}

/** As it comes from being placed; `placement` where the next open slot was searched for it. */
export type Placed = Post & {
  placement?: Placement
  /** It waits: a contributor wants it scheduled, and it is a draft until somebody agrees. */
  approval?: Approval
  /** What is worth a word about the time that it has, or that is requested for it; absent: nothing, or it has none. */
  warnings?: Warning[]
}

export const INTERVAL_PRESETS = { daily: 1, weekly: 7, biweekly: 14, monthly: 30 } as const
export type IntervalPreset = keyof typeof INTERVAL_PRESETS

/** The same pin on several boards, one after the other. @see docs/contract.md#series */
export type Series = {
  /** In order; the first is the board of the pin itself. */
  boards: BoardChoice[]
  intervalType: IntervalPreset
  /** Calendar days in place of the preset's. */
  intervalDays: number | null
  /** `slots`: each lands on the first open slot at or after its time; `exact`: at its time. */
  mode: 'slots' | 'exact'
}
