/** Media before a post takes them. */
import type { Deps } from '../ports/deps.js'
import type { MediaSource, PostMedia } from './post-media.js'
import type { MediaType } from './formats.js'
import type { Provisional } from './provisional.js'

/** Bytes that were fetched, checked and stored, ready to be attached inside a transaction. */
export type PreparedMedia = {
  organizationId: string
  source: MediaSource
  mediaType: MediaType
  storageKey: string
  contentType: string
  bytes: number
  /** Pixels, as a viewer sees it. */
  width: number
  height: number
  /** null: an image. */
  durationMs: number | null
  codec: PostMedia['codec']
  thumbnailKey: string | null
  /** The hash of an image's bytes as given; null: a video, which is not read whole for it. */
  sha256: Buffer | null
  /** Set for a picture made from another: `of` is that one, which itself is attached to no post. */
  original?: { of: PreparedMedia; fit: NonNullable<PostMedia['fit']> }
  /** True when an animation was lost, which gives a warning. */
  isStilled?: boolean
  /** True when the file says that AI made or changed it. */
  saysAi?: boolean
  /** Set when these bytes were already stored: nothing is written. */
  known?: PostMedia
  /** The copy, provisional until takeMedia's transaction commits. null: a known picture. */
  provisional: Provisional | null
}

export type MediaDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'pictures' | 'videos' | 'settings' | 'charts' | 'log'>
