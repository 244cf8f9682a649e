/** What publishing needs, and what may become of it. */
import type { FailureReason } from '../../notices.js'
import type { Deps } from '../../ports.js'
import type { Claimed } from './claim-row.js'
import type { PreparedPictures } from './publish-pictures.js'

export type Seam = 'claimed' | 'prepared' | 'sending' | 'answered'

export type PublishDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer' | 'random' | 'settings'> & {
  pictures: PreparedPictures
  /** Told at each step of an attempt; tests cut attempts off there. */
  atSeam?: ((seam: Seam, claimed: Claimed) => Promise<void>) | undefined
}

/** What became of the attempt, for the log. */
export type PublishEnd =
  | { kind: 'sent'; pinId: string }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'held'; message: string }
  | { kind: 'unknown'; message: string }
  /** Somebody else settled it, or took the post over. */
  | { kind: 'overtaken' }
