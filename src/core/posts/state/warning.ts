/** Warnings before a pin is saved, which refuse nothing. */

export const WARNING_CODES = [
  'same_minute',
  'same_link',
  'far_ahead',
  'account_disconnected',
  'account_paused',
  'account_on_hold',
  'movement_lost',
  'ai_undeclared',
  'blackout',
  'many_today',
  'same_picture_month',
  'same_link_close',
  'one_domain',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** The other pin of a warning; `at`: when that is or was published. */
export type WarningPin = { postId: string; title: string | null; at: Date }

export type Warning = {
  code: WarningCode
  /** The input in question, by the names of the contract; absent: the account. */
  field?: string
  /** The text for API clients; `blocks/pin/problems/warnings.ts` has the one for people. */
  message: string
  /** `same_minute`, `same_link` and `same_link_close`: the nearest pin. */
  pin?: WarningPin
  /** `same_link` and `same_link_close`: the days that pins stay apart, in calendar days. */
  days?: number
  /** `account_paused`: what happens to pins that fall due. */
  whilePaused?: 'wait' | 'fail'
  /** `blackout`: what its note says; null: it has none. */
  note?: string | null
  /** `many_today`: the limit of the day; `same_picture_month`: how often a picture may go out. */
  most?: number
  /** `one_domain`: the website. */
  host?: string
}

/** Returns the warnings of posts that were written together; those about the account come once. */
export const warningsOfAll = (posts: readonly { warnings?: readonly Warning[] }[]): Warning[] =>
  posts.flatMap(({ warnings = [] }, index) => warnings.filter(({ field }) => index === 0 || field !== undefined))
