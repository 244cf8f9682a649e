/** A review: up to thirty pictures, videos or links of one person, each a draft or on its way to one, decided together. */
import type { ErrorCode, Reason } from '../../lib/errors.js'
import type { BoardChoice } from '../../boards/board.js'
import type { Post } from '../post.js'

/** More are left out by name: a week of pins, and what a person looks through at once. */
export const MOST_ITEMS = 30

/** `kept`: as drafts. `asked`: for approval. */
export type ReviewState = 'open' | 'kept' | 'scheduled' | 'asked'

/** Where its picture or video comes from: a file of Slack's, or an address. */
export type ItemSource = { kind: 'file'; id: string } | { kind: 'link'; url: string; shows: LinkShows }
/** What an address leads to, as far as its ending says. */
export type LinkShows = 'image' | 'video' | 'page'

/** What the draft of an item begins with; null: nothing is known. */
export type Proposal = {
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  board: (BoardChoice & { because: BoardBecause }) | null
}
/** `words`: those of the pin fit the board's. `last`: it is the board that the person last used. `others`: most of those beside it have it. */
export type BoardBecause = 'words' | 'last' | 'others'

/**
 * Why an item has no draft. `no_picture`: the link leads to a page. `interrupted`: whoever read it never ended. `refused`: what the core said of
 * its file, its words or its board.
 */
export type ItemCause =
  | { code: 'no_picture' }
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
  items: ReviewItem[]
}

export type ReviewRef = { accountId: string; reviewId: string }

/** Those that a decision is about, in order: drafts that are there and not left out. */
export const draftsIn = ({ items }: Pick<Review, 'items'>): Post[] =>
  items.flatMap(({ state, isLeftOut }) =>
    state.name === 'ready' && state.post.status === 'draft' && !isLeftOut ? [state.post] : [],
  )

export const countReading = ({ items }: Pick<Review, 'items'>): number =>
  items.filter(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut).length
