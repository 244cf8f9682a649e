/** Fields that the bodies of the post operations share. */
import { z } from 'zod'
import { MOST_CAROUSEL_ITEMS } from '../../../core/posts/carousel.js'
import type { MediaSource } from '../../../core/media/post-media.js'
import type { When } from '../../../core/posts/when.js'
import { URL_LENGTH } from '../../../core/lib/http/url.js'
import { anId, text } from '../../schemas.js'

type Source = { mediaUrl?: string | undefined; uploadId?: string | undefined }

/** Exactly one media source. @see docs/contract.md#create, rule 1 */
const isOneSource =
  (why: string) =>
  ({ mediaUrl, uploadId }: Source, context: z.RefinementCtx): void => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (mediaUrl !== undefined && uploadId !== undefined) refuse('uploadId', 'uploadId and mediaUrl exclude each other: send one')
    if (mediaUrl === undefined && uploadId === undefined) refuse('mediaUrl', `mediaUrl or uploadId is required: ${why}`)
  }

const mediaUrl = text()
  .min(1)
  .meta({ format: 'uri', maxLength: URL_LENGTH, description: 'Publicly accessible; exclusive with uploadId' })
const uploadId = anId().min(1).meta({ description: 'From POST /v1/media/uploads, its bytes PUT; single-use' })

const carouselItem = z
  .strictObject({ mediaUrl: mediaUrl.optional(), uploadId: uploadId.optional() })
  .superRefine(isOneSource('a carousel item needs an image'))

/** The media source of a post; a body with these fields is refined with requireMediaFields. */
export const mediaFields = {
  mediaUrl: mediaUrl.optional(),
  uploadId: uploadId.optional(),
  mediaType: z
    .unknown()
    .optional()
    .meta({
      enum: ['image', 'video'],
      default: 'image',
      description: 'Of mediaUrl; video: .mp4, .mov or .qt. Ignored with uploadId, which has its own',
    }),
  carouselItems: z.array(carouselItem).min(1).optional().meta({
    maxItems: MOST_CAROUSEL_ITEMS,
    description: 'Further images of a carousel, in order, with the cover’s width-to-height ratio; no video, no product tags',
  }),
}

/** `url`: only of a new post. */
type MediaFields = Source & { url?: string | undefined; mediaType?: unknown; carouselItems?: Source[] | undefined }

const OF_A_PAGE = 'For drafts of the page that url leads to, send it to POST /v1/accounts/{accountId}/generations'

/** @see docs/contract.md#create, rules 1 and 2 */
export function requireMediaFields(body: MediaFields, context: z.RefinementCtx): void {
  const needs = 'a post needs an image or a video'
  isOneSource(body.url === undefined ? needs : `${needs}. ${OF_A_PAGE}`)(body, context)
  if (body.uploadId === undefined && body.mediaType !== undefined && body.mediaType !== 'image' && body.mediaType !== 'video')
    context.addIssue({ code: 'custom', path: ['mediaType'], message: 'mediaType must be one of image, video' })
}

/** Returns the cover first. */
export function readMedia({ carouselItems = [], ...cover }: MediaFields): [MediaSource, ...MediaSource[]] {
  return [
    readSource(cover, cover.mediaType === 'video' ? 'video' : 'image'),
    ...carouselItems.map((item) => readSource(item, 'image')),
  ]
}

function readSource({ mediaUrl, uploadId }: Source, mediaType: 'image' | 'video'): MediaSource {
  if (uploadId !== undefined) return { kind: 'upload', uploadId }
  if (mediaUrl !== undefined) return { kind: 'url', url: mediaUrl, mediaType }
  throw new Error('requireMediaFields lets nothing without media through')
}

/** undefined if there is neither. `useNextOpenSlot: false` counts as absent. */
export function readWhen(body: {
  sendAt?: Date | undefined
  useNextOpenSlot?: boolean | undefined
}): Exclude<When, { kind: 'draft' }> | undefined {
  if (body.sendAt) return { kind: 'at', at: body.sendAt }
  return body.useNextOpenSlot ? { kind: 'nextOpenSlot' } : undefined
}

/** null, the board's root, for no section or an empty one; a blank section is kept and refused as an id. */
export const sectionOf = (section: string | undefined) => section?.trim() || section || null

type BoardFields = { boardId?: string | undefined; boardSectionId?: string | undefined }

/** The board change of an edit or scheduling: undefined fields stay, an empty section is the board's root. */
export function readBoardChange({ boardId, boardSectionId }: BoardFields): { boardId?: string; boardSectionId?: string | null } {
  return {
    ...(boardId !== undefined && { boardId }),
    ...(boardSectionId !== undefined && { boardSectionId: sectionOf(boardSectionId) }),
  }
}
