/** Files: uploaded by people into messages and file fields, and by the app with filesUploadV2. */
import path from 'node:path'
import { formatOfName } from '../../core/media/formats.js'
import type { Sql } from '../../core/ports/deps.js'
import { teamId, users } from './ids.js'
import { randomId } from './random-id.js'

export type SlackFile = {
  id: string
  userId: string
  name: string
  title: string
  mimetype: string
  size: number
  createdAt: Date
}
type FileRow = { id: string; user_id: string; name: string; title: string; mimetype: string; size: number; created_at: Date }

const MIMETYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.txt': 'text/plain',
}
export const mimetypeOf = (name: string): string =>
  formatOfName(name)?.contentType ?? MIMETYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream'

const columns = (sql: Sql) => sql`id, user_id, name, title, mimetype, coalesce(length(bytes), 0) as size, created_at`

export async function keepFile(sql: Sql, file: { userId: string; name: string; bytes: Buffer }, now: Date): Promise<SlackFile> {
  const [row] = await sql<FileRow[]>`
    insert into slk_files (id, user_id, name, title, mimetype, bytes, completed, created_at)
    values (${randomId('F')}, ${file.userId}, ${file.name}, ${file.name}, ${mimetypeOf(file.name)}, ${file.bytes}, true, ${now})
    returning ${columns(sql)}`
  return toFile(row!)
}

/** First step of filesUploadV2: an address for the bytes. */
export async function announceFile(
  sql: Sql,
  file: { userId: string; name: string },
  now: Date,
): Promise<{ id: string; uploadKey: string }> {
  const id = randomId('F')
  const uploadKey = randomId('', 32)
  await sql`
    insert into slk_files (id, user_id, name, title, mimetype, upload_key, created_at)
    values (${id}, ${file.userId}, ${file.name}, ${file.name}, ${mimetypeOf(file.name)}, ${uploadKey}, ${now})`
  return { id, uploadKey }
}

export async function receiveBytes(sql: Sql, uploadKey: string, bytes: Buffer): Promise<boolean> {
  const rows = await sql`
    update slk_files
       set bytes = ${bytes}
     where upload_key = ${uploadKey} and not completed
    returning id`
  return rows.length > 0
}

/**
 * Last step of filesUploadV2; returns undefined if the bytes never arrived.
 * @param readyAt end of processing, by the machine's clock
 */
export async function completeFile(
  sql: Sql,
  id: string,
  title: string | undefined,
  readyAt: Date,
): Promise<SlackFile | undefined> {
  const [row] = await sql<FileRow[]>`
    update slk_files
       set completed = true, title = coalesce(${title ?? null}, title), ready_at = ${readyAt}
     where id = ${id} and bytes is not null
    returning ${columns(sql)}`
  return row && toFile(row)
}

/** The person's newest upload of this name. */
export async function findOwnFile(sql: Sql, userId: string, name: string): Promise<SlackFile | undefined> {
  const [row] = await sql<FileRow[]>`
    select ${columns(sql)}
      from slk_files
     where user_id = ${userId} and name = ${name} and completed
     order by created_at desc, id desc
     limit 1`
  return row && toFile(row)
}

export async function findFile(sql: Sql, id: string): Promise<SlackFile | undefined> {
  const [row] = await sql<FileRow[]>`
    select ${columns(sql)}
      from slk_files
     where id = ${id} and completed`
  return row && toFile(row)
}

/** Puts files into a field of the app's form, from which on the app can read them. */
export async function giveFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`update slk_files set is_given = true where id = any(${[...ids]}) and not is_given`
}

/** True for files that the app may read, as in Slack: given to it in a form, its own, or in a conversation it is in. */
const isSeenByApp = (sql: Sql) => sql`
  completed
  and (is_given
       or user_id = ${users.bot}
       or exists (select 1
                    from slk_messages m
                    join slk_channels c on c.id = m.channel_id
                   where c.has_app and slk_files.id = any(m.file_ids)))`

/**
 * The files that the app may read; one that is not processed yet has an empty type.
 * @param now by the machine's clock
 */
export async function filesSeenByApp(sql: Sql, ids: readonly string[], now: Date): Promise<SlackFile[]> {
  if (ids.length === 0) return []
  const rows = await sql<(FileRow & { is_ready: boolean })[]>`
    select ${columns(sql)}, coalesce(ready_at <= ${now}, true) as is_ready
      from slk_files
     where id = any(${[...ids]}) and ${isSeenByApp(sql)}`
  return rows.map((row) => (row.is_ready ? toFile(row) : { ...toFile(row), mimetype: '' }))
}

/** Deletes a file; messages and views that used it show nothing. */
export async function deleteFile(sql: Sql, id: string): Promise<void> {
  await sql`delete from slk_files where id = ${id}`
}

export async function listFiles(sql: Sql, ids: readonly string[]): Promise<SlackFile[]> {
  if (ids.length === 0) return []
  const rows = await sql<FileRow[]>`
    select ${columns(sql)}
      from slk_files
     where id = any(${[...ids]}) and completed`
  return rows.map(toFile)
}

export async function readFileBytes(sql: Sql, id: string): Promise<{ bytes: Buffer; mimetype: string } | undefined> {
  const [row] = await sql<{ bytes: Buffer; mimetype: string }[]>`
    select bytes, mimetype
      from slk_files
     where id = ${id} and completed`
  return row
}

export const FILES_BASE = 'https://files.slack.com/files-pri/'
export const UPLOAD_BASE = 'https://files.slack.com/upload/v1/'

/** A file in the form of payloads and API answers. */
export const fileWire = (file: SlackFile) => ({
  id: file.id,
  created: Math.floor(file.createdAt.getTime() / 1000),
  timestamp: Math.floor(file.createdAt.getTime() / 1000),
  name: file.name,
  title: file.title,
  mimetype: file.mimetype,
  filetype: path.extname(file.name).slice(1).toLowerCase(),
  user: file.userId,
  size: file.size,
  mode: 'hosted',
  url_private: `${FILES_BASE}${teamId}-${file.id}/${encodeURIComponent(file.name)}`,
  url_private_download: `${FILES_BASE}${teamId}-${file.id}/download/${encodeURIComponent(file.name)}`,
  permalink: `https://pinslot-local.slack.com/files/${file.userId}/${file.id}/${encodeURIComponent(file.name)}`,
})

const toFile = (row: FileRow): SlackFile => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  title: row.title,
  mimetype: row.mimetype,
  size: row.size,
  createdAt: row.created_at,
})
