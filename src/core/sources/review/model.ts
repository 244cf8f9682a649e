/** A review: up to thirty pictures, videos or links of one person, each a draft or on its way to one, decided together. */
import type { ErrorCode } from '../../lib/codes.js'
import type { Reason } from '../../lib/reasons.js'
import type { UnseenFile } from '../../lib/errors.js'
import type { ProposedBoard } from '../../insight/relevance/propose-board.js'
import type { FailureCode } from '../page-failures.js'
import type { Post } from '../../posts/post.js'

/** The most items of a review: a week of pins, and what a person can review at once. Further ones are reported by name. */
export const MOST_ITEMS = 30

/** The default calendar days between pins of a review with the same link, as in the table. */
export const SPREAD_DAYS = 3

/** `kept`: as drafts. `asked`: approval was requested. */
export type ReviewState = 'open' | 'kept' | 'scheduled' | 'asked'

/** The source of its picture or video: a Slack file, or an address. `draft`: a further draft of the page of another item. */
export type ItemSource =
  | { kind: 'file'; id: string }
  | { kind: 'link'; url: string; shows: LinkShows }
  | { kind: 'draft'; id: string }
/** Where a file was posted that was not sent to Pinslot directly: in a message of a conversation, or in a direct message. */
export type FileOrigin = 'message' | 'dm'
/** What an address leads to, as far as its extension shows. */
export type LinkShows = 'image' | 'video' | 'page'

/** The wishes for drafts of a page. `title`: for this page alone. `boardId` null: each draft gets the board that fits it best. */
export type PageWish = { drafts: number; title: string | null; boardId: string | null; keywords: readonly string[] }

/** The initial values of an item's draft; null: nothing is known. */
export type Proposal = {
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  board: ProposedBoard | null
}

/**
 * Why an item has no draft. `page`: no draft could be made of the page. `same_page`: another item of the review has them.
 * `no_picture`: the link leads to a page, of which older versions made nothing. `file_unseen`, `file_unseen_dm`: Slack does not
 * show us its file. `interrupted`: the process that read it never ended. `refused`: why the core refused its file, its texts or
 * its board.
 */
export type ItemCause =
  | { code: 'page'; failure: FailureCode }
  | { code: 'same_page' }
  | { code: 'no_picture' }
  | { code: UnseenFile }
  | { code: 'interrupted' }
  | { code: 'refused'; error: ErrorCode; reason?: Reason; field?: string; sentence: string }
  | { code: 'unknown' }

export type ItemState =
  | { name: 'reading' }
  | { name: 'failed'; cause: ItemCause }
  /** The post may have been scheduled by itself since. */
  | { name: 'ready'; post: Post }
  /** The draft was deleted. */
  | { name: 'deleted' }

export type ReviewItem = {
  /** The position from 1, in the order in which the items came. */
  position: number
  source: ItemSource
  name: string
  proposal: Proposal
  state: ItemState
  isLeftOut: boolean
  /** The time that a person chose for this item; null: the next open slot. */
  sendAt: Date | null
}

export type Review = {
  id: string
  organizationId: string
  accountId: string
  /** The owner of the review. */
  person: string
  state: ReviewState
  decidedBy: string | null
  decidedAt: Date | null
  batchId: string | null
  changedAt: Date
  shownIn: { channel: string; ts: string } | null
  /** The days between pins with the same link, where the account has no spacing rule for it; 0: one after another. */
  spreadDays: number
  items: ReviewItem[]
}

export type ReviewRef = { accountId: string; reviewId: string }

/** Returns the drafts that a decision is about, in order: those that exist and are not left out. */
export const draftsIn = ({ items }: Pick<Review, 'items'>): Post[] =>
  items.flatMap(({ state, isLeftOut }) =>
    state.name === 'ready' && state.post.status === 'draft' && !isLeftOut ? [state.post] : [],
  )

/** True while drafts of a page are being made. */
export const readsPages = ({ items }: Pick<Review, 'items'>): boolean =>
  items.some(({ source, state }) => source.kind === 'link' && source.shows === 'page' && state.name === 'reading')

export const countReading = ({ items }: Pick<Review, 'items'>): number =>
  items.filter(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut).length
