/**
 * Shapes of Pinterest v5 as far as we read them. Optional fields may be null or missing; unknown values of enumerations pass; a
 * date without a zone is UTC.
 */
import { z } from 'zod'
import type {
  PlatformBoard,
  PlatformPin,
  PlatformSection,
  PlatformUser,
  PlatformWebsite,
  PublicPin,
} from '../core/ports/platform.js'

const id = z.string().regex(/^\d+$/)
const text = z.string().nullish().transform(orNull)
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const instant = z.string().nullish().transform(toInstant)

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null
}
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/

/** Reads a date without a time as its first instant in UTC, as ECMAScript does. */
function toInstant(value: string | null | undefined): Date | null {
  const read = INSTANT.exec(value ?? '')
  if (!read || value === null || value === undefined) return null
  const parsed = new Date(value.includes('T') && read.groups?.zone === undefined ? `${value}Z` : value)
  return Number.isNaN(parsed.getTime()) ? null : parsed
}

const images = z.record(z.string(), z.looseObject({ url: z.string().nullish() }).nullish()).nullish()
const media = z.looseObject({
  media_type: z.string().nullish(),
  images,
  cover_image_url: z.string().nullish(),
  items: z.array(z.looseObject({ images, cover_image_url: z.string().nullish() })).nullish(),
})
const SIZES = ['600x', '1200x', 'originals', '400x300', '150x150']

function pictureOf(of: z.output<typeof media>): string | null {
  const first = of.items?.[0]
  const pictures = of.images ?? first?.images
  const size = SIZES.find((name) => pictures?.[name]?.url)
  return (size && pictures?.[size]?.url) ?? of.cover_image_url ?? first?.cover_image_url ?? null
}

export const createdPin = z.looseObject({ id, created_at: instant })

export const pin = z
  .looseObject({
    id,
    board_id: text,
    board_section_id: text,
    title: text,
    description: text,
    link: text,
    alt_text: text,
    media: media.nullish(),
    is_owner: z.boolean().nullish().transform(orNull),
    created_at: instant,
    parent_pin_id: text,
  })
  .transform(
    (wire): PlatformPin => ({
      id: wire.id,
      boardId: wire.board_id,
      boardSectionId: wire.board_section_id,
      title: wire.title,
      description: wire.description,
      link: wire.link,
      altText: wire.alt_text,
      mediaType: wire.media?.media_type ?? null,
      itemCount: wire.media?.items?.length ?? null,
      isOwner: wire.is_owner,
      createdAt: wire.created_at,
      imageUrl: wire.media ? pictureOf(wire.media) : null,
      parentPinId: wire.parent_pin_id,
    }),
  )

/** An undocumented flag; an unexpected value must not fail the search. */
const promoted = z.boolean().nullish().transform(orNull).catch(null)

export const publicPin = z
  .looseObject({
    id: z.string().min(1), // documented as any text, unlike the id of an own pin
    title: text,
    description: text,
    link: text,
    alt_text: text,
    media: media.nullish(),
    has_been_promoted: promoted,
  })
  .transform(
    (wire): PublicPin => ({
      id: wire.id,
      title: wire.title,
      description: wire.description,
      link: wire.link,
      altText: wire.alt_text,
      imageUrl: wire.media ? pictureOf(wire.media) : null,
      isPromoted: wire.has_been_promoted,
    }),
  )

export const board = z
  .looseObject({
    id,
    name: z.string(),
    description: text,
    privacy: z
      .string()
      .nullish()
      .transform((value) => value ?? 'PUBLIC'),
    pin_count: count,
    follower_count: count,
    owner: z.looseObject({ username: z.string().nullish() }).nullish(),
    board_pins_modified_at: instant,
    created_at: instant,
  })
  .transform(
    (wire): PlatformBoard => ({
      id: wire.id,
      name: wire.name,
      description: wire.description,
      privacy: wire.privacy.toLowerCase(),
      pinCount: wire.pin_count,
      followerCount: wire.follower_count,
      ownerUsername: wire.owner?.username ?? null,
      pinsModifiedAt: wire.board_pins_modified_at,
      createdAt: wire.created_at,
    }),
  )

export const section = z
  .looseObject({ id, name: z.string() })
  .transform((wire): PlatformSection => ({ id: wire.id, name: wire.name }))

export const user = z
  .looseObject({
    id,
    username: z.string(),
    account_type: z.string().nullish(),
    business_name: text,
    profile_image: text,
    website_url: text,
  })
  .transform(
    (wire): PlatformUser => ({
      id: wire.id,
      username: wire.username,
      displayName: wire.business_name || wire.username,
      avatarUrl: wire.profile_image || null,
      isBusiness: wire.account_type === 'BUSINESS',
      websiteUrl: wire.website_url || null,
    }),
  )

/** @see https://developers.pinterest.com/docs/api/v5/user_websites-get/ */
export const website = z
  .looseObject({ website: text, status: text })
  .transform((wire): PlatformWebsite => ({ website: wire.website ?? '', isClaimed: wire.status === 'success' }))

/** Requires the items: a missing list is not an empty one, or its entries would count as deleted. */
export const page = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    items: z.array(item),
    bookmark: z
      .string()
      .nullish()
      .transform((value) => value || null),
  })

/** The upload address of a video; the fields keep their order. */
export const startedVideo = z
  .looseObject({ media_id: id, upload_url: z.url(), upload_parameters: z.record(z.string(), z.string()) })
  .transform((wire) => ({
    mediaId: wire.media_id,
    uploadUrl: wire.upload_url,
    uploadFields: Object.entries(wire.upload_parameters),
  }))

const VIDEO_STATUSES = ['registered', 'processing', 'succeeded', 'failed'] as const

/** Treats an unknown status as not final. */
export const video = z
  .looseObject({ status: z.string() })
  .transform(({ status }) => ({ status: VIDEO_STATUSES.find((known) => known === status) ?? 'processing' }))
