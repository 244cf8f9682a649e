/** Finds other processes on the database: pools are named `pinslot <pid> <what>` in pg_stat_activity. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../core/ports/deps.js'

/** Waits for a process that is just ending, or for an operator's command. */
const CHECKS = 5
const RECHECK_MS = 100

/** @returns the id of another process of ours that stays on this database, if there is one */
export async function findOtherProcess(sql: Sql): Promise<string | undefined> {
  let other: string | undefined
  for (let check = 0; check < CHECKS; check++) {
    if (check > 0) await sleep(RECHECK_MS)
    const [row] = await sql<{ pid: string }[]>`
      select split_part(application_name, ' ', 2) as pid
        from pg_stat_activity
       where datname = current_database()
         and application_name like 'pinslot %'
         and split_part(application_name, ' ', 2) <> split_part(current_setting('application_name'), ' ', 2)
       limit 1`
    other = row?.pid
    if (other === undefined) return undefined
  }
  return other
}
