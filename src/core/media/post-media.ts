/** The media of a post as known to the core, and their sources. */
export type PostMedia = {
  id: string
  token: string
  contentType: string
  width: number
  height: number
  /** The length of a video; null for pictures. */
  durationMs: number | null
  /** A video's codec as its index names it; null also where it was not read. */
  codec: string | null
  /** True when a small JPEG of it exists. */
  hasThumbnail: boolean
  /** How a picture was made from another one; null: it is as given. */
  fit: Exclude<PictureFit, 'original'> | null
  /** The picture that it was made from; null also where that is gone. */
  originalId: string | null
  /** True when it was given as an animated picture. */
  isStilled?: boolean
  /** True when its file says that AI made or changed it. */
  saysAi?: boolean
}

/** `crop`: cut to two to three. `card`: whole on a card of that shape, with the title below. */
export const PICTURE_FITS = ['original', 'crop', 'card'] as const
export type PictureFit = (typeof PICTURE_FITS)[number]

/** Returns the fit of all pictures of a post: in a carousel, those that had the shape already may be unchanged. */
export const fitOf = (media: readonly Pick<PostMedia, 'fit'>[]): PictureFit =>
  media.find(({ fit }) => fit !== null)?.fit ?? 'original'

/** `words`: the text below the picture; null: the picture alone. */
export type Recipe = { fit: 'crop' } | { fit: 'card'; words: string | null }

/**
 * The source of a picture or video. `fits`: recipes for a picture, of which the first that is possible and worthwhile applies;
 * otherwise it stays as given.
 */
export type MediaSource = (
  | { kind: 'url'; url: string; mediaType: 'image' | 'video'; fits?: readonly Recipe[] }
  | { kind: 'upload'; uploadId: string }
) & {
  /** True for the picture that a video has as its cover. */
  isCover?: true
}

/** True when these media make a carousel: the cover of a video is no further image. */
export const isCarousel = (media: readonly Pick<PostMedia, 'durationMs'>[]): boolean =>
  media.length > 1 && media[0]?.durationMs === null

/** Returns the medium that people see first: the cover of a video if it has a picture of its own. */
export const shownOf = <Of extends Pick<PostMedia, 'durationMs'>>(media: readonly Of[]): Of | undefined =>
  media[0]?.durationMs === null ? media[0] : (media[1] ?? media[0])

/** Returns the further images of a carousel, without its cover. */
export const furtherOf = <Of extends Pick<PostMedia, 'durationMs'>>(media: readonly Of[]): Of[] =>
  isCarousel(media) ? media.slice(1) : []
