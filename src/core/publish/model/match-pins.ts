/**
 * The rule that decides which pin an unanswered attempt made. It fails closed, because it is not known how the platform rewrites
 * texts: nothing is sent again while a pin is there that may be this one.
 * @see docs/contract.md#unknown-outcomes
 */
import { after } from '../../lib/duration.js'
import type { PlatformPin } from '../../ports/platform.js'
import { type CreatePayload, isSave, type Payload, type SavePayload } from './payload.js'
import { compareLinks, compareTexts } from './same-pin.js'
import { SENT_AROUND_MS } from './unresolved-attempts.js'

/** The delays from the request to each read-back. */
export const READ_BACK_AFTER_MS = [5_000, 20_000, 60_000, 180_000, 600_000]

/** `ambiguous`: a person has to decide. */
export type Match =
  | { kind: 'found'; pinId: string; createdAt: Date /** The new position; null: it was not moved. */; movedTo: Place | null }
  | { kind: 'ambiguous' }
  | { kind: 'absent' }

export type Place = { boardId: string; boardSectionId: string | null }

export type BoardScan = {
  payload: Payload
  sendingAt: Date
  /** The latest time at which the request may have been sent; absent: `sendingAt`. */
  until?: Date
  pins: PlatformPin[]
  /** Pins that belong to other posts. */
  claimedPinIds: Set<string>
}

/**
 * Adopts one strong match: texts, link, kind and time leave no doubt. Several, or only weak ones, need a person's decision;
 * section and alt text do not count, because the one changes with the board and the other is often not shown.
 */
export function matchPins({ payload, sendingAt, until = sendingAt, pins, claimedPinIds }: BoardScan): Match {
  if (isSave(payload)) return matchSaved({ payload, sendingAt, until, pins: pins.filter(({ id }) => !claimedPinIds.has(id)) })
  const sent = { payload, sendingAt, until }
  const near = pins.filter((pin) => !claimedPinIds.has(pin.id) && isNear(pin, sent))
  const strong = near.filter((pin) => isStrong(pin, payload))
  const [only, ...others] = strong
  if (only?.createdAt && others.length === 0)
    return { kind: 'found', pinId: only.id, createdAt: only.createdAt, movedTo: movedTo(only, payload) }
  return strong.length > 0 || near.some((pin) => isWeak(pin, sent)) ? { kind: 'ambiguous' } : { kind: 'absent' }
}

type SentTime = { sendingAt: Date; until: Date }
type Sent = SentTime & { payload: CreatePayload }
type SentSave = SentTime & { payload: SavePayload }

/**
 * Matches a save by the pin that a saved pin names as its parent. It is not known whether that is the saved pin or the first of
 * its chain, nor whose time it shows: a copy with another time, or a pin of that moment with another parent or none, needs a
 * person's decision.
 */
function matchSaved({ pins, ...sent }: SentSave & { pins: PlatformPin[] }): Match {
  const { payload } = sent
  const copies = pins.filter(({ parentPinId }) => parentPinId === payload.savedPinId)
  const strong = copies.filter(({ createdAt, isOwner }) => isOwner !== false && createdAt && isAround(createdAt, sent))
  const [only] = strong
  if (only?.createdAt && copies.length === 1)
    return { kind: 'found', pinId: only.id, createdAt: only.createdAt, movedTo: movedTo(only, payload) }
  const isDoubtful =
    copies.length > 0 || pins.some((pin) => pin.isOwner !== false && (!pin.createdAt || isOfThatMoment(pin, sent)))
  return isDoubtful ? { kind: 'ambiguous' } : { kind: 'absent' }
}

/** True for a pin of the account, of that time, and not clearly of another kind. */
const isNear = (pin: PlatformPin, { payload, ...time }: Sent): boolean =>
  pin.isOwner !== false &&
  (pin.createdAt === null || isAround(pin.createdAt, time)) &&
  !(pin.mediaType !== null && KINDS.has(pin.mediaType) && pin.mediaType !== payload.mediaKind)

const isAround = (createdAt: Date, { sendingAt, until }: SentTime): boolean =>
  createdAt.getTime() >= sendingAt.getTime() - SENT_AROUND_MS && createdAt.getTime() <= until.getTime() + SENT_AROUND_MS

/** The kinds that v5 names; an unknown one may be a new name for our kind. */
const KINDS = new Set(['image', 'multiple_images', 'video', 'multiple_videos', 'multiple_mixed'])

function isStrong(pin: PlatformPin, payload: CreatePayload): boolean {
  const { title, description, link } = compare(pin, payload)
  const isEqual = [title, description].every((match) => match === 'same' || match === 'cut' || match === 'none')
  return isEqual && link === 'same' && isSameMedia(pin, payload)
}

/** True for equal media; a video that is still being processed may have none yet. */
function isSameMedia({ mediaType, itemCount }: PlatformPin, { mediaKind, mediaIds }: CreatePayload): boolean {
  if (mediaType !== null && mediaType !== mediaKind) return false
  return mediaKind !== 'multiple_images' || itemCount === null || itemCount === mediaIds.length
}

/**
 * True when anything matches or nothing contradicts: a text or the link is ours, or it has neither, or it was made at that very
 * moment.
 */
function isWeak(pin: PlatformPin, sent: Sent): boolean {
  const { title, description, link } = compare(pin, sent.payload)
  const speaksFor = [title, description, link].some((match) => match === 'same' || match === 'cut')
  const speaksAgainst = [title, description, link].includes('other')
  return speaksFor || !speaksAgainst || isOfThatMoment(pin, sent)
}

/** Returns where the pin was moved; null: it was not. A pin that is shown without a section may still be in one. */
export function movedTo(
  { boardId, boardSectionId }: Pick<PlatformPin, 'boardId' | 'boardSectionId'>,
  sent: Payload,
): Place | null {
  if (boardId !== null && boardId !== sent.boardId) return { boardId, boardSectionId }
  if (boardSectionId === null || boardSectionId === sent.boardSectionId) return null
  return { boardId: sent.boardId, boardSectionId }
}

/** How far the platform's clock may be behind ours. */
const BEFORE_MS = 60_000
/** The latest time for the pin of a request, which takes half a minute at most. */
const AFTER_MS = 120_000

/**
 * True for a pin that was made when the request was sent, since its texts may be rewritten beyond recognition. Another pin on the
 * same board in that minute is rare.
 */
function isOfThatMoment({ boardId, createdAt }: PlatformPin, { payload, sendingAt }: Sent | SentSave): boolean {
  if (!createdAt || (boardId !== null && boardId !== payload.boardId)) return false
  const apartMs = createdAt.getTime() - sendingAt.getTime()
  return apartMs >= -BEFORE_MS && apartMs <= AFTER_MS
}

const compare = (pin: PlatformPin, payload: CreatePayload) => ({
  title: compareTexts(payload.title, pin.title),
  description: compareTexts(payload.description, pin.description),
  link: compareLinks(payload.link, pin.link),
})

/** Returns when to read back next, after this many complete reads; undefined after the last one. */
export const nextReadBack = (sendingAt: Date, readBacks: number): Date | undefined => {
  const waitMs = READ_BACK_AFTER_MS[readBacks]
  return waitMs === undefined ? undefined : after(sendingAt, waitMs)
}
