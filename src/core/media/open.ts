/** Opens the bytes behind a public name: a picture, a video, or a thumbnail of either. */
import type { Readable } from 'node:stream'
import type { Deps } from '../ports/deps.js'
import { extensionOf } from './formats.js'

export type OpenMedia = {
  contentType: string
  bytes: number
  /** `range` is inclusive. */
  stream(range?: { start: number; end: number }): Promise<Readable>
}

/** @param name as in mediaPath and thumbnailPath @returns undefined when nothing has that name */
export async function openMedia({ db, storage }: Pick<Deps, 'db' | 'storage'>, name: string): Promise<OpenMedia | undefined> {
  const [, organizationId, token, extension] = /^(\d{1,18})_([A-Za-z0-9_-]{24})(\.[a-z0-9.]{3,9})$/.exec(name) ?? []
  if (organizationId === undefined || token === undefined) return undefined
  const [row] = await db.sql<{ storage_key: string; content_type: string; bytes: string; thumbnail_key: string | null }[]>`
    select storage_key, content_type, bytes, thumbnail_key
      from media
     where organization_id = ${organizationId} and token = ${token}`
  if (!row) return undefined
  if (extension === extensionOf(row.content_type)) {
    const { storage_key: key, content_type: contentType } = row
    return { contentType, bytes: Number(row.bytes), stream: (range) => storage.stream(key, range) }
  }
  const key = row.thumbnail_key
  const thumbnail = extension === '.thumb.jpg' && key !== null && (await storage.stat(key))
  if (!thumbnail) return undefined
  return { contentType: 'image/jpeg', bytes: thumbnail.bytes, stream: (range) => storage.stream(key, range) }
}
