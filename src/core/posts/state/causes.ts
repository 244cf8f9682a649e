/** Why a queued post waits, or a published one was late. */
export const DELAYS = [
  /** The account is paused or disconnected, or Pinterest takes nothing from it for now. */
  'paused',
  'disconnected',
  'account_on_hold',
  /** Pinterest is processing its video. */
  'video',
  /** Pinterest asks for a pause, does not answer, or refuses our app. */
  'rate_limit',
  'unavailable',
  'app_refused',
  /** Pinterest could not load its picture. */
  'image_unreachable',
  /** It could not be prepared here. */
  'not_prepared',
  /** The board of an earlier request, whose outcome is unknown, cannot be read. */
  'board_unread',
  /** An earlier request left no pin behind, and it is sent once more. */
  'unconfirmed',
  /** One attempt at a time on a board, and another post has it. */
  'board_busy',
  /** Late pins go out one a minute. */
  'catching_up',
  /** It is its turn in a moment. */
  'in_line',
  /** Its day is over: within a minute it is a draft. */
  'missed',
] as const
export type DelayCause = (typeof DELAYS)[number]
