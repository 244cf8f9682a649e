/** What is so with a post at a moment, and why: one answer for `/v1`, Slack, the operator's commands and the digest. */
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
  /** Of a post that waits, and of a published one that was late. null also: nobody knows. */
  cause: DelayCause | null
  /** Ten minutes or more behind its time; a published one: it was. */
  isLate: boolean
  /**
   * Since when it is so: failed, requested, expired, on hold, begun, sent without an answer, published. null: not known, or it
   * says nothing.
   */
  since: Date | null
  /** When it ends by itself: its time; the requested one; where a post waits, when it becomes a draft again. */
  until: Date | null
  /** When Pinterest is asked next, or its board is read; null: it depends on something else, or is under way. */
  nextAttemptAt: Date | null
}

/** What decides beside the post itself. */
export type Circumstances = {
  dueAt: Date | null
  account: {
    publishing: 'active' | 'paused'
    tokenStatus: 'authorized' | 'unauthorized'
    whilePaused: 'wait' | 'fail'
    pausedBecause: Account['pausedBecause']
    pausedUntil: Account['pausedUntil']
    heldSince: Date | null
    /** Since when Pinterest takes nothing from it. */
    holdSince: Date | null
  }
  /** Another post has its board. */
  isBoardBusy: boolean
  /** Of its current attempt. */
  attempt: { isUnknown: boolean; at: Date } | null
  /** Its video is not at Pinterest yet. */
  isVideoAwaited: boolean
  /** The open request. `at`: null, the next open slot. */
  approval: { at: Date | null; askedAt: Date } | null
}

type Stateful = Pick<Post, 'status' | 'sendAt' | 'sentAt' | 'failure' | 'delayedBy' | 'mediaType'>

const plain = { cause: null, isLate: false, since: null, until: null, nextAttemptAt: null }

/** As far as the post alone tells: what it waits for is not known. */
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

/** @param circumstances undefined: the post was deleted or sent since it was read */
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

/** With a later due time: an attempt came to nothing, or the late ones before it go out first. */
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
