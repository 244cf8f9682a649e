/** Rows that cannot be written together in one write. */
import type { RowRefusal } from '../errors.js'

/** Thrown in a transaction to roll all of it back: these rows cannot be written. */
export class RowsRefused extends Error {
  constructor(readonly rows: readonly RowRefusal[]) {
    super(`${rows.length} rows of a batch were refused`)
  }
}
