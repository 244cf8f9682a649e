/** The cover of a video: one of its seconds, or a picture behind it among the media of its post. */
import { badRequest } from '../../lib/errors.js'
import type { MediaSource, PostMedia } from '../../media/post-media.js'
import type { MediaType } from '../../media/formats.js'

/**
 * Checks that only a video has a cover, and one only. `second`: as it was given; `sources`: all media.
 * @param mediaTypes theirs, in their order; undefined: not known yet
 * @throws BAD_REQUEST cover
 */
export function requireCover(
  { second, sources }: { second: number | null | undefined; sources: readonly MediaSource[] },
  mediaTypes: readonly (MediaType | undefined)[],
): void {
  const at = sources.findIndex(({ isCover }) => isCover)
  const hasSecond = second !== null && second !== undefined
  if (at < 0 && !hasSecond) return
  if (mediaTypes[0] === 'image' || sources[0]?.isCover) throw noVideo()
  if (at > 0 && mediaTypes[at] === 'video')
    throw badRequest('cover', (of) => `${of('cover')} is a video. Use an image, or a second of this video.`)
  if (at > 0 && hasSecond)
    throw badRequest('cover', (of) => `${of('cover')} is an image or a second of the video. Use one of them.`)
}

export const noVideo = () => badRequest('cover', (of) => `${of('cover')}: only a video has one. Leave it out, or use a video.`)

/** Checks that the second is within the video. @throws BAD_REQUEST cover */
export function requireSecondWithin(second: number | null | undefined, [video]: readonly Pick<PostMedia, 'durationMs'>[]): void {
  const lengthMs = video?.durationMs ?? null
  if (second === null || second === undefined || lengthMs === null || second * 1000 < lengthMs) return
  const last = Math.ceil(lengthMs / 1000) - 1
  throw badRequest(
    'cover',
    (of) => `${of('cover')}: the video ends before second ${second}. Use ${last === 0 ? 'second 0' : `0 to ${last}`}.`,
  )
}
