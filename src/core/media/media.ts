import type { Readable } from 'node:stream'
import type { Actor } from '../actor.js'
import type { Deps, Sql } from '../ports.js'
import type { MediaSource, PostMedia } from '../posts/post.js'

/** Bytes fetched, checked and stored, ready to be attached inside a transaction. */
export type PreparedMedia = {
  source: MediaSource
  mediaType: 'image' | 'video'
  storageKey: string
  sha256: Buffer
  contentType: string
  bytes: number
  width: number
  height: number
}

/** Everything that needs the network or the disk; call before the transaction. @throws BAD_REQUEST · CONFLICT upload_already_attached */
export async function prepareMedia(deps: Deps, actor: Actor, source: MediaSource, field: string): Promise<PreparedMedia> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(source)} ${field}`)
}
/** Inside the create's transaction: takes the upload (once) and finds or makes the media row. @throws CONFLICT upload_already_attached */
export async function takeMedia(sql: Sql, actor: Actor, prepared: PreparedMedia, now: Date): Promise<PostMedia> {
  throw new Error(`not built yet ${String(sql)} ${String(actor)} ${String(prepared)} ${String(now)}`)
}
/** Below PUBLIC_URL: `/media/<organization>_<token>.<ext>`. */
export const mediaPath = (organizationId: string, media: Pick<PostMedia, 'token' | 'contentType'>): string =>
  `/media/${organizationId}_${media.token}${media.contentType === 'image/png' ? '.png' : '.jpg'}`

/** The public picture behind the name in mediaPath; undefined when there is none. */
export async function openMedia(
  deps: Pick<Deps, 'db' | 'storage'>,
  name: string,
): Promise<{ contentType: string; bytes: number; body: Readable } | undefined> {
  throw new Error(`not built yet ${String(deps)} ${name}`)
}
