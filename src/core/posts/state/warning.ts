/** Warnings before a pin is saved, which refuse nothing. */

export const WARNING_CODES = [
  'same_minute',
  'same_link',
  'far_ahead',
  'account_disconnected',
  'account_paused',
  'account_on_hold',
  'movement_lost',
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
  /** `same_minute` and `same_link`: the nearest pin. */
  pin?: WarningPin
  /** `same_link`: the days of the spacing rule, in calendar days. */
  days?: number
  /** `account_paused`: what happens to pins that fall due. */
  whilePaused?: 'wait' | 'fail'
}
