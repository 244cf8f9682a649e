/** One pin, a draft or queued for publication or published. */
import type { PostMedia } from '../media/post-media.js'
import type { BoardChoice } from '../boards/board.js'
import type { FailureCause, FailureReason } from '../ports/notice.js'
import type { Placement } from '../slots/placement.js'
import type { PostStatus } from '../ports/post-status.js'
import type { DelayCause } from './state/causes.js'
import type { Approval, LostSlot } from './approval/model.js'
import type { Content } from './content.js'
import type { Warning } from './state/warning.js'

/** True for a post that is still ours to change: nothing of it is on Pinterest, or on its way there. */
export const isChangeable = (status: PostStatus): status is 'draft' | 'queued' => status === 'draft' || status === 'queued'

/** `message`: the cause as a sentence for API clients. Old rows have it in place of a cause. */
export type PostFailure = { reason: FailureReason; cause?: FailureCause; message: string; failedAt: Date; sendAt: Date | null }

/** The pin that a post saves. `pictureUrl`: the address of its picture when it was found; null: not known. */
export type SavedPin = { id: string; pictureUrl: string | null }

export type Post = Content & {
  organizationId: string
  accountId: string
  id: string
  status: PostStatus
  mediaType: 'image' | 'video'
  /** The media in order, the cover first; two to five make a carousel. Empty: the post saves an existing pin. */
  media: PostMedia[]
  /** The public pin that this post saves to the board; null: the post is a new pin. */
  savedPin: SavedPin | null
  boardId: string | null
  /** The name in the board cache; null when the board is not (or no longer) in it. */
  boardName: string | null
  boardSectionId: string | null
  /** Tags are added to the live pin by a call of their own; null while it is not sent, and without tags. */
  productTagsState: 'pending' | 'added' | 'failed' | null
  sendAt: Date | null
  sentAt: Date | null
  timeslotId: string | null
  pinId: string | null
  /** When its pin was deleted from Pinterest, or found to be; null: it is there, as far as we know. */
  pinDeletedAt: Date | null
  failure: PostFailure | null
  /** The id shared by the posts of one series over several boards; null: it is in none. */
  intervalGroupId: string | null
  /** The published pin that an evergreen run repeats. */
  sourcePostId: string | null
  /** The generation whose page this post was made from; null: a person wrote it. */
  generationId: string | null
  /** What this scheduling waited for; a published post was late because of it. */
  delayedBy: DelayCause | null
  createdAt: Date
  /** `T1:U1` of a Slack user, `key:12`, `evergreen`. */
  createdBy: string | null
  /** Grows by one with each change of the row. */
  version: number
}

/** A post after it was given a time; `placement` when the next open slot was searched for it. */
export type Placed = Post & {
  placement?: Placement
  /** A contributor's request: the post is a draft until another person approves it. */
  approval?: Approval
  /** The slot that was kept for it, when the approval had to take another one. */
  lostSlot?: LostSlot
  /** Warnings about the time that it has, or that is requested for it; absent: none. */
  warnings?: Warning[]
}

export const INTERVAL_PRESETS = { daily: 1, weekly: 7, biweekly: 14, monthly: 30 } as const
export type IntervalPreset = keyof typeof INTERVAL_PRESETS

/** The same pin on several boards, one after the other. @see docs/contract.md#series */
export type Series = {
  /** The boards in order; the first is the board of the pin itself. */
  boards: BoardChoice[]
  intervalType: IntervalPreset
  /** The calendar days that replace the preset's. */
  intervalDays: number | null
  /** `slots`: each post takes the first open slot at or after its time; `exact`: its time. */
  mode: 'slots' | 'exact'
}
