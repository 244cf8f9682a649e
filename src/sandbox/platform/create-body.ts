/** The body of POST /pins: what v5 takes of it, and the picture inside. */
import { imageSize } from 'image-size'
import { z } from 'zod'
import type { InsertPin } from './pins.js'
import { badLink, imageBroken, imageTooSmall, imageUnreachable, invalidRequest } from './refusals.js'

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
  media_source: z.discriminatedUnion('source_type', [
    z.object({
      source_type: z.literal('image_base64'),
      content_type: z.enum(['image/jpeg', 'image/png']),
      data: z.string().min(1),
      is_standard: isStandard,
    }),
    z.object({ source_type: z.literal('image_url'), url: z.string(), is_standard: isStandard }),
  ]),
})

export type CreateBody = Omit<InsertPin, 'ownerId' | 'createdAt' | 'visibleAt'>

/** @throws Refusal 400/1 against the schema, an unusable link or an image by address (nothing is fetched here) · 403/233, 403/235 */
export function readCreateBody(input: unknown): CreateBody {
  const parsed = body.safeParse(input)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalidRequest(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is not valid'}`)
  }
  const { media_source: media, link } = parsed.data
  if (link !== null && link !== '' && !isWebAddress(link)) throw badLink()
  if (media.source_type === 'image_url') throw imageUnreachable()
  return {
    boardId: parsed.data.board_id,
    sectionId: parsed.data.board_section_id,
    title: parsed.data.title,
    description: parsed.data.description,
    link,
    altText: parsed.data.alt_text,
    dominantColor: parsed.data.dominant_color,
    isStandard: media.is_standard,
    picture: readPicture(media.content_type, Buffer.from(media.data, 'base64')),
  }
}

/** What a fault is matched by, readable also in a body that will be refused. */
export function readLink(input: unknown): string | null {
  const parsed = z.object({ link: z.string() }).safeParse(input)
  return parsed.success ? parsed.data.link : null
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol)
}

/** @throws Refusal 403/233 too small · 403/235 no picture, or not of that type */
export function readPicture(contentType: string, bytes: Uint8Array): InsertPin['picture'] {
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
