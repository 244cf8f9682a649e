/** What a review is shown from. */
import type { PictureFit } from '../../src/core/media/post-media.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { Picture } from '../kit/kit.js'
import type { OutcomeLine } from '../pin/home-memory.js'

export type ReviewRow = {
  position: number
  name: string
  isLeftOut: boolean
  state: /** `from`: the website of its page; null: it is a file. */
    | { name: 'reading'; from: string | null }
    /** `needs`: what helps; `again`: that it is tried again, or another picture; `picture`: that alone. `sentence` is plain text. `url`: of its page; null: it is a file, or a picture. */
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
          /** Of a page: nobody has read it yet. */
          generationId: string | null
        }
        board: { id: string; name: string } | null
        /** A model wrote it, not Pinslot itself. */
        isByModel?: boolean
        /** Nothing of its words speaks for its board. */
        isGuess: boolean
        picture: Picture | null
        /** What people search for and its words do not say yet. */
        searched?: readonly string[]
        /** What its picture may become, where it is not tall, and why it should. */
        fits?: readonly PictureFit[]
        shape?: string | undefined
        /** The time it would get; null: none, or it is not known. */
        sendAt: Date | null
        warnings: readonly Warning[]
        /** What is on its board already, or on the way there. */
        duplicate?: Finding | null
        /** `a title and a link`: what it needs before it can be scheduled; empty: nothing. */
        lacks: string
        /** Why it would be refused; plain text. */
        problem: string | null
      }
}

export type ReviewModel = {
  accountId: string
  reviewId: string
  /** Of several accounts, which. */
  account?: string | undefined
  state: 'open' | 'kept' | 'scheduled' | 'asked'
  /** What the reader may do with it. */
  scheduling: 'direct' | 'asks' | 'never'
  /** In the order in which they go out. */
  rows: readonly ReviewRow[]
  /** Where its page begins. */
  at: number
  /** Of those that would be scheduled. `isInSlots`: nobody chose a time for one of them. */
  ready: { count: number; first: Date | null; last: Date | null; isInSlots: boolean; shown: { drafts: string; wishes: string } }
  /** Of those with one link: how many there are, and the days between them. */
  spread?: { count: number; days: number; isByRule: boolean } | null
  /** What was just done to the pin of one row, and the way back. */
  note?: { position: number; outcome: OutcomeLine } | undefined
  /** What just happened, markup; or what is going on. */
  headline?: string | undefined
  /** Whether what was decided can be taken back. */
  canUndo: boolean
}
