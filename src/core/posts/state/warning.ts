/** What is worth knowing before a pin is saved, and refuses nothing. */

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

/** Another pin that it is about; `at`: when that goes out, or went out. */
export type WarningPin = { postId: string; title: string | null; at: Date }

export type Warning = {
  code: WarningCode
  /** The input that it is about, by the names of the contract; absent: the account. */
  field?: string
  /** For API clients; `blocks/pin/problems/warnings.ts` says it to people. */
  message: string
  /** Of `same_minute` and `same_link`: the nearest one. */
  pin?: WarningPin
  /** Of `same_link`: of the spacing rule, in calendar days. */
  days?: number
  /** Of `account_paused`: what becomes of pins that fall due. */
  whilePaused?: 'wait' | 'fail'
}
