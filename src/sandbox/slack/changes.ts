import type { Sql } from '../../core/ports/deps.js'

export const CHANGED = 'slk_changed'

/** Notifies every open page, at commit, that a screen has changed. */
export async function touch(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CHANGED}, '')`
}
