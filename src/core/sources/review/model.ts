/** A review: up to thirty pictures, videos or links of one person, each a draft or on its way to one, decided together. */
import type { ErrorCode, Reason, UnseenFile } from '../../lib/errors.js'
import type { ProposedBoard } from '../../insight/relevance/propose-board.js'
import type { FailureCode } from '../page-failures.js'
import type { Post } from '../../posts/post.js'

/** More are left out by name: a week of pins, and what a person looks through at once. */
export const MOST_ITEMS = 30

/** Calendar days between pins of a review with the same link, unless somebody says otherwise; the default of the table. */
export const SPREAD_DAYS = 3

/** `kept`: as drafts. `asked`: for approval. */
export type ReviewState = 'open' | 'kept' | 'scheduled' | 'asked'

/** Where its picture or video comes from: a file of Slack's, or an address. `draft`: of the page of another item, which became several. */
export type ItemSource =
  | { kind: 'file'; id: string }
  | { kind: 'link'; url: string; shows: LinkShows }
  | { kind: 'draft'; id: string }
/** Of a file that a person did not give to Pinslot itself: the message that it stands in is of a conversation, or of a direct message. */
export type FileOrigin = 'message' | 'dm'
/** What an address leads to, as far as its ending says. */
export type LinkShows = 'image' | 'video' | 'page'

/** What is wanted of a page. `title`: written for it alone. `boardId` null: each draft goes to the one that it fits best. */
export type PageWish = { drafts: number; title: string | null; boardId: string | null; keywords: readonly string[] }

/** What the draft of an item begins with; null: nothing is known. */
export type Proposal = {
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  board: ProposedBoard | null
}

/**
 * Why an item has no draft. `page`: none could be made of the page. `same_page`: another item of the review has them. `no_picture`: the link leads
 * to a page, of which nothing was made in the past. `file_unseen`, `file_unseen_dm`: Slack does not show us its file. `interrupted`: whoever read it never ended. `refused`: what the core said of its file, its
 * words or its board.
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
  /** It may have been scheduled by itself since. */
  | { name: 'ready'; post: Post }
  /** Its draft was deleted. */
  | { name: 'deleted' }

export type ReviewItem = {
  /** From 1, in the order in which they came. */
  position: number
  source: ItemSource
  name: string
  proposal: Proposal
  state: ItemState
  isLeftOut: boolean
  /** That somebody chose for this one; null: the next open slot. */
  sendAt: Date | null
}

export type Review = {
  id: string
  organizationId: string
  accountId: string
  /** Whose it is. */
  person: string
  state: ReviewState
  decidedBy: string | null
  decidedAt: Date | null
  batchId: string | null
  changedAt: Date
  shownIn: { channel: string; ts: string } | null
  /** Between pins with the same link, where the account has no spacing rule for it; 0: one after another. */
  spreadDays: number
  items: ReviewItem[]
}

export type ReviewRef = { accountId: string; reviewId: string }

/** Those that a decision is about, in order: drafts that are there and not left out. */
export const draftsIn = ({ items }: Pick<Review, 'items'>): Post[] =>
  items.flatMap(({ state, isLeftOut }) =>
    state.name === 'ready' && state.post.status === 'draft' && !isLeftOut ? [state.post] : [],
  )

/** Whether drafts are still being made of a page that was brought. */
export const readsPages = ({ items }: Pick<Review, 'items'>): boolean =>
  items.some(({ source, state }) => source.kind === 'link' && source.shows === 'page' && state.name === 'reading')

export const countReading = ({ items }: Pick<Review, 'items'>): number =>
  items.filter(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut).length
