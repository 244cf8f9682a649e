/** Searches for the pin of an earlier scheduling that was never answered, before anything is sent. */
import { type Claimed, isHeldBack } from '../model/claimed-post.js'
import { findClaimedPins, hasRival } from '../model/claimed-pins.js'
import { nextRetry } from '../../posts/state/lateness.js'
import type { AtFailpoint, PublishEnd } from '../model/publish-end.js'
import type { Deps } from '../../ports/deps.js'
import { readAccountPins, readBoardPins, type ReadBoardDeps } from './read-board.js'
import { matchPins, type Match } from '../model/match-pins.js'
import { requeue, settleFailed, settling } from '../settle/settle.js'
import { settleFound } from '../settle/found.js'
import type { EarlierRequest } from '../../ports/notice.js'
import { lockPosts } from '../../posts/store.js'
import { failureMessage } from '../../posts/state/failure-messages.js'
import { listUnresolved, nearestAttempt, type UnresolvedAttempt } from '../model/unresolved-attempts.js'

type SearchDeps = ReadBoardDeps & Pick<Deps, 'random'> & { atFailpoint?: AtFailpoint | undefined }

/** True for a post with such a past whose account may publish: on hold nothing is sent, and no board can be read. */
export const isToBeSearched = (claimed: Claimed): boolean => {
  const { hasUnknownPast, account, accessToken } = claimed
  const isFree = account.publishing === 'active' && account.tokenStatus !== 'unauthorized' && accessToken !== null
  return hasUnknownPast && isFree && !isHeldBack(claimed)
}

/**
 * Reads the boards of those requests, which are not always the post's present board, and adopts the pin that is found. Where a
 * person has to decide, or no board can be read, nothing is sent.
 * @returns undefined: there is no such past, or no pin was found, and it may be sent
 * @throws what the database throws: the attempt is then left to its lease
 * @see docs/contract.md#drafts-with-an-unknown-past
 */
export async function settlePast(deps: SearchDeps, claimed: Claimed): Promise<PublishEnd | undefined> {
  if (!isToBeSearched(claimed)) return undefined
  const past = await searchEarlierAttempts(deps, claimed)
  await deps.atFailpoint?.('lookedBack', claimed)
  switch (past.kind) {
    case 'notThere':
      return undefined
    case 'found':
      return adopt(deps, claimed, past)
    case 'unsure':
      return fail(deps, claimed, past.because)
    case 'unread':
      return wait(deps, claimed, past)
  }
}

type Found = Extract<Match, { kind: 'found' }> & { attempt: UnresolvedAttempt }
type Unread = { kind: 'unread'; isDead: boolean; message: string }
type Past = { kind: 'notThere' } | Found | { kind: 'unsure'; because: EarlierRequest } | Unread

async function searchEarlierAttempts(deps: SearchDeps, claimed: Claimed): Promise<Past> {
  const { account, postId, attemptNumber, sendAt } = claimed
  const unsettled = await listUnresolved(deps.db.sql, claimed)
  const earlier = unsettled.filter((one) => one.number < attemptNumber && one.sendAt.getTime() !== sendAt.getTime())
  const found = new Map<string, Found[]>()
  let isAmbiguous = false
  for (const boardId of new Set(earlier.map(({ payload }) => payload.boardId))) {
    const own = await readBoardPins(deps, account, { boardId, unlike: null })
    const board = own.kind === 'gone' ? await readAccountPins(deps, account) : own
    if (board.kind === 'unreadable')
      return board.isDenied ? { kind: 'unsure', because: 'board_denied' } : { ...board, kind: 'unread' }
    if (board.kind === 'tooLarge') return { kind: 'unsure', because: 'board_too_large' }
    if (board.kind !== 'read') throw new Error('a board was not read although it was to be read in any case')
    const { pins } = board
    const claimedPinIds = await findClaimedPins(deps.db.sql, account, { postId, pins })
    for (const attempt of earlier.filter(({ payload }) => payload.boardId === boardId)) {
      const match = matchPins({ ...attempt, pins, claimedPinIds })
      const isDoubtful = match.kind === 'found' && (await hasRival(deps.db.sql, account, attempt))
      if (match.kind === 'ambiguous' || isDoubtful) isAmbiguous = true
      else if (match.kind === 'found') found.set(match.pinId, [...(found.get(match.pinId) ?? []), { ...match, attempt }])
    }
  }
  const [only, ...others] = found.values()
  if (isAmbiguous || others.length > 0) return { kind: 'unsure', because: 'board_ambiguous' }
  return only ? byNearest(only) : { kind: 'notThere' }
}

/** Chooses between two requests of one scheduling that match the same pin. */
function byNearest(found: Found[]): Past {
  const [{ createdAt } = { createdAt: new Date(0) }] = found
  const attempt = nearestAttempt(
    found.map((one) => one.attempt),
    createdAt,
  )
  return found.find((one) => one.attempt === attempt) ?? { kind: 'notThere' }
}

async function adopt(
  { db, clock }: SearchDeps,
  claimed: Claimed,
  { attempt, pinId, createdAt: sentAt, movedTo }: Found,
): Promise<PublishEnd> {
  const { account, postId, attemptNumber, sendAt } = claimed
  const how = 'found on its board before the post was sent again'
  const found = { postId, from: 'uploading', attemptNumber, sendAt, pinId, sentAt, attempt, movedTo, how } as const
  const settled = await settling(db, async (sql) => {
    await lockPosts(sql, account, { postIds: [postId] })
    await settleFound(sql, account, found, clock())
  })
  return settled ? { kind: 'sent', pinId } : { kind: 'superseded' }
}

/** Fails the attempt, which sent nothing; a person has to settle the earlier request. */
async function fail({ db, clock }: SearchDeps, claimed: Claimed, because: EarlierRequest): Promise<PublishEnd> {
  const cause = { code: 'earlier_request', because } as const
  const failed = await settleFailed(db, claimed, { cause, as: 'refused' }, clock())
  return failed ? { kind: 'failed', reason: failed, message: failureMessage(cause) } : { kind: 'superseded' }
}

/** Requeues as any retry in which nothing was sent; waiting for new tokens spends no try. */
async function wait(deps: SearchDeps, claimed: Claimed, { isDead, message }: Unread): Promise<PublishEnd> {
  const { db, clock, random } = deps
  const { sendAt, tries } = claimed
  const now = clock()
  const dueAt = isDead ? sendAt : nextRetry({ tries, sendAt, chance: random() }, now)
  if (!dueAt) return fail(deps, claimed, 'board_unread')
  const reason = `the boards of an earlier attempt could not be read: ${message}`
  const back = { dueAt, tries: isDead ? tries : tries + 1, as: 'retry', reason, because: 'board_unread' } as const
  if (!(await requeue(db, claimed, back, now))) return { kind: 'superseded' }
  return isDead ? { kind: 'held', message: reason } : { kind: 'again', dueAt, message: reason, isOurs: false }
}
