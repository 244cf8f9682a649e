/** How an upload goes on: by what the platform says of the video, and by what went wrong. The rule alone. @see platform-facts.md 1.8 */
import { UPLOAD_BEFORE_MS } from './video-state.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long a processed video is believed to be there. Longer than the way from the upload to the pin. */
export const FRESH_MS = UPLOAD_BEFORE_MS + HOUR_MS

/** From the upload to each look, growing to a minute: a platform that takes long takes many minutes. */
const LOOK_AFTER_MS = [5, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS)
/** After about half an hour there is no hurry any more. */
const HURRIED_LOOKS = 36
const UNHURRIED_MS = 5 * MINUTE_MS
/** Looks that find it without bytes, though they may have arrived, before they are sent again: a little over a minute. */
const LOOKS_FOR_BYTES = 5
/** The platform failed or lost it so often: it will not have it. */
const MAX_REJECTIONS = 2

const RETRY_FROM_MS = 10 * SECOND_MS
const RETRY_TO_MS = HOUR_MS
/** A question that got no answer is asked again; nothing was moved for it. */
export const ASK_AGAIN_MS = 20 * SECOND_MS

/** @param looks so far, since the upload */
export const nextLookMs = (looks: number): number =>
  looks >= HURRIED_LOOKS ? UNHURRIED_MS : LOOK_AFTER_MS[Math.min(looks, LOOK_AFTER_MS.length - 1)]! // the list is not empty

/** After so many steps in a row that led nowhere; doubling, so that a long outage moves no gigabytes. @param chance uniform in [0, 1) */
export const nextTryMs = (tries: number, chance: number): number =>
  Math.min(RETRY_FROM_MS * 2 ** tries, RETRY_TO_MS) * (1 + 0.1 * chance)

export type Verdict = 'ready' | 'lookAgain' | 'anew' | 'rejected'

/**
 * What follows from a look.
 * @param status `gone`: the platform does not know it (any more)
 * @param state `uploaded`: its store has said that it took the bytes
 */
export function judgeVideo(
  status: 'registered' | 'processing' | 'succeeded' | 'failed' | 'gone',
  { state, looks, rejections }: { state: 'registered' | 'uploaded'; looks: number; rejections: number },
): Verdict {
  switch (status) {
    case 'succeeded':
      return 'ready'
    case 'processing':
      return 'lookAgain'
    case 'registered': // its bytes never came, or it has not noticed them yet
      return state === 'uploaded' || looks + 1 < LOOKS_FOR_BYTES ? 'lookAgain' : 'anew'
    case 'failed':
    case 'gone':
      return rejections + 1 < MAX_REJECTIONS ? 'anew' : 'rejected'
  }
}
