/** Why a queued post waits, or a published one was late. */
export const DELAYS = [
  /** The account is paused, disconnected or on hold. */
  'paused',
  'disconnected',
  'account_on_hold',
  /** Pinterest is processing its video. */
  'video',
  /** Pinterest limits our requests, does not answer, or refuses our app. */
  'rate_limit',
  'unavailable',
  'app_refused',
  /** Pinterest could not load its picture. */
  'image_unreachable',
  /** The pin could not be prepared here. */
  'not_prepared',
  /** The board of an earlier request, whose outcome is unknown, cannot be read. */
  'board_unread',
  /** An earlier request left no pin, and it is sent once more. */
  'unconfirmed',
  /** Another post has the board: one attempt at a time. */
  'board_busy',
  /** Late pins are published one a minute. */
  'catching_up',
  /** Next in line: published in a moment. */
  'in_line',
  /** The 24 hours are over: within a minute it is a draft. */
  'missed',
] as const
export type DelayCause = (typeof DELAYS)[number]
