/** What publishing needs, and what may become of it. */
import type { FailureReason } from '../../../ports/notice.js'
import type { Deps } from '../../../ports/deps.js'
import type { Claimed } from './claimed-post.js'
import type { makeCommitSending } from '../send/commit-sending.js'
import type { BoardAvailability } from '../prefetch/board-availability.js'
import type { PreparedPictures } from '../prefetch/pictures.js'
import type { SendLimit } from '../send/byte-limits.js'
import type { makeSettleSent } from '../settle/sent.js'

/** `lookedBack`: only of a post with an unknown past. */
export type Failpoint = 'claimed' | 'lookedBack' | 'prepared' | 'sending' | 'answered'

export type PrepareDeps = Pick<
  Deps,
  'db' | 'clock' | 'databaseClock' | 'platform' | 'sealer' | 'random' | 'settings' | 'onSectionGone'
> & {
  pictures: PreparedPictures
  /** Absent: nothing was prefetched. */
  places?: Pick<BoardAvailability, 'closedTo'> | undefined
}

export type PublishDeps = PrepareDeps & {
  meter: Deps['meter']
  wallClock: Deps['wallClock']
  /** Called before each request; without its permission nothing is sent. */
  commitSending: ReturnType<typeof makeCommitSending>
  settleSent: ReturnType<typeof makeSettleSent>
  /** A place for the bytes of a pin, before they are read. */
  acquireSendLimit: SendLimit
  /** Called at each step of an attempt; tests stop attempts there. */
  atFailpoint?: ((failpoint: Failpoint, claimed: Claimed) => Promise<void>) | undefined
}

/** What became of the attempt, for the log. */
export type PublishEnd =
  | { kind: 'sent'; pinId: string }
  | { kind: 'failed'; reason: FailureReason; message: string }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'held'; message: string }
  | { kind: 'unknown'; message: string }
  /** Somebody else settled it, or took the post over. `pinId`: what it made all the same. */
  | { kind: 'superseded'; pinId?: string }
