/** What is known of media before a post takes them. */
import type { Deps } from '../ports/deps.js'
import type { MediaSource, PostMedia } from './post-media.js'
import type { MediaType } from './formats.js'
import type { Provisional } from './provisional.js'

/** Bytes fetched, checked and stored, ready to be attached inside a transaction. */
export type PreparedMedia = {
  organizationId: string
  source: MediaSource
  mediaType: MediaType
  storageKey: string
  contentType: string
  bytes: number
  /** As a viewer sees it. */
  width: number
  height: number
  /** null: an image. */
  durationMs: number | null
  codec: PostMedia['codec']
  thumbnailKey: string | null
  /** Of an image's bytes as they were given to us; null: a video, which is not read whole for it. */
  sha256: Buffer | null
  /** Of a picture that is made of another one: that one, which is attached to nothing. */
  original?: { of: PreparedMedia; fit: NonNullable<PostMedia['fit']> }
  /** Its movement is lost: a warning says so. */
  isStilled?: boolean
  /** Set when these bytes were already kept: nothing is written again. */
  known?: PostMedia
  /** The copy is provisional until takeMedia's transaction commits. null: the one that is known. */
  provisional: Provisional | null
}

export type MediaDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures' | 'videos' | 'settings' | 'charts' | 'log'>
