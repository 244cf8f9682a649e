/** What a database may leave out while it is filled, since what a crash would take with it can be filled in again. */
import type { Sql } from '../../../src/core/ports/deps.js'

const LEFT_OUT = ['fsync', 'full_page_writes']

/** All is on the disk, and nothing left out any more, when this has resolved. */
export async function inHaste(sql: Sql, work: () => Promise<void>): Promise<void> {
  await setEach(sql, (name) => `alter system set ${name} = off`)
  await work()
  await setEach(sql, (name) => `alter system reset ${name}`)
  await sql`checkpoint`
}

async function setEach(sql: Sql, statement: (name: string) => string): Promise<void> {
  for (const name of LEFT_OUT) await sql.unsafe(statement(name))
  await sql`select pg_reload_conf()`
}
