/** What publishing must find again after a crash of the database. */
import type { Sql } from '../../ports/deps.js'

/**
 * For a statement that reads it: waits for the disk, although the default of a database may be not to. A `sending` that a crash forgets
 * would be a second pin; so would a claim, since it is made again under the same number while the worker of the first one lives on.
 */
export const durable = (sql: Sql) => sql`
  select case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end`
