/** One attempt to publish a claimed post, from preparing to its end. @see src/core/publish/README.md */
import { after } from '../lib/duration.js'
import { alertAppRefused } from '../connections/call-platform.js'
import type { BoardDeps } from '../boards/board-deps.js'
import { renewSession } from '../connections/session.js'
import { markUnauthorized } from '../connections/unauthorized.js'
import type { FailureCause, FailureReason } from '../ports/notice.js'
import type { PlatformResponse } from './model/attempt.js'
import { endHold } from '../accounts/hold.js'
import { asOfNow, type Claimed, isHeldBack, isProbe } from './model/claimed-post.js'
import { causeOf, causeOfMissing, quoted } from './model/failure-cause.js'
import { keepPin } from './settle/late-response.js'
import { nextRetry, withinDay } from '../posts/state/lateness.js'
import type { Outcome } from './send/outcomes.js'
import type { PublishEnd } from './model/publish-end.js'
import { prepare, type PrepareDeps, classifyPreparationError, type PreparationError, withoutAccess } from './send/prepare.js'
import { releasingOnceWritten, type SendLimit } from './send/byte-limits.js'
import { type SendDeps, sendPin } from './send/send.js'
import { nextReadBack } from './model/match-pins.js'
import { awaitReadBack, type Requeue, requeue, settleFailed } from './settle/settle.js'
import { settleAccountRefused } from './settle/refused-account.js'
import { isToBeSearched, settlePast } from './reconcile/earlier-attempts.js'
import { checkBoard } from '../boards/check-board.js'
import type { Sql } from '../ports/deps.js'
import type { Sent } from './settle/sent.js'

export type PublishDeps = PrepareDeps &
  SendDeps & {
    settleSent: (claimed: Claimed, sent: Sent) => Promise<boolean>
    /** Reserves memory for the bytes of a pin, before they are read. */
    acquireSendLimit: SendLimit
  }

/**
 * The age after which the account is read again: a pin may wait two minutes to be sent, and its account can be paused or
 * disconnected before the request.
 */
const OLD_AFTER_MS = 1_000

/** Publishes a claimed post. @throws what the database throws: the attempt is then left to its lease */
export async function publishPost(deps: PublishDeps, claimed: Claimed): Promise<PublishEnd> {
  await deps.atFailpoint?.('claimed', claimed)
  const past = await settlePast(deps, claimed)
  if (past) return past
  const waitsSince = performance.now()
  let release: () => void
  try {
    release = await deps.acquireSendLimit(claimed)
  } catch (error) {
    return conclude(deps, claimed, classifyPreparationError(error))
  }
  try {
    if (performance.now() - waitsSince <= OLD_AFTER_MS) return await attempt(deps, claimed, release)
    const current = await asOfNow(deps.db.sql, claimed)
    const pastOffHold = isToBeSearched(claimed) ? undefined : await settlePast(deps, current) // a hold may have ended since the claim
    return pastOffHold ?? (await attempt(deps, current, release))
  } finally {
    release()
  }
}

/** Makes the attempt. @param release called once its bytes are sent, or by the caller */
async function attempt(deps: PublishDeps, claimed: Claimed, release: () => void): Promise<PublishEnd> {
  const ready = await prepare(deps, claimed)
  if (ready.kind !== 'ready') return conclude(deps, claimed, ready)
  const media = ready.media && releasingOnceWritten(ready.media, release)
  await deps.atFailpoint?.('prepared', claimed)
  let sent = await sendPin(deps, claimed, { access: ready.access, media })
  if (sent.kind === 'answered' && sent.outcome.kind === 'refreshToken') {
    const session = await renewSession(deps, claimed.account, ready.access)
    if (session.kind !== 'ok') return conclude(deps, claimed, withoutAccess(session), sent.response)
    sent = await sendPin(deps, claimed, { access: session.access, media })
  }
  switch (sent.kind) {
    case 'superseded':
      return stop(deps, claimed)
    case 'early':
      return waitForTime(deps, claimed)
    case 'answered':
      return conclude(deps, claimed, sent.outcome, sent.response)
  }
}

/**
 * Stops an attempt that may not be sent, with nothing on the platform. When its account was disconnected or put on hold, it holds
 * the post at once, because nothing else does before the lease ends.
 */
async function stop(deps: PublishDeps, claimed: Claimed): Promise<PublishEnd> {
  const current = await asOfNow(deps.db.sql, claimed)
  if (current.account.disconnectedAt) return hold(deps, claimed, 'the account was disconnected')
  return isHeldBack(current) ? hold(deps, claimed, ON_HOLD) : { kind: 'superseded' }
}

const ON_HOLD = 'Pinterest holds the account back'

/**
 * Requeues after this machine's clock was found to be ahead: the clocks are compared again, or the pin would be claimed again at
 * once.
 */
async function waitForTime(deps: PublishDeps, claimed: Claimed): Promise<PublishEnd> {
  await deps.databaseClock.compare()
  const { dueAt, tries } = claimed
  return again(deps, claimed, { dueAt, tries, message: 'it is not due by the clock of the database' })
}

type Conclusion = Outcome | PreparationError

/** Writes what the outcome means for the post. */
async function conclude(
  deps: PublishDeps,
  claimed: Claimed,
  outcome: Conclusion,
  response: PlatformResponse | null = null,
): Promise<PublishEnd> {
  const { db, clock, random } = deps
  const { tries, sendAt } = claimed
  const now = clock()
  switch (outcome.kind) {
    case 'confirmed': {
      const { pinId } = outcome
      const kept = await keepPin(deps, claimed, { pinId, sentAt: now, as: 'confirmed', response })
      if (isProbe(claimed)) await db.tx((sql) => endHold(sql, claimed.account, claimed.postId, now)) // the sweep does it for a process that dies here
      return kept
    }
    case 'refused': {
      if (outcome.reason === 'section_gone' && (await hasLeftSection(db.sql, claimed))) {
        const message = 'its section was deleted meanwhile: it goes to the board itself'
        return again(deps, claimed, { dueAt: now, tries, message, response })
      }
      const reason = response ? await whyRefused(deps, claimed, outcome.reason) : outcome.reason
      return fail(deps, claimed, { cause: causeOf(reason, outcome.message), message: outcome.message, response })
    }
    case 'retry': {
      const { message, isOurs, because, refusal } = outcome
      const dueAt = nextRetry({ tries, sendAt, chance: random() }, now)
      const end = await again(deps, claimed, { dueAt, tries: tries + 1, message, isOurs, because, response })
      if (refusal) await alertAppRefused(deps, claimed.account, { message, refusal })
      return end
    }
    case 'waitForRate': {
      const dueAt = withinDay(after(now, outcome.ms), sendAt)
      return again(deps, claimed, { dueAt, tries, message: outcome.message, because: 'rate_limit', response })
    }
    case 'paused':
      if (claimed.account.whilePaused === 'fail' && !claimed.account.pausedBecause)
        return fail(deps, claimed, { cause: { code: 'paused' }, message: 'publishing is paused', response })
      return hold(deps, claimed, 'publishing is paused')
    case 'accountOnHold':
      return hold(deps, claimed, ON_HOLD)
    case 'accountRefused': {
      const { refusal } = outcome
      const { message } = refusal
      const settled = await settleAccountRefused(
        db,
        claimed,
        { refusal: { ...refusal, message: quoted(message) }, response },
        now,
      )
      if (settled === 'held') return { kind: 'held', message }
      if (settled === 'superseded') return { kind: 'superseded' }
      return fail(deps, claimed, { cause: causeOf('platform_rejected', message), message, response })
    }
    case 'linkDead': {
      const { status } = outcome
      const message = status === null ? 'the website of its link does not exist' : `its link answers with status ${status}`
      return fail(deps, claimed, { cause: { code: 'link_dead', status }, message, response })
    }
    case 'videoAwaited':
      return hold(deps, claimed, 'its video is not at the platform yet')
    case 'videoUnfinished':
      return fail(deps, claimed, { cause: { code: 'video_unfinished' }, message: 'its video was not finished', response })
    case 'refreshToken': // refused again with the new token
    case 'scopeMissing':
    case 'tokenDead':
      await db.tx((sql) => markUnauthorized(sql, claimed.account, now))
      return hold(deps, claimed, 'the account is not connected')
    case 'unknown': {
      const dueAt = nextReadBack(now, 0) ?? now
      const waiting = await awaitReadBack(db, claimed, response ? { dueAt, response } : { dueAt })
      return waiting ? { kind: 'unknown', message: outcome.message } : { kind: 'superseded' }
    }
  }
}

type Failing = { cause: FailureCause; message: string; response: PlatformResponse | null }

async function fail({ db, clock }: PublishDeps, claimed: Claimed, { cause, message, response }: Failing): Promise<PublishEnd> {
  const reason = await settleFailed(db, claimed, { cause, as: 'refused', response }, clock())
  return reason ? { kind: 'failed', reason, message } : { kind: 'superseded' }
}

/** `dueAt` undefined: its day is over, and it fails. */
type Again = Pick<Requeue, 'because' | 'response'> & { dueAt: Date | undefined; tries: number; message: string; isOurs?: boolean }

async function again(
  deps: PublishDeps,
  claimed: Claimed,
  { dueAt, tries, message, isOurs = false, because, response = null }: Again,
): Promise<PublishEnd> {
  if (!dueAt) return fail(deps, claimed, { cause: causeOfMissing(because ?? 'unavailable', message), message, response })
  const back = { dueAt, tries, as: 'retry', reason: message, response, because } as const
  const queued = await requeue(deps.db, claimed, back, deps.clock())
  return queued ? { kind: 'again', dueAt, message, isOurs } : { kind: 'superseded' }
}

/** Holds the post without spending an attempt: it is due again when the account is resumed or connected. */
async function hold({ db, clock }: PublishDeps, claimed: Claimed, message: string): Promise<PublishEnd> {
  const { sendAt: dueAt, tries } = claimed
  const requeued = await requeue(db, claimed, { dueAt, tries, as: 'retry', reason: message }, clock())
  return requeued ? { kind: 'held', message } : { kind: 'superseded' }
}

/**
 * Reads the board once to explain a refusal: a create on a board that is gone is refused as on a foreign one (403/29), and so is
 * saving a private pin. A board that is gone is removed from the listing.
 * @throws what the database throws
 * @see docs/platform.md#what-is-not-known
 */
async function whyRefused(
  deps: BoardDeps,
  { account, boardId, savedPinId }: Claimed,
  reason: FailureReason,
): Promise<FailureReason> {
  if (reason !== 'board_forbidden') return reason
  const board = await checkBoard(deps, account, boardId, { isUrgent: true })
  if (board === 'gone') return 'board_gone'
  return savedPinId !== null && board === 'there' ? 'pin_forbidden' : reason
}

/** True when its section was deleted after the claim: the post is at the board's root, but the request names the section. */
async function hasLeftSection(sql: Sql, { organizationId, postId, attemptNumber, boardSectionId }: Claimed): Promise<boolean> {
  const [row] = await sql`
    select 1
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}
       and status = 'uploading'
       and attempt_number = ${attemptNumber}
       and board_section_id is distinct from ${boardSectionId}`
  return row !== undefined
}
