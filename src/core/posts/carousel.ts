/** The rules of carousels: 2 to 5 images of one shape. Pure; fields are named as in the contract. */
import { parseUrl } from '../lib/http/parse-url.js'
import { trimUnseen } from '../lib/prose/text.js'
import { badRequest } from '../lib/errors.js'
import type { MediaSource } from '../media/post-media.js'
import { URL_LENGTH } from '../lib/http/url.js'

export const MOST_CAROUSEL_ITEMS = 4
/** The most by which the width-to-height ratios of two images may differ, in percent. */
const RATIO_PERCENT = 1

/** Returns the name in errors of one of a post's media, the cover being the first: `uploadId`, `carouselItems[0].mediaUrl`. */
export function mediaField(source: MediaSource, index: number): string {
  const name = source.kind === 'upload' ? 'uploadId' : 'mediaUrl'
  if (source.isCover) return `cover.${name}`
  return index === 0 ? name : `carouselItems[${index - 1}].${name}`
}

/**
 * Checks the media of a post as far as the request alone allows.
 * @param sources the cover, then the items of a carousel
 * @throws BAD_REQUEST carouselItems: too many · mediaType: a video as the cover of a carousel · the field of an invalid address
 * or of an upload that is named twice
 * @see docs/contract.md#carousels
 */
export function requireSources(sources: readonly MediaSource[]): void {
  const items = imagesIn(sources).length - 1
  if (items > MOST_CAROUSEL_ITEMS)
    throw badRequest(
      'carouselItems',
      (of) => `${of('carouselItems')} must be 1 to ${MOST_CAROUSEL_ITEMS} images after the cover; there are ${items}.`,
      'carousel_too_long',
    )
  const [cover] = sources
  if (items > 0 && cover?.kind === 'url' && cover.mediaType === 'video')
    throw badRequest(
      'mediaType',
      (of) => `${of('mediaType')} must be image when there are ${of('carouselItems')}: a carousel has no video.`,
      'carousel_has_video',
    )
  const named = new Set<string>()
  for (const [index, source] of sources.entries()) {
    const field = mediaField(source, index)
    if (source.kind === 'url') {
      requireAddress(source.url, field)
      continue
    }
    if (named.has(source.uploadId))
      throw badRequest(field, (of) => `${of(field)} is used twice in this request. Upload the image once for each place.`)
    named.add(source.uploadId)
  }
}

/** Checks the form alone; the fetch checks where the address leads. */
function requireAddress(text: string, field: string): void {
  if (text.length > URL_LENGTH) throw badRequest(field, (of) => `${of(field)} must be at most ${URL_LENGTH} characters long.`)
  const url = parseUrl(trimUnseen(text))
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badRequest(field, (of) => `${of(field)} must be an http or https URL.`)
  if (url.username || url.password) throw badRequest(field, (of) => `${of(field)} must not contain a user name or password.`)
}

/**
 * Checks that a carousel has images only. @param mediaTypes of the sources, in their order @throws BAD_REQUEST naming the first
 * video of a carousel
 */
export function requireImages(sources: readonly MediaSource[], mediaTypes: readonly ('image' | 'video')[]): void {
  if (imagesIn(sources).length <= 1) return
  for (const [index, source] of sources.entries()) {
    if (source.isCover || mediaTypes[index] !== 'video') continue
    const field = mediaField(source, index)
    throw badRequest(field, (of) => `${of(field)} is a video. A carousel can only have images.`)
  }
}

/** Returns the sources without the cover of a video. */
export const imagesIn = (sources: readonly MediaSource[]): MediaSource[] => sources.filter(({ isCover }) => !isCover)

/**
 * Checks that there are no slides, or one for each image of a carousel. @param images 0 and 1: it is none @throws BAD_REQUEST slides
 */
export function requireSlides(slides: readonly unknown[], images: number): void {
  if (slides.length === 0 || (images > 1 && slides.length === images)) return
  throw badRequest('slides', (of) =>
    images > 1
      ? `${of('slides')} must be ${images}, one for each image, the cover first; there are ${slides.length}.`
      : `${of('slides')} are for the images of a carousel. Leave them out, or add images.`,
  )
}

type Sized = { source: MediaSource; width: number; height: number }

/**
 * Checks that the images have one shape. @param media the cover first @throws BAD_REQUEST naming the first image of another shape
 * @see docs/contract.md#carousels
 */
export function requireEqualRatios(media: readonly Sized[]): void {
  const [cover] = media
  if (!cover) return
  for (const [index, { source, width, height }] of media.entries()) {
    if (source.isCover) continue
    const [ours, theirs] = [cover.width * height, width * cover.height]
    if (Math.abs(ours - theirs) * 100 <= Math.max(ours, theirs) * RATIO_PERCENT) continue
    const field = mediaField(source, index)
    throw badRequest(
      field,
      (of) =>
        `${of(field)} is ${width} × ${height}, a different shape from the cover (${cover.width} × ${cover.height}). Crop all carousel images to the same width-to-height ratio.`,
    )
  }
}
