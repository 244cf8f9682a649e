/** The windows of the page: each shows a channel and has its own forms, like two clients of one person. */
import { before, DAY_MS } from '../../../core/lib/duration.js'
import type { Sql } from '../../../core/ports/deps.js'
import { closeViews } from './views.js'
import { requirePerson, type User } from '../people.js'
import { ACT_WINDOW, type Who } from '../ids.js'

type WindowRow = { channel_id: string; on_home: boolean; alert: string | null }

/** The person in this window; a new window begins where actions in words left off. */
export async function openWindow(sql: Sql, who: Who, windowId: string, wallNow: Date): Promise<User> {
  const user = await requirePerson(sql, who)
  if (windowId === ACT_WINDOW) return user
  const { id, channelId, onHome } = user
  const [row] = await sql<WindowRow[]>`
    insert into slk_windows (user_id, id, channel_id, on_home, used_at)
    values (${id}, ${windowId}, ${channelId}, ${onHome}, ${wallNow})
    on conflict (user_id, id) do update set used_at = excluded.used_at
    returning channel_id, on_home, alert`
  return { ...user, windowId, channelId: row!.channel_id, onHome: row!.on_home, alert: row!.alert }
}

/** Deletes windows that were not used for a day, and their forms, because nothing reports a closed window. */
export async function forgetWindows(sql: Sql, wallNow: Date): Promise<void> {
  const gone = await sql<{ user_id: string; id: string }[]>`
    delete from slk_windows
     where used_at < ${before(wallNow, DAY_MS)}
    returning user_id, id`
  for (const { user_id: userId, id } of gone) {
    const views = await sql<{ id: string }[]>`
      select id
        from slk_views
       where user_id = ${userId} and window_id = ${id} and position > 0`
    await closeViews(
      sql,
      views.map((view) => view.id),
    )
  }
}
