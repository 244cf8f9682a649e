/** What may become of an attempt, and where tests stop one. */
import type { FailureReason } from '../../ports/notice.js'
import type { Claimed } from './claimed-post.js'

/** `lookedBack`: only of a post with an unknown past. */
export type Failpoint = 'claimed' | 'lookedBack' | 'prepared' | 'sending' | 'answered'

/** Called at each step of an attempt; tests stop attempts there. */
export type AtFailpoint = (failpoint: Failpoint, claimed: Claimed) => Promise<void>

/** What became of the attempt, for the log. */
export type PublishEnd =
  | { kind: 'sent'; pinId: string }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'held'; message: string }
  | { kind: 'unknown'; message: string }
  /** Somebody else settled it, or took the post over. `pinId`: what it made all the same. */
  | { kind: 'superseded'; pinId?: string }
