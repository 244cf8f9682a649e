/** What a post is made of, as its media are known, and where they come from. */
export type PostMedia = {
  id: string
  token: string
  contentType: string
  width: number
  height: number
  /** Of a video. */
  durationMs: number | null
  /** Whether there is a small JPEG of it. */
  hasThumbnail: boolean
}

/** Where a picture or a video comes from. What an upload holds is known from its extension. */
export type MediaSource = { kind: 'url'; url: string; mediaType: 'image' | 'video' } | { kind: 'upload'; uploadId: string }
