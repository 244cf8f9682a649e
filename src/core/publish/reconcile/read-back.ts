/** Reads a board back after a request without an answer, and settles the attempt. */
import { MINUTE_MS } from '../../lib/duration.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { FailureCause } from '../../ports/notice.js'
import type { Sql } from '../../ports/deps.js'
import { type BoardSeen, countAbsent, readAttempt, type AttemptRow } from '../model/attempt.js'
import type { Claimed } from '../model/claimed-post.js'
import { findClaimedPins, hasRival } from '../model/claimed-pins.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'
import type { PublishEnd } from '../model/publish-end.js'
import { readAccountPins, readBoardPins, type BoardRead, type ReadBoardDeps } from './read-board.js'
import { matchPins, nextReadBack, type Match, type Place } from '../model/match-pins.js'
import { awaitReadBack, requeue, settleFailed, type Failed } from '../settle/settle.js'
import { settleSent } from '../settle/sent.js'
import { failureMessage, unconfirmedMessage } from '../../posts/state/failure-messages.js'

export type ReadBackDeps = ReadBoardDeps

/** The waits while the board cannot be read. */
const READ_AGAIN_MS = [10_000, 60_000, 300_000]
const READ_AGAIN_MOST_MS = 600_000
/**
 * How long reads of a board are denied before a person has to decide: waiting only blocks the other pins of the board. A single
 * refusal may be temporary.
 */
const DENIED_MS = 15 * MINUTE_MS

/** Reads the board back once. @throws what the database throws: it is then repeated when the lease expires */
export async function readBack(deps: ReadBackDeps, claimed: Claimed): Promise<PublishEnd> {
  const { db, clock } = deps
  const attempt = await readAttempt(db.sql, claimed)
  if (attempt?.state !== 'unknown' || !attempt.payload || !attempt.sendingAt) return { kind: 'superseded' }
  const sent = { ...attempt, payload: attempt.payload, sendingAt: attempt.sendingAt }
  const unlike = isLastReadBack(sent) ? null : sent.boardSeen
  const own = await readBoardPins(deps, claimed.account, { boardId: sent.payload.boardId, unlike })
  const isGone = own.kind === 'gone'
  if (isGone && !isLastReadBack(sent)) return readAgain(deps, claimed, sent, null)
  const board = isGone ? await readAccountPins(deps, claimed.account) : own
  switch (board.kind) {
    case 'unreadable':
      return waitForBoard(deps, claimed, sent, board)
    case 'unchanged':
      return notThere(deps, claimed, sent, sent.boardSeen)
    case 'tooLarge': // it will still be too large, and waiting would only block the other pins of its board
      return isLastReadBack(sent)
        ? fail(deps, claimed, { code: 'outcome_unknown' }, 'ambiguous')
        : readAgain(deps, claimed, sent, null)
    case 'read':
      break
  }

  const { pins, seen } = board
  const claimedPinIds = await findClaimedPins(db.sql, claimed.account, { postId: claimed.postId, pins })
  const matched = matchPins({ ...sent, pins, claimedPinIds })
  const isDoubtful = matched.kind === 'found' && (await hasRival(db.sql, claimed.account, sent))
  const match: Match = isDoubtful ? { kind: 'ambiguous' } : matched
  switch (match.kind) {
    case 'found': {
      const { pinId, createdAt, movedTo } = match
      if (movedTo) await writePlace(db.sql, claimed, movedTo)
      const settled = await settleSent(db, claimed, { pinId, sentAt: createdAt, as: 'found', response: null }, clock())
      return settled ? { kind: 'sent', pinId } : { kind: 'superseded' }
    }
    case 'ambiguous': // the right pin may show later, and a similar one may be another post's
      return isLastReadBack(sent)
        ? fail(deps, claimed, { code: 'outcome_unknown' }, 'ambiguous')
        : readAgain(deps, claimed, sent, null)
    case 'absent': // the pin was deleted with its board
      return isGone ? fail(deps, claimed, { code: 'board_gone' }, 'absent') : notThere(deps, claimed, sent, seen)
  }
}

/** Writes the board and section to which the platform moved the pin. */
async function writePlace(
  sql: Sql,
  { organizationId, postId, attemptNumber }: Claimed,
  { boardId, boardSectionId }: Place,
): Promise<void> {
  await sql`
    update posts
       set board_id = ${boardId}, board_section_id = ${boardSectionId}
     where organization_id = ${organizationId}
       and id = ${postId}
       and status = 'uploading'
       and attempt_number = ${attemptNumber}`
}

type Unreadable = Extract<BoardRead, { kind: 'unreadable' }>
type SentAttempt = AttemptRow & { payload: NonNullable<AttemptRow['payload']>; sendingAt: Date }

/** True for the last read-back, which reads all pages, because the board's own count is only a hint. */
const isLastReadBack = ({ sendingAt, readBacks }: SentAttempt): boolean => nextReadBack(sendingAt, readBacks + 1) === undefined

/** Reads again, or after the last read-back makes one more attempt, and never a third. */
async function notThere(deps: ReadBackDeps, claimed: Claimed, sent: SentAttempt, seen: BoardSeen | null): Promise<PublishEnd> {
  if (!isLastReadBack(sent)) return readAgain(deps, claimed, sent, seen)
  const { db, clock } = deps
  if ((await countAbsent(db.sql, claimed)) > 0) return fail(deps, claimed, { code: 'outcome_unknown' }, 'absent')
  const message = 'not on the board: one more attempt'
  const now = clock()
  const back = { dueAt: now, tries: claimed.tries, as: 'absent', reason: message } as const
  return (await requeue(db, claimed, back, now)) ? { kind: 'again', dueAt: now, message, isOurs: false } : { kind: 'superseded' }
}

async function readAgain(
  { db, clock }: ReadBackDeps,
  claimed: Claimed,
  { sendingAt, readBacks }: SentAttempt,
  seen: BoardSeen | null,
): Promise<PublishEnd> {
  const looks = readBacks + 1
  const dueAt = nextReadBack(sendingAt, looks) ?? clock()
  const waiting = await awaitReadBack(db, claimed, { dueAt, readBacks: looks, seen })
  return waiting ? { kind: 'unknown', message: `not on the board at read-back ${looks}` } : { kind: 'superseded' }
}

async function fail(
  { db, clock }: Pick<ReadBackDeps, 'db' | 'clock'>,
  claimed: Claimed,
  cause: FailureCause,
  as: Failed['as'],
): Promise<PublishEnd> {
  const failedAs = await settleFailed(db, claimed, { cause, as }, clock())
  return failedAs ? { kind: 'failed', reason: failedAs, message: failureMessage(cause) } : { kind: 'superseded' }
}

/**
 * Reads again later, because a failed read decides nothing. It ends after 24 hours, or sooner where we may not see the board:
 * then a person must decide.
 */
async function waitForBoard(
  deps: ReadBackDeps,
  claimed: Claimed,
  { sendingAt, readBacks, boardSeen }: SentAttempt,
  { isDenied }: Pick<Unreadable, 'isDenied'>,
): Promise<PublishEnd> {
  const { db, clock } = deps
  const now = clock()
  const sinceMs = now.getTime() - sendingAt.getTime()
  const endsAfterMs = isDenied ? DENIED_MS : MISSED_AFTER_MS
  if (sinceMs >= endsAfterMs) return fail(deps, claimed, { code: 'outcome_unknown', ...(isDenied && { isDenied }) }, 'ambiguous')
  const { organizationId, account, postId, attemptNumber } = claimed
  const destination = `account:${account.id}`
  const dedupeKey = `post:${postId}/${attemptNumber}:unconfirmed`
  const notice = {
    kind: 'pinLate',
    accountId: account.id,
    postId,
    message: unconfirmedMessage(isDenied),
    isUnconfirmed: true,
  } as const
  await db.tx(async (sql) => {
    const held = await sql`
      update posts
         set late_told = true
       where organization_id = ${organizationId}
         and id = ${postId}
         and status = 'uploading'
         and attempt_number = ${attemptNumber}` // once it is known that nothing went out, no second notice is sent
    if (held.count === 1) await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
  })
  const waitMs = READ_AGAIN_MS.find((ms) => ms >= sinceMs / 2) ?? READ_AGAIN_MOST_MS
  const dueAt = new Date(Math.min(now.getTime() + waitMs, sendingAt.getTime() + endsAfterMs))
  const waiting = await awaitReadBack(db, claimed, { dueAt, readBacks, seen: boardSeen })
  return waiting ? { kind: 'unknown', message: `the board ${isDenied ? 'may' : 'could'} not be read` } : { kind: 'superseded' }
}
