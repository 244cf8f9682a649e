/** Detects other processes at the database: pools are named `pinslot <pid> <what>` in pg_stat_activity. */
import type { Sql } from '../ports/deps.js'

/**
 * True when another process of the service, or another command of the operator, is connected to this database. A pooler hides
 * their names; behind one they are visible only by DATABASE_DIRECT_URL, on which each process listens.
 */
export async function hasOtherProcesses(sql: Sql): Promise<boolean> {
  const [others] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from pg_stat_activity
     where datname = current_database()
       and pid <> pg_backend_pid()
       and backend_type = 'client backend'
       and application_name like 'pinslot % %'
       and split_part(application_name, ' ', 2) <> split_part(current_setting('application_name'), ' ', 2)`
  return others.count > 0
}
