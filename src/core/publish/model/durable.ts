/** Writes that publishing must find again after a crash of the database. */
import type { Sql } from '../../ports/deps.js'

/**
 * Makes a statement that reads it wait for the disk, even if the database does not do so by default. A crash that loses a
 * `sending` would cause a second pin, and so would one that loses a claim, because the next claim gets the same number while the
 * first worker lives on.
 */
export const durable = (sql: Sql) => sql`
  select case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end`
