/** Rows of one write that cannot be written together. */
import type { RowRefusal } from '../lib/errors.js'

/** In a transaction: these rows cannot be written, so that all of it is rolled back. */
export class RowsRefused extends Error {
  constructor(readonly rows: readonly RowRefusal[]) {
    super(`${rows.length} rows of a batch were refused`)
  }
}
