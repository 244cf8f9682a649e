/** Properties of each call: the quota it uses, its time limit, and when it may be repeated. */

/** The platform counts the calls of a category together. @see docs/platform.md#pace */
export type Category = 'org_read' | 'org_write' | 'org_analytics' | 'trends_read'

export type Operation = {
  /** null: not in an account's name, so no quota. */
  category: Category | null
  /** Real time for the whole call, including retries. */
  timeoutMs: number
  /** `read`: whenever there was no answer · `unsent`: if the connection was never made · `never`. */
  again: 'read' | 'unsent' | 'never'
  /** Waits if the quota is used up, instead of failing at once. */
  waits: boolean
}

const READ: Operation = { category: 'org_read', timeoutMs: 10_000, again: 'read', waits: true }
const NUMBERS: Operation = { category: 'org_analytics', timeoutMs: 20_000, again: 'read', waits: true }
const TRENDS: Operation = { category: 'trends_read', timeoutMs: 20_000, again: 'read', waits: true }
/** A lost answer may hide a change, so only a caller that has checked repeats a write. */
const WRITE: Operation = { category: 'org_write', timeoutMs: 15_000, again: 'unsent', waits: true }
/** A code and a refresh token may work only once. */
const GRANT: Operation = { category: null, timeoutMs: 15_000, again: 'never', waits: false }
/** A pin goes out at its time or not at all. */
const CREATE: Operation = { category: 'org_write', timeoutMs: 30_000, again: 'never', waits: false }

const all = {
  create_pin: CREATE,
  save_pin: CREATE,
  create_media: WRITE,
  get_media: READ,
  add_product_tags: WRITE,
  user_account: READ,
  list_websites: READ,
  list_boards: READ,
  get_board: READ,
  list_sections: READ,
  list_board_pins: READ,
  list_pins: READ,
  get_pin: READ,
  update_pin: WRITE,
  delete_pin: WRITE,
  search_partner_pins: READ,
  trending_keywords: TRENDS,
  create_board: WRITE,
  update_board: WRITE,
  create_section: WRITE,
  delete_section: WRITE,
  account_analytics: NUMBERS,
  top_pins: NUMBERS,
  pin_analytics: NUMBERS,
  exchange_code: GRANT,
  refresh_token: GRANT,
}
export type OperationName = keyof typeof all
export const OPERATIONS: Record<OperationName, Operation> = all
