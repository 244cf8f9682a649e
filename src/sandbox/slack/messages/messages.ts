/** Messages of the local workspace. `ts` is the message's id within its channel, as in Slack. */
import type { Sql } from '../../../core/ports/deps.js'
import { asShown, type Block, withIds } from '../block-kit.js'
import { touch } from '../changes.js'
import { randomBlockId } from '../random-id.js'

export type Message = {
  channelId: string
  ts: string
  userId: string
  text: string
  blocks: Block[]
  ephemeralTo: string | null
  threadTs: string | null
  /** A reply that is also sent to the channel. */
  isBroadcast: boolean
  metadata: unknown
  fileIds: string[]
  postedAt: Date
  isEdited: boolean
}
export type NewMessage = {
  channelId: string
  userId: string
  text: string
  blocks?: Block[]
  ephemeralTo?: string
  threadTs?: string
  isBroadcast?: boolean
  metadata?: unknown
  fileIds?: string[]
}

type MessageRow = {
  channel_id: string
  ts: string
  user_id: string
  text: string
  blocks: Block[]
  ephemeral_to: string | null
  thread_ts: string | null
  is_broadcast: boolean
  metadata: unknown
  file_ids: string[]
  posted_at: Date
  edited_at: Date | null
}

const columns = (sql: Sql) =>
  sql`channel_id, ts, user_id, text, blocks, ephemeral_to, thread_ts, is_broadcast, metadata, file_ids, posted_at, edited_at`

export async function postMessage(sql: Sql, message: NewMessage, now: Date): Promise<Message> {
  const [number] = await sql<{ number: string }[]>`select nextval('slk_message_number') as number`
  const ts = `${Math.floor(now.getTime() / 1000)}.${number!.number.slice(-6).padStart(6, '0')}`
  const blocks = withIds(message.blocks ?? [], randomBlockId)
  const [row] = await sql<MessageRow[]>`
    insert into slk_messages (channel_id, ts, number, user_id, text, blocks, ephemeral_to, thread_ts, is_broadcast, metadata, file_ids,
                              posted_at)
    values (${message.channelId}, ${ts}, ${number!.number}, ${message.userId}, ${message.text}, ${sql.json(blocks as never)},
            ${message.ephemeralTo ?? null}, ${message.threadTs ?? null}, ${message.isBroadcast ?? false},
            ${message.metadata === undefined ? null : sql.json(message.metadata as never)}, ${message.fileIds ?? []}, ${now})
    returning ${columns(sql)}` // `as never`, because postgres.js requires its own JSON type, and this is parsed JSON
  await touch(sql)
  return toMessage(row!)
}

export async function findMessage(sql: Sql, channelId: string, ts: string): Promise<Message | undefined> {
  const [row] = await sql<MessageRow[]>`
    select ${columns(sql)}
      from slk_messages
     where channel_id = ${channelId} and ts = ${ts}`
  return row && toMessage(row)
}

/** The newest 100 messages a person sees in a channel, oldest first. */
export async function listMessages(sql: Sql, channelId: string, userId: string): Promise<Message[]> {
  const rows = await sql<MessageRow[]>`
    select ${columns(sql)}
      from slk_messages
     where channel_id = ${channelId} and (ephemeral_to is null or ephemeral_to = ${userId})
     order by number desc
     limit 100`
  return rows.reverse().map(toMessage)
}

/** Replaces text and blocks; returns undefined if there is no such message. Entered values stay as long as their elements do. */
export async function updateMessage(
  sql: Sql,
  { channelId, ts, text, blocks }: { channelId: string; ts: string; text: string; blocks: Block[] },
  now: Date,
): Promise<Message | undefined> {
  const shown = await findMessage(sql, channelId, ts)
  const named = withIds(asShown(blocks, shown?.blocks ?? []), randomBlockId)
  const [row] = await sql<MessageRow[]>`
    update slk_messages
       set text = ${text}, blocks = ${sql.json(named as never)}, edited_at = ${now}
     where channel_id = ${channelId} and ts = ${ts}
    returning ${columns(sql)}`
  await touch(sql)
  return row && toMessage(row)
}

export async function deleteMessage(sql: Sql, channelId: string, ts: string): Promise<boolean> {
  const rows = await sql`
    delete from slk_messages
     where channel_id = ${channelId} and ts = ${ts}
    returning ts`
  await sql`delete from slk_entered where place = ${messagePlace({ channelId, ts })}`
  await touch(sql)
  return rows.length > 0
}

export const messagePlace = ({ channelId, ts }: { channelId: string; ts: string }): string => `message:${channelId}:${ts}`

const toMessage = (row: MessageRow): Message => ({
  channelId: row.channel_id,
  ts: row.ts,
  userId: row.user_id,
  text: row.text,
  blocks: row.blocks,
  ephemeralTo: row.ephemeral_to,
  threadTs: row.thread_ts,
  isBroadcast: row.is_broadcast,
  metadata: row.metadata,
  fileIds: row.file_ids,
  postedAt: row.posted_at,
  isEdited: row.edited_at !== null,
})
