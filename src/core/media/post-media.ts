/** What a post is made of, as its media are known, and where they come from. */
export type PostMedia = {
  id: string
  token: string
  contentType: string
  width: number
  height: number
  /** Of a video. */
  durationMs: number | null
  /** Of a video, as its index names it; null also where it was not read. */
  codec: string | null
  /** Whether there is a small JPEG of it. */
  hasThumbnail: boolean
  /** Of a picture that was made of another one; null: it is as it was given. */
  fit: Exclude<PictureFit, 'original'> | null
  /** That other one; null also where it is gone. */
  originalId: string | null
  /** It was given as a moving picture. */
  isStilled?: boolean
}

/** `crop`: cut to two to three. `card`: whole on a card of that shape, with the title below it. */
export const PICTURE_FITS = ['original', 'crop', 'card'] as const
export type PictureFit = (typeof PICTURE_FITS)[number]

/** Of all pictures of a post: of a carousel, one that had the shape already may be as it was. */
export const fitOf = (media: readonly Pick<PostMedia, 'fit'>[]): PictureFit =>
  media.find(({ fit }) => fit !== null)?.fit ?? 'original'

/** `words`: below the picture; null: the picture alone. */
export type Recipe = { fit: 'crop' } | { fit: 'card'; words: string | null }

/**
 * Where a picture or a video comes from. What an upload holds is known from its extension. `fits`: what a picture becomes, the first that is
 * possible and worth it; else it stays as it is.
 */
export type MediaSource =
  | { kind: 'url'; url: string; mediaType: 'image' | 'video'; fits?: readonly Recipe[] }
  | { kind: 'upload'; uploadId: string }
