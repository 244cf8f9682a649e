/** How an upload goes on: by what the platform says of the video, and by what went wrong. The rule alone. @see platform-facts.md 1.8 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/duration.js'
import { UPLOAD_BEFORE_MS } from './state.js'

/**
 * From its bytes to a finished video: after that the platform will not come to an end with it. It names no limit itself; its videos take
 * seconds to a few minutes, and another publisher gives up after eight. No pin exists yet, so bringing it there anew is safe.
 * @see platform-facts.md section 5, 3
 */
const PROCESSING_MS = 20 * MINUTE_MS

/** How long a processed video is believed to be there. Longer than the way from the upload to the pin. */
export const FRESH_MS = UPLOAD_BEFORE_MS + HOUR_MS

/** From the upload to each look, growing to a minute: a platform that takes long takes many minutes. */
const LOOK_AFTER_MS = [5, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS)
/** Looks that find it without bytes, though they may have arrived, before they are sent again: a little over a minute. */
const LOOKS_FOR_BYTES = 5
/** The platform failed, lost or did not finish it so often: it will not have it. */
const MAX_REJECTIONS = 2

const RETRY_FROM_MS = 10 * SECOND_MS
const RETRY_TO_MS = HOUR_MS
/** A question that got no answer is asked again; nothing was moved for it. */
export const ASK_AGAIN_MS = 20 * SECOND_MS

/** @param looks so far, since the upload */
export const nextLookMs = (looks: number): number => LOOK_AFTER_MS[Math.min(looks, LOOK_AFTER_MS.length - 1)]! // the list is not empty

/** After so many steps in a row that led nowhere; doubling, so that a long outage moves no gigabytes. @param chance uniform in [0, 1) */
export const nextTryMs = (tries: number, chance: number): number =>
  Math.min(RETRY_FROM_MS * 2 ** tries, RETRY_TO_MS) * (1 + 0.1 * chance)

export type Verdict =
  | 'ready'
  | 'lookAgain'
  /** Its bytes never came. */
  | 'sendAgain'
  /** A failed try: from the beginning. */
  | 'anew'
  /** The last try failed: the platform did not take it, or never finished it. */
  | 'rejected'
  | 'unfinished'

type Watched = { state: 'registered' | 'uploaded'; looks: number; rejections: number; takenForMs: number }

/**
 * What follows from a look.
 * @param status `gone`: the platform does not know it (any more)
 * @param state `uploaded`: its store has said that it took the bytes
 * @param takenForMs how long the platform has had them
 */
export function judgeVideo(
  status: 'registered' | 'processing' | 'succeeded' | 'failed' | 'gone',
  { state, looks, rejections, takenForMs }: Watched,
): Verdict {
  const isLastTry = rejections + 1 >= MAX_REJECTIONS
  const inTheWorks = takenForMs < PROCESSING_MS ? 'lookAgain' : isLastTry ? 'unfinished' : 'anew'
  switch (status) {
    case 'succeeded':
      return 'ready'
    case 'registered': // its bytes never came, or it has not noticed them yet
      if (state === 'uploaded') return inTheWorks
      return looks + 1 < LOOKS_FOR_BYTES ? 'lookAgain' : 'sendAgain'
    case 'processing':
      return inTheWorks
    case 'failed':
    case 'gone':
      return isLastTry ? 'rejected' : 'anew'
  }
}
