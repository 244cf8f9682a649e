/** Which pin of a board came of an attempt whose answer never came: the rule alone. @see publishing.md "Reconcile" · platform-facts.md 4 */
import type { PlatformPin } from '../../platform-port.js'
import type { Payload } from './attempt.js'
import { SENT_AROUND_MS } from './unsettled.js'

/** Waits from the sending to each look at the board. */
export const READ_BACK_AFTER_MS = [5_000, 20_000, 60_000, 180_000, 600_000]

export type Match = { kind: 'found'; pinId: string; createdAt: Date } | { kind: 'ambiguous' } | { kind: 'absent' }

export type Look = {
  payload: Payload
  sendingAt: Date
  pins: PlatformPin[]
  /** Pins that belong to other posts of ours. */
  claimedPinIds: Set<string>
}

/** One strong match is adopted; several, or only weak ones, are for a person to decide. */
export function matchPins({ payload, sendingAt, pins, claimedPinIds }: Look): Match {
  const near = pins.filter((pin) => isCandidate(pin, payload, sendingAt) && !claimedPinIds.has(pin.id))
  const strong = near.filter((pin) => isSame(pin.link, payload.link))
  const [only, ...others] = strong
  if (only?.createdAt && others.length === 0) return { kind: 'found', pinId: only.id, createdAt: only.createdAt }
  return near.length > 0 ? { kind: 'ambiguous' } : { kind: 'absent' }
}

/** Ours, of that time and place, with that copy. The link may be written differently by the platform: that alone is a weak match. */
function isCandidate(pin: PlatformPin, payload: Payload, sendingAt: Date): boolean {
  return (
    pin.isOwner !== false &&
    (pin.createdAt === null || Math.abs(pin.createdAt.getTime() - sendingAt.getTime()) <= SENT_AROUND_MS) &&
    (pin.boardSectionId ?? null) === payload.boardSectionId &&
    isSameMedia(pin, payload) &&
    isSame(pin.title, payload.title) &&
    isSame(pin.description, payload.description) &&
    isSame(pin.altText, payload.altText)
  )
}

/** A video that is still being processed may have no media yet. */
function isSameMedia({ mediaType, itemCount }: PlatformPin, { mediaKind, mediaIds }: Payload): boolean {
  if (mediaType !== null && mediaType !== mediaKind) return false
  return mediaKind !== 'multiple_images' || itemCount === null || itemCount === mediaIds.length
}

const isSame = (one: string | null, other: string | null) => normal(one) === normal(other)
const normal = (text: string | null) => (text ?? '').normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()

/** When to look next, after so many complete looks; undefined after the last one. */
export const nextReadBack = (sendingAt: Date, readBacks: number): Date | undefined => {
  const waitMs = READ_BACK_AFTER_MS[readBacks]
  return waitMs === undefined ? undefined : new Date(sendingAt.getTime() + waitMs)
}
