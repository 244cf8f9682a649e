import type { Sql } from '../../core/ports/deps.js'

export const CHANGED = 'slk_changed'

/** Tells every open page, at commit, that something on somebody's screen is different. */
export async function touch(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CHANGED}, '')`
}
