/** The body of POST /pins: the fields that v5 accepts, and the pictures inside. */
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { imageSize } from 'image-size'
import { z } from 'zod'
import type { InsertPin, Picture } from './pins.js'
import type { SlideTexts } from '../wire.js'
import { badLink, coverMissing, imageBroken, imageTooSmall, imageUnreachable, invalidRequest } from '../faults/refusals.js'

const MIN_SIDE_PX = 100
const TYPE_BY_CONTENT: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

const atMost = (limit: number) =>
  z
    .string()
    .refine((text) => [...text].length <= limit, `is too long (constraint: maxLength=${limit})`)
    .nullish()
    .transform((text) => text ?? null)
const digits = z.string().regex(/^\d+$/, String.raw`does not match '^\d+$'`)
const isStandard = z.boolean().default(true)

const picture = { content_type: z.enum(['image/jpeg', 'image/png']), data: z.string().min(1) }
const slide = { title: z.string().optional(), description: z.string().optional(), link: z.string().optional() }
const two = 'holds too few (constraint: minItems=2)'
const five = 'holds too many (constraint: maxItems=5)'
const index = z.int().min(0).max(4).optional()

const mediaSource = z.discriminatedUnion('source_type', [
  z.object({ source_type: z.literal('image_base64'), ...picture, is_standard: isStandard }),
  z.object({ source_type: z.literal('image_url'), url: z.string(), is_standard: isStandard }),
  // The strict shape refuses is_standard, which a carousel does not have.
  z.strictObject({
    source_type: z.literal('multiple_image_base64'),
    items: z
      .array(z.strictObject({ ...picture, ...slide }))
      .min(2, two)
      .max(5, five),
    index,
  }),
  z.strictObject({
    source_type: z.literal('multiple_image_urls'),
    items: z
      .array(z.strictObject({ url: z.string(), ...slide }))
      .min(2, two)
      .max(5, five),
    index,
  }),
  z.object({
    source_type: z.literal('video_id'),
    media_id: digits,
    cover_image_url: z.string().nullish(),
    cover_image_content_type: picture.content_type.nullish(),
    cover_image_data: picture.data.nullish(),
    cover_image_key_frame_time: z.int().min(0).nullish(),
    is_standard: isStandard,
  }),
])

const body = z.object({
  board_id: digits,
  board_section_id: digits.nullish().transform((id) => id ?? null),
  title: atMost(100),
  description: atMost(800),
  link: atMost(2048),
  alt_text: atMost(500),
  dominant_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'is no hex colour')
    .nullish()
    .transform((colour) => colour ?? null),
  media_source: mediaSource,
  ai_disclosures: z.strictObject({ values: z.array(z.enum(['AI_MODIFIED', 'SYNTHETIC_PERFORMER'])) }).nullish(),
})

const change = z.object({
  board_id: digits.optional(),
  board_section_id: digits.nullish(),
  title: atMost(100).optional(),
  description: atMost(800).optional(),
  link: atMost(2048).optional(),
  alt_text: atMost(500).optional(),
})
export type ChangeBody = z.output<typeof change>

/**
 * The fields to change; a field that is left out stays.
 * @throws Refusal 400/1 for an invalid body or an unusable link
 */
export function readChangeBody(input: unknown): ChangeBody {
  const given = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const read = parse(change, input)
  if (typeof read.link === 'string' && read.link !== '' && !isWebAddress(read.link)) throw badLink()
  return Object.fromEntries(Object.entries(read).filter(([name]) => given.includes(name)))
}

const saveBody = z.object({
  board_id: digits,
  board_section_id: digits.nullish().transform((id) => id ?? null),
})

/**
 * The board to save a pin to. Saving without a board goes to the profile, which this platform does not have.
 * @throws Refusal 400/1
 */
export function readSaveBody(input: unknown): { boardId: string; sectionId: string | null } {
  const { board_id: boardId, board_section_id: sectionId } = parse(saveBody, input)
  return { boardId, sectionId }
}

/** A video is found by its id afterwards; `cover` null: its frame at `coverSecond` is used. */
export type BodyMedia =
  | { kind: 'images'; pictures: Picture[]; slides?: SlideTexts[] }
  | { kind: 'video'; videoId: string; cover: Picture | null; coverSecond: number | null }
export type CreateBody = Omit<InsertPin, 'ownerId' | 'createdAt' | 'visibleAt' | 'media'> & { media: BodyMedia }

/**
 * @throws Refusal 400/1 for an invalid body, an unusable link, a picture by address (nothing is fetched here) or a video without
 * a cover · 403/233, 403/235
 */
export function readCreateBody(input: unknown): CreateBody {
  const data = parse(body, input)
  const { media_source: source, link } = data
  if (link !== null && link !== '' && !isWebAddress(link)) throw badLink()
  const media = readMedia(source)
  for (const { link: own } of (media.kind === 'images' && media.slides) || []) if (own && !isWebAddress(own)) throw badLink()
  return {
    boardId: data.board_id,
    sectionId: data.board_section_id,
    title: data.title,
    description: data.description,
    link,
    altText: data.alt_text,
    aiDisclosures: data.ai_disclosures?.values ?? [],
    dominantColor: data.dominant_color,
    isStandard: 'is_standard' in source ? source.is_standard : true,
    media,
  }
}

function parse<T extends z.ZodType>(shape: T, input: unknown): z.output<T> {
  const parsed = shape.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is not valid'}`)
}

function readMedia(source: z.output<typeof mediaSource>): BodyMedia {
  switch (source.source_type) {
    case 'image_base64':
      return { kind: 'images', pictures: [fromBase64(source)] }
    case 'multiple_image_base64':
      return {
        kind: 'images',
        pictures: source.items.map(fromBase64),
        slides: source.items.map(({ content_type: _, data: __, ...texts }) => texts),
      }
    case 'image_url':
    case 'multiple_image_urls':
      throw imageUnreachable()
    case 'video_id': {
      const { cover_image_url: url, cover_image_content_type: content_type, cover_image_data: data } = source
      if (url) throw imageUnreachable()
      const given = content_type && data ? fromBase64({ content_type, data }) : null
      if (!given && typeof source.cover_image_key_frame_time !== 'number') throw coverMissing()
      const coverSecond = given ? null : (source.cover_image_key_frame_time ?? null)
      return { kind: 'video', videoId: source.media_id, cover: given, coverSecond }
    }
  }
}

const fromBase64 = ({ content_type, data }: { content_type: string; data: string }) =>
  readPicture(content_type, Buffer.from(data, 'base64'))

/** Reads the link for matching faults, even from a body that will be refused. */
export function readLink(input: unknown): string | null {
  const parsed = z.object({ link: z.string() }).safeParse(input)
  return parsed.success ? parsed.data.link : null
}

function isWebAddress(link: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(link)?.protocol ?? '')
}

/** @throws Refusal 403/233 if it is too small · 403/235 if it is not a picture of that type */
export function readPicture(contentType: string, bytes: Uint8Array): Picture {
  const { width, height, type } = measure(bytes)
  if (type !== TYPE_BY_CONTENT[contentType]) throw imageBroken()
  if (width < MIN_SIDE_PX || height < MIN_SIDE_PX) throw imageTooSmall()
  return { contentType, width, height, bytes }
}

function measure(bytes: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(bytes)
  } catch {
    throw imageBroken()
  }
}
