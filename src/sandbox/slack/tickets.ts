/** Trigger ids and response urls: short-lived rights in a payload, measured by the machine's own clock. */
import { after, before, HOUR_MS, MINUTE_MS } from '../../core/lib/duration.js'
import type { Sql } from '../../core/ports/deps.js'
import type { Workspace } from './context.js'
import type { Seat } from './people.js'
import { teamId } from './ids.js'
import { randomId } from './random-id.js'

const RESPONSE_URL_TTL_MS = 30 * MINUTE_MS
const RESPONSE_URL_USES = 5
export const RESPONSE_URL_BASE = `https://hooks.slack.com/actions/${teamId}/`

export async function makeTrigger(
  sql: Sql,
  seat: Seat,
  viewId: string | null,
  { wallClock, triggerMs }: Pick<Workspace, 'wallClock' | 'triggerMs'>,
): Promise<string> {
  const wallNow = wallClock()
  const id = `${wallNow.getTime()}.${randomId('', 20).toLowerCase()}`
  await sql`
    insert into slk_triggers (id, user_id, window_id, view_id, expires_at)
    values (${id}, ${seat.id}, ${seat.windowId}, ${viewId}, ${after(wallNow, triggerMs)})`
  await sql`delete from slk_triggers where expires_at < ${before(wallNow, HOUR_MS)}`
  return id
}

export type Trigger = { seat: Seat; viewId: string | null }

/** Consumes a trigger id, which has one use. */
export async function takeTrigger(
  sql: Sql,
  id: string,
  wallNow: Date,
): Promise<Trigger | 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id'> {
  const [row] = await sql<
    { user_id: string; window_id: string; view_id: string | null; expires_at: Date; used_at: Date | null }[]
  >`
    select user_id, window_id, view_id, expires_at, used_at
      from slk_triggers
     where id = ${id}
       for update`
  if (!row) return 'invalid_trigger_id'
  if (row.used_at !== null) return 'exchanged_trigger_id'
  if (row.expires_at < wallNow) return 'expired_trigger_id'
  await sql`update slk_triggers set used_at = ${wallNow} where id = ${id}`
  return { seat: { id: row.user_id, windowId: row.window_id }, viewId: row.view_id }
}

export async function makeResponseUrl(
  sql: Sql,
  { channelId, userId, messageTs }: { channelId: string; userId: string; messageTs: string | null },
  wallNow: Date,
): Promise<string> {
  const token = randomId('', 24)
  await sql`
    insert into slk_response_urls (token, channel_id, user_id, message_ts, uses_left, expires_at)
    values (${token}, ${channelId}, ${userId}, ${messageTs}, ${RESPONSE_URL_USES}, ${after(wallNow, RESPONSE_URL_TTL_MS)})`
  await sql`delete from slk_response_urls where expires_at < ${before(wallNow, HOUR_MS)}`
  return RESPONSE_URL_BASE + token
}

export type ResponseUrl = { channelId: string; userId: string; messageTs: string | null }

export async function takeResponseUrl(sql: Sql, token: string, wallNow: Date): Promise<ResponseUrl | 'expired_url' | 'used_url'> {
  const [row] = await sql<
    { channel_id: string; user_id: string; message_ts: string | null; uses_left: number; expires_at: Date }[]
  >`
    select channel_id, user_id, message_ts, uses_left, expires_at
      from slk_response_urls
     where token = ${token}
       for update`
  if (!row || row.expires_at < wallNow) return 'expired_url'
  if (row.uses_left === 0) return 'used_url'
  await sql`update slk_response_urls set uses_left = uses_left - 1 where token = ${token}`
  return { channelId: row.channel_id, userId: row.user_id, messageTs: row.message_ts }
}
