/** The model of a review. */
import type { PictureFit } from '../../src/core/media/post-media.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { Picture } from '../kit/kit.js'
import type { OutcomeLine } from '../pin/home-memory.js'

export type ReviewRow = {
  position: number
  name: string
  isLeftOut: boolean
  state: /** `from`: the host of the page; null: a file. */
    | { name: 'reading'; from: string | null }
    /** `needs`: the remedy; `again`: a retry or a new picture; `picture`: only the latter. `url`: null for files and pictures. */
    | { name: 'failed'; sentence: string; needs: 'again' | 'picture' | 'nothing'; url: string | null }
    | { name: 'deleted' }
    | {
        name: 'ready'
        post: {
          id: string
          accountId: string
          status: string
          title: string | null
          description: string | null
          url: string | null
          sendAt: Date | null
          /** Set for a draft made from a page; a person has not read it yet. */
          generationId: string | null
        }
        board: { id: string; name: string } | null
        /** True if a language model wrote the text. */
        isByModel?: boolean
        /** True if no word of the draft supports its board. */
        isGuess: boolean
        picture: Picture | null
        /** Trending words that the text lacks. */
        searched?: readonly string[]
        /** The fits to offer for a picture that is not tall; `shape`: the reason. */
        fits?: readonly PictureFit[]
        shape?: string | undefined
        /** The time that the pin would get; null: none, or not known. */
        sendAt: Date | null
        warnings: readonly Warning[]
        /** The finding about a duplicate that is published or scheduled on its board. */
        duplicate?: Finding | null
        /** What the draft needs before it can be scheduled, like `a title and a link`; empty: nothing. */
        lacks: string
        /** Why scheduling would be refused, as plain text. */
        problem: string | null
      }
}

export type ReviewModel = {
  accountId: string
  reviewId: string
  /** The account's name, if there are several. */
  account?: string | undefined
  state: 'open' | 'kept' | 'scheduled' | 'asked'
  /** Whether the reader's pins are scheduled, need approval, or stay drafts. */
  scheduling: 'direct' | 'asks' | 'never'
  /** The rows in order of publication. */
  rows: readonly ReviewRow[]
  /** Where the page begins. */
  at: number
  /** The pins that would be scheduled. `isInSlots`: no time was chosen for any of them. */
  ready: { count: number; first: Date | null; last: Date | null; isInSlots: boolean; shown: { drafts: string; wishes: string } }
  /** The number of pins with the same link, and the days between them. */
  spread?: { count: number; days: number; isByRule: boolean } | null
  /** The result of the last press on one row, with its undo. */
  note?: { position: number; outcome: OutcomeLine } | undefined
  /** The last or the current event, as markup. */
  headline?: string | undefined
  /** Whether the decision can be undone. */
  canUndo: boolean
}
