/**
 * What people write in a post, on /v1: in an answer, in a new post, in an edit. The core checks lengths and tags for each entry
 * point; here they are only documented.
 */
import { z } from 'zod'
import { URL_LENGTH } from '../core/lib/http/url.js'
import {
  ALT_TEXT_LENGTH,
  DESCRIPTION_LENGTH,
  AI_DISCLOSURES,
  GIVEN_FIELDS,
  type GivenChanges,
  type GivenField,
  LABEL_LENGTH,
  MOST_LABELS,
  MOST_PRODUCT_TAGS,
  MOST_SLIDES,
  TITLE_LENGTH,
} from '../core/posts/content.js'
import type { MediaSource } from '../core/media/post-media.js'
import { anId, text } from './schemas.js'

const title = text().meta({ minLength: 1, maxLength: TITLE_LENGTH, description: 'Required when scheduling' })
const description = text().meta({ minLength: 1, maxLength: DESCRIPTION_LENGTH, description: 'Required when scheduling' })
export const url = text().meta({
  format: 'uri',
  maxLength: URL_LENGTH,
  description: 'Destination, http or https; required when scheduling',
})
const altText = text().meta({
  maxLength: ALT_TEXT_LENGTH,
  description: 'Describes the media for people who cannot see it; empty: none',
})
const productTags = z.array(anId().meta({ pattern: '^[0-9]+$' })).meta({ maxItems: MOST_PRODUCT_TAGS, uniqueItems: true })
const aiDisclosures = z.array(z.enum(AI_DISCLOSURES)).meta({ maxItems: AI_DISCLOSURES.length, uniqueItems: true })
const labels = z.array(text().meta({ minLength: 1, maxLength: LABEL_LENGTH })).meta({ maxItems: MOST_LABELS })

const cover = z
  .strictObject({
    second: z.number().meta({ type: 'integer', minimum: 0 }).optional(),
    mediaUrl: text().meta({ maxLength: URL_LENGTH }).optional(),
    uploadId: anId().optional(),
  })
  .superRefine((given, context) => {
    if (Object.values(given).filter((one) => one !== undefined).length === 1) return
    context.addIssue({ code: 'custom', path: [], message: 'cover has exactly one of second, mediaUrl and uploadId' })
  })
  .meta({ minProperties: 1, maxProperties: 1 })

const slides = z
  .array(
    z.strictObject({
      title: text().meta({ minLength: 1, maxLength: TITLE_LENGTH }).optional(),
      description: text().meta({ minLength: 1, maxLength: DESCRIPTION_LENGTH }).optional(),
      link: text().meta({ format: 'uri', maxLength: URL_LENGTH }).optional(),
    }),
  )
  .meta({ maxItems: MOST_SLIDES })
export const slideShown = {
  title: z.string().optional().meta({ description: 'Title of this image; absent: none' }),
  description: z.string().optional().meta({ description: 'Description of this image; absent: none' }),
  link: z.string().optional().meta({ format: 'uri', description: 'Destination of this image; absent: that of the pin' }),
}

/** `shown` in an answer; `created` and `edited` in a request: left out, there is none, and nothing changes. */
const ON_WIRE = {
  title: {
    shown: z.string().nullable().meta({ description: 'Null if not set' }),
    created: title.optional(),
    edited: title.optional().meta({ description: 'Cannot be emptied' }),
  },
  description: {
    shown: z.string().nullable().meta({ description: 'Null if not set' }),
    created: description.optional(),
    edited: description.optional().meta({ description: 'Cannot be emptied' }),
  },
  url: {
    shown: z.string().nullable().meta({ description: 'Destination' }),
    created: url.optional(),
    edited: url.optional().meta({ description: 'Destination, http or https' }),
  },
  altText: {
    shown: z.string().nullable().meta({ description: 'Describes the media for people who cannot see it' }),
    created: altText.optional(),
    edited: altText.optional(),
  },
  productTagPinIds: {
    shown: z.array(z.string()).meta({ description: 'Product pins from the catalog' }),
    created: productTags
      .optional()
      .meta({ description: 'Product pins from the catalog; business accounts only; makes the pin a simplified one' }),
    edited: productTags.optional().meta({
      description:
        'Replaces all tags; empty: clears them; left out: keeps them. Any tag makes the pin a simplified one. Not allowed on a carousel',
    }),
  },
  aiDisclosures: {
    shown: z.array(z.string()).meta({ description: 'What Pinterest tells viewers about AI in the pin' }),
    created: aiDisclosures.optional().meta({
      description: 'What viewers are told: AI made or changed the media; it shows a person who does not exist',
    }),
    edited: aiDisclosures.optional().meta({ description: 'Replaces them; empty: none' }),
  },
  cover: {
    shown: z
      .object({
        second: z.int().optional().meta({ description: 'The second whose frame it is' }),
        mediaUrl: z.string().optional().meta({ format: 'uri', description: 'The image that it is' }),
      })
      .nullable()
      .meta({ description: 'What a video shows before it plays; null: no video' }),
    created: cover.optional().meta({ description: 'What a video shows first: a second of it, or an image; left out: second 0' }),
    edited: cover.optional().meta({ description: 'Of a video' }),
  },
  slides: {
    shown: z
      .array(z.object(slideShown))
      .optional()
      .meta({ description: 'Of a carousel whose images have texts: theirs, the cover first' }),
    created: slides.optional().meta({ description: 'Of a carousel: the text and link of each image, the cover first' }),
    edited: slides.optional().meta({ description: 'Replaces those of all images of a carousel; empty: none' }),
  },
  labels: {
    shown: z.array(z.string()).meta({ description: 'The team’s own labels, which Pinterest does not get' }),
    created: labels.optional().meta({ description: 'Your own, such as a campaign; Pinterest does not get them' }),
    edited: labels.optional().meta({ description: 'Replaces them; empty: none' }),
  },
} satisfies Record<GivenField, Record<Use, z.ZodType>>

type Use = 'shown' | 'created' | 'edited'

const fieldsOf = <Of extends Use>(use: Of) =>
  Object.fromEntries(GIVEN_FIELDS.map((field) => [field, ON_WIRE[field][use]])) as {
    [Field in GivenField]: (typeof ON_WIRE)[Field][Of] // the core's fields are the keys of the table
  }
export const SHOWN = fieldsOf('shown')
export const CREATED = fieldsOf('created')
export const EDITED = fieldsOf('edited')

type Body = { [Field in GivenField]?: (Field extends 'cover' ? z.output<typeof cover> : GivenChanges[Field]) | undefined }

/** Returns the fields that a request has; a cover is a second, or a picture among the media. */
export function givenIn({ cover: given, ...body }: Body): GivenChanges & { coverPicture?: MediaSource } {
  const fields: { [Field in GivenField]?: GivenChanges[Field] | undefined } = {
    ...body,
    ...(given?.second !== undefined && { cover: given.second }),
  }
  return {
    ...Object.fromEntries(GIVEN_FIELDS.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]]))),
    ...(given?.mediaUrl !== undefined && { coverPicture: { kind: 'url', url: given.mediaUrl, mediaType: 'image' } }),
    ...(given?.uploadId !== undefined && { coverPicture: { kind: 'upload', uploadId: given.uploadId } }),
  }
}
