/** Sends the request for a pin; nothing else in the code does. */
import { startDeadline } from '../../lib/timeout.js'
import type { CreatePinAnswer, NewPinMedia, PlatformAccess } from '../../ports/platform.js'
import type { PlatformResponse } from '../model/attempt.js'
import type { CreatePayload, Payload } from '../model/payload.js'
import type { Claimed } from '../model/claimed-post.js'
import { isDue } from '../prefetch/due-ahead.js'
import { withUtm } from '../../links/utm.js'
import { judge, judgeSave, type Outcome } from './outcomes.js'
import type { Deps } from '../../ports/deps.js'
import type { AtFailpoint } from '../model/publish-end.js'
import type { Permission, Sending } from './commit-sending.js'

export type SendDeps = Pick<Deps, 'clock' | 'wallClock' | 'databaseClock' | 'platform' | 'settings' | 'meter'> & {
  /** Called before each request; without its permission nothing is sent. */
  commitSending: (sending: Sending) => Promise<Permission>
  atFailpoint?: AtFailpoint | undefined
}

/** How long a commit is fresh: a process that stood still for longer may have lost its post to another one. */
export const FRESH_MS = 1_000
/**
 * The tries of a commit when the database is slow for a moment: nothing was sent yet, so repeating it is safe and no pin is put
 * off by a minute.
 */
const COMMITS = 3

export type SentPin =
  | { kind: 'answered'; response: PlatformResponse; outcome: Outcome }
  | { kind: 'superseded' }
  /** Nothing was sent: by the database's clock it is not due. */
  | { kind: 'early' }

/**
 * Commits `sending` first, and sends the request at its time, never before it. The request has a hard deadline, and is not
 * written at all when more than a second has passed since the commit began, on the monotonic clock or on the wall clock.
 */
export async function sendPin(
  deps: SendDeps,
  claimed: Claimed,
  { access, media }: { access: PlatformAccess; media: NewPinMedia | null },
): Promise<SentPin> {
  const { payload, ask, judge } = requestOf(deps, claimed, access, media)
  for (let commits = 1; ; commits++) {
    const aheadBefore = wallAheadMs(deps)
    const permission = await deps.commitSending({ attempt: claimed, payload })
    if (!permission && commits === 1) return { kind: 'superseded' }
    if (permission) {
      await deps.atFailpoint?.('sending', claimed)
      if (!(await isDue(deps, claimed, permission))) return { kind: 'early' }
      const suspendedMs = Math.max(0, wallAheadMs(deps) - aheadBefore) // a wall clock that was set back proves nothing
      if (performance.now() - permission.beganAt + suspendedMs <= FRESH_MS) break
    }
    if (!permission || commits === COMMITS) {
      const answer = { kind: 'noAnswer', message: 'This process stood still: nothing was sent.', neverLeft: true } as const
      return { kind: 'answered', response: responseOf(answer), outcome: judge(answer) }
    }
  }
  const isFirstTry = claimed.dueAt.getTime() === claimed.sendAt.getTime()
  if (isFirstTry) deps.meter.pinRequested(deps.clock().getTime() - claimed.sendAt.getTime())
  const answer = await inTime(deps, ask)
  await deps.atFailpoint?.('answered', claimed)
  return { kind: 'answered', response: responseOf(answer), outcome: judge(answer) }
}

/** Returns how far the wall clock is ahead of the monotonic one, which stops while the machine is suspended. */
const wallAheadMs = ({ wallClock }: Pick<SendDeps, 'wallClock'>): number => wallClock().getTime() - performance.now()

type Request = {
  /** The payload that the attempt keeps. */
  payload: Payload
  ask: (signal: AbortSignal) => Promise<CreatePinAnswer>
  judge: (answer: CreatePinAnswer) => Outcome
}

/** Builds the request for a new pin or for a save; both are committed, sent and judged the same way. */
function requestOf(deps: SendDeps, claimed: Claimed, access: PlatformAccess, media: NewPinMedia | null): Request {
  const { platform } = deps
  const { savedPinId, boardId, boardSectionId } = claimed
  if (savedPinId !== null) {
    const payload = { savedPinId, boardId, boardSectionId }
    const save = { pinId: savedPinId, boardId, boardSectionId }
    return { payload, ask: (signal) => platform.savePin(access, save, signal), judge: judgeSave }
  }
  if (media === null) throw new Error(`post ${claimed.postId} has nothing to send`)
  const payload = payloadOf(deps, claimed, media)
  const { mediaIds: _ids, mediaKind: _kind, coverSecond: _cover, url: _url, savedPinId: _none, ...pin } = payload
  return { payload, ask: (signal) => platform.createPin(access, { ...pin, media }, signal), judge }
}

function responseOf(answer: CreatePinAnswer): PlatformResponse {
  switch (answer.kind) {
    case 'created':
      return { status: 201, code: null, message: null, requestId: answer.requestId }
    case 'answer':
      return { status: answer.status, code: answer.code, message: answer.message, requestId: answer.requestId }
    case 'paced':
      return { status: null, code: null, message: 'not sent: the account has used up what the platform allows', requestId: null }
    case 'noAnswer':
      return { status: null, code: null, message: answer.message, requestId: null }
  }
}

async function inTime({ settings }: SendDeps, ask: Request['ask']): Promise<CreatePinAnswer> {
  const deadline = startDeadline(settings.sendTimeoutMs)
  try {
    return await ask(deadline.signal)
  } catch (error) {
    return { kind: 'noAnswer', message: error instanceof Error ? error.message : String(error) }
  } finally {
    deadline.stop()
  }
}

const MEDIA_KIND = { image: 'image', carousel: 'multiple_images', video: 'video' } as const

function payloadOf({ settings }: SendDeps, claimed: Claimed, { kind }: NewPinMedia): CreatePayload {
  const {
    account,
    boardId,
    boardName,
    boardSectionId,
    title,
    description,
    url,
    utm,
    altText,
    isSimplified,
    media,
    aiDisclosures,
    cover,
    slides,
  } = claimed
  const link = withUtm(url, utm, { username: account.username, boardId, boardName })
  return {
    boardId,
    boardSectionId,
    title,
    description,
    link,
    ...(link !== url && { url }),
    altText,
    ...(aiDisclosures.length > 0 && settings.aiDisclosures && { aiDisclosures }),
    ...(slides.length > 0 && kind === 'carousel' && { slides }),
    isSimplified: isSimplified && settings.simplifiedPins && kind !== 'carousel', // which has no such field
    mediaKind: MEDIA_KIND[kind],
    mediaIds: media.map(({ id }) => id),
    ...(cover !== null && kind === 'video' && { coverSecond: cover }),
  }
}
