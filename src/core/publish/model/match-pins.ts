/**
 * Which pin came of an attempt whose answer never came: the rule alone. It fails closed, for nobody knows how the platform rewrites what it
 * is sent: nothing is sent again while a pin is there that may be this one.
 * @see docs/contract.md#unknown-outcomes
 */
import { after } from '../../lib/duration.js'
import type { PlatformPin } from '../../ports/platform.js'
import { type CreatePayload, isSave, type Payload, type SavePayload } from './payload.js'
import { compareLinks, compareTexts } from './same-pin.js'
import { SENT_AROUND_MS } from './unresolved-attempts.js'

/** Delays from the sending to each read-back. */
export const READ_BACK_AFTER_MS = [5_000, 20_000, 60_000, 180_000, 600_000]

/** `ambiguous`: a person decides. */
export type Match =
  | { kind: 'found'; pinId: string; createdAt: Date /** null: it is where it was sent. */; movedTo: Place | null }
  | { kind: 'ambiguous' }
  | { kind: 'absent' }

export type Place = { boardId: string; boardSectionId: string | null }

export type BoardScan = {
  payload: Payload
  sendingAt: Date
  /** It may have left as late as that; absent: at `sendingAt`. */
  until?: Date
  pins: PlatformPin[]
  /** Pins that belong to other posts. */
  claimedPinIds: Set<string>
}

/**
 * One strong match is adopted: texts, link, kind and time leave no doubt. Several, or weak ones alone, are for a person to decide. Section and
 * alt text decide nothing: the one changes with the board, the other is often not shown.
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
 * A saved pin names the one that it was saved from. Nobody knows whether it names that one or the first of its line, nor whose time it shows: so a
 * copy of ours with another time, or a pin of that moment that names another one or none, is for a person to decide.
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

/** Of the account, of that time, and not plainly of another kind. */
const isNear = (pin: PlatformPin, { payload, ...time }: Sent): boolean =>
  pin.isOwner !== false &&
  (pin.createdAt === null || isAround(pin.createdAt, time)) &&
  !(pin.mediaType !== null && KINDS.has(pin.mediaType) && pin.mediaType !== payload.mediaKind)

const isAround = (createdAt: Date, { sendingAt, until }: SentTime): boolean =>
  createdAt.getTime() >= sendingAt.getTime() - SENT_AROUND_MS && createdAt.getTime() <= until.getTime() + SENT_AROUND_MS

/** Those that v5 names; one that we do not know may be what ours is called by now. */
const KINDS = new Set(['image', 'multiple_images', 'video', 'multiple_videos', 'multiple_mixed'])

function isStrong(pin: PlatformPin, payload: CreatePayload): boolean {
  const { title, description, link } = compare(pin, payload)
  const isEqual = [title, description].every((match) => match === 'same' || match === 'cut' || match === 'none')
  return isEqual && link === 'same' && isSameMedia(pin, payload)
}

/** A video that is still being processed may have no media yet. */
function isSameMedia({ mediaType, itemCount }: PlatformPin, { mediaKind, mediaIds }: CreatePayload): boolean {
  if (mediaType !== null && mediaType !== mediaKind) return false
  return mediaKind !== 'multiple_images' || itemCount === null || itemCount === mediaIds.length
}

/** Something speaks for it, or nothing speaks against it: a text or the link is ours, or it has neither, or it was made at that very moment. */
function isWeak(pin: PlatformPin, sent: Sent): boolean {
  const { title, description, link } = compare(pin, sent.payload)
  const speaksFor = [title, description, link].some((match) => match === 'same' || match === 'cut')
  const speaksAgainst = [title, description, link].includes('other')
  return speaksFor || !speaksAgainst || isOfThatMoment(pin, sent)
}

/** null: it is where it was sent. A pin that is shown without a section may be in one all the same. */
export function movedTo(
  { boardId, boardSectionId }: Pick<PlatformPin, 'boardId' | 'boardSectionId'>,
  sent: Payload,
): Place | null {
  if (boardId !== null && boardId !== sent.boardId) return { boardId, boardSectionId }
  if (boardSectionId === null || boardSectionId === sent.boardSectionId) return null
  return { boardId: sent.boardId, boardSectionId }
}

/** How far the platform's clock may lie behind ours. */
const BEFORE_MS = 60_000
/** The request takes half a minute at most. */
const AFTER_MS = 120_000

/** Its words may be rewritten beyond knowing. That another pin is made on the same board in the minute of a lost answer is rare. */
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

/** When to read back next, after so many complete reads; undefined after the last one. */
export const nextReadBack = (sendingAt: Date, readBacks: number): Date | undefined => {
  const waitMs = READ_BACK_AFTER_MS[readBacks]
  return waitMs === undefined ? undefined : after(sendingAt, waitMs)
}
