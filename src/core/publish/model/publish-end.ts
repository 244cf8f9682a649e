/** The results of an attempt, and the points where tests stop one. */
import type { FailureReason } from '../../ports/notice.js'
import type { Claimed } from './claimed-post.js'

/** `lookedBack`: only for a post with an unknown past. */
export type Failpoint = 'claimed' | 'lookedBack' | 'prepared' | 'sending' | 'answered'

/** Called at each step of an attempt; tests stop attempts there. */
export type AtFailpoint = (failpoint: Failpoint, claimed: Claimed) => Promise<void>

/** The result of the attempt, for the log. */
export type PublishEnd =
  | { kind: 'sent'; pinId: string }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'held'; message: string }
  | { kind: 'unknown'; message: string }
  /** Another process settled it, or took the post over. `pinId`: the pin that this attempt made anyway. */
  | { kind: 'superseded'; pinId?: string }
