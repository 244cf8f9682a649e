/** The current state of a post and its cause: one answer for `/v1`, Slack, the operator's commands and the digest. */
import type { Account } from '../../accounts/account.js'
import { after } from '../../lib/duration.js'
import { MISSED_AFTER_MS } from './lateness.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import type { Post } from '../post.js'
import type { DelayCause } from './causes.js'

export const STATES = [
  'draft',
  'failed',
  'awaiting_approval',
  'approval_expired',
  'scheduled',
  'waiting',
  'publishing',
  'unconfirmed',
  'published',
] as const
export type StateName = (typeof STATES)[number]

export type PostState = {
  name: StateName
  /** Why a post waits, or why a published one was late. null also: not known. */
  cause: DelayCause | null
  /** True when it is ten minutes or more behind its time; a published one: when it was. */
  isLate: boolean
  /**
   * When this state began: failed, requested, expired, on hold, begun, sent without an answer, published. null: not known, or of
   * no use.
   */
  since: Date | null
  /** When the state ends by itself: the post's time; the requested one; for a waiting post, when it becomes a draft again. */
  until: Date | null
  /** When Pinterest is called next, or the board is read; null: it depends on something else, or is under way. */
  nextAttemptAt: Date | null
}

/** What decides the state beside the post itself. */
export type Circumstances = {
  dueAt: Date | null
  account: {
    publishing: 'active' | 'paused'
    tokenStatus: 'authorized' | 'unauthorized'
    whilePaused: 'wait' | 'fail'
    pausedBecause: Account['pausedBecause']
    pausedUntil: Account['pausedUntil']
    heldSince: Date | null
    /** When Pinterest began to refuse the account's pins. */
    holdSince: Date | null
  }
  /** True while another post has its board. */
  isBoardBusy: boolean
  /** The post's current attempt. */
  attempt: { isUnknown: boolean; at: Date } | null
  /** True while the video is not at Pinterest. */
  isVideoAwaited: boolean
  /** The open request. `at`: null, the next open slot. */
  approval: { at: Date | null; askedAt: Date } | null
}

type Stateful = Pick<Post, 'status' | 'sendAt' | 'sentAt' | 'failure' | 'delayedBy' | 'mediaType'>

const plain = { cause: null, isLate: false, since: null, until: null, nextAttemptAt: null }

/** Returns the state that the post alone shows, without what it waits for. */
export function plainState(post: Stateful): PostState {
  switch (post.status) {
    case 'draft':
      return draftState(post)
    case 'queued':
      return { ...plain, name: 'scheduled', until: post.sendAt }
    case 'uploading':
      return { ...plain, name: 'publishing' }
    case 'sent':
      return publishedState(post)
  }
}

/** Returns the state of a post. @param circumstances undefined: the post was deleted or sent since it was read */
export function stateOf(post: Stateful, circumstances: Circumstances | undefined, now: Date): PostState {
  if (!circumstances) return plainState(post)
  switch (post.status) {
    case 'draft':
      return circumstances.approval ? requestedState(circumstances.approval, now) : draftState(post)
    case 'queued':
      return post.sendAt ? queuedState(post, post.sendAt, circumstances, now) : plainState(post)
    case 'uploading':
      return uploadingState(post, circumstances, now)
    case 'sent':
      return publishedState(post)
  }
}

const DRAFT: PostState = { ...plain, name: 'draft' }

function draftState({ failure }: Stateful): PostState {
  if (!failure) return DRAFT
  return { ...plain, name: failure.reason === 'outcome_unknown' ? 'unconfirmed' : 'failed', since: failure.failedAt }
}

function requestedState({ at, askedAt }: NonNullable<Circumstances['approval']>, now: Date): PostState {
  if (at !== null && at <= now) return { ...plain, name: 'approval_expired', since: at }
  return { ...plain, name: 'awaiting_approval', since: askedAt, until: at }
}

const isLateAt = (sendAt: Date, at: Date): boolean => at.getTime() - sendAt.getTime() >= LATE_AFTER_MS

function queuedState(post: Stateful, sendAt: Date, circumstances: Circumstances, now: Date): PostState {
  const { dueAt, account } = circumstances
  const isLate = isLateAt(sendAt, now)
  const endOfDay = after(sendAt, MISSED_AFTER_MS)
  const waits = (cause: DelayCause, more: Partial<PostState> = {}): PostState => ({
    ...plain,
    name: 'waiting',
    cause,
    isLate,
    until: endOfDay,
    ...more,
  })
  const isPaused = account.publishing === 'paused' && !(account.pausedUntil && sendAt >= account.pausedUntil)
  const isDisconnected = account.tokenStatus === 'unauthorized'
  if (isPaused || isDisconnected || account.holdSince) {
    const failsAtOnce = isPaused && account.whilePaused === 'fail' && account.pausedBecause === null
    const until = failsAtOnce ? sendAt : endOfDay
    const cause = isPaused ? 'paused' : isDisconnected ? 'disconnected' : 'account_on_hold'
    return waits(cause, { since: cause === 'account_on_hold' ? account.holdSince : account.heldSince, until })
  }
  if (sendAt > now) return { ...plain, name: 'scheduled', until: sendAt }
  if (now >= endOfDay) return waits('missed')
  if (dueAt && dueAt > now) return waits(causeOfWait(post, circumstances), { since: sendAt, nextAttemptAt: dueAt })
  if (circumstances.isBoardBusy) return waits('board_busy', { since: sendAt })
  if (circumstances.isVideoAwaited) return waits('video', { since: sendAt })
  return isLate ? waits('in_line', { since: sendAt }) : { ...plain, name: 'scheduled', until: sendAt }
}

/** Why a post waits with a later due time: an attempt failed, or earlier late posts go out first. */
const causeOfWait = ({ delayedBy }: Stateful, { attempt }: Circumstances): DelayCause =>
  attempt !== null && delayedBy !== null && !isOfAccount(delayedBy) ? delayedBy : 'catching_up'

const isOfAccount = (cause: DelayCause): boolean => cause === 'paused' || cause === 'disconnected' || cause === 'account_on_hold'

function uploadingState({ sendAt }: Stateful, { attempt, dueAt }: Circumstances, now: Date): PostState {
  const isLate = sendAt !== null && isLateAt(sendAt, now)
  if (attempt?.isUnknown) return { ...plain, name: 'unconfirmed', isLate, since: attempt.at, nextAttemptAt: dueAt }
  return { ...plain, name: 'publishing', isLate, since: attempt?.at ?? null }
}

function publishedState({ sendAt, sentAt, delayedBy, mediaType }: Stateful): PostState {
  const isLate = sendAt !== null && sentAt !== null && isLateAt(sendAt, sentAt)
  const cause = isLate ? (delayedBy ?? (mediaType === 'video' ? 'video' : null)) : null
  return { ...plain, name: 'published', cause, isLate, since: sentAt }
}
