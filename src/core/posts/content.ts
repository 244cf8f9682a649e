/**
 * What people write in a post, one row a field. Its columns, the checks of a new post and of an edit, undo, approvals, saved pins
 * and the export follow from its row. /v1 and Slack’s forms do not compile until they have it, too.
 */
import type { Sentence } from '../lib/codes.js'
import { badRequest } from '../lib/errors.js'
import { requireDestination } from '../lib/http/url.js'
import { cleanLine, cleanText, lengthOf, requireWords, wrongLength } from '../lib/prose/text.js'
import { readAll } from '../lib/rows/read-all.js'
import type { PinSlide } from '../ports/platform.js'

export const TITLE_LENGTH = 100
export const DESCRIPTION_LENGTH = 800
export const ALT_TEXT_LENGTH = 500
export const MOST_PRODUCT_TAGS = 24
export const MOST_LABELS = 10
export const LABEL_LENGTH = 30
/** What the maker of a pin declares about AI, by Pinterest's names, in the order in which they are kept. */
export const AI_MODIFIED = 'AI_MODIFIED'
export const AI_DISCLOSURES = [AI_MODIFIED, 'SYNTHETIC_PERFORMER'] as const

type Row = Shape & {
  column: string
  /** A post without it cannot be scheduled. */
  isNeeded?: true
  /** Pinterest shows that of the original on a saved pin. */
  isOfTheOriginal?: true
  /** An approval shows how it differs from the request. */
  isCompared?: true
  /** It follows from other fields, so no edit names it. */
  isDerived?: true
}
type Shape = Text | Address | List | Flag | Second | Slides
/** `most`: in characters. `canBeEmptied`: an empty text removes it. */
type Text = { kind: 'line' | 'lines'; most: number; canBeEmptied?: true }
type Address = { kind: 'address' }
type List = { kind: 'list'; read: (given: readonly string[]) => string[] }
/** `unless`: the value of a post that is given none. */
type Flag = { kind: 'flag'; unless: boolean }
/** A whole second of the video; its first one is kept as null. */
type Second = { kind: 'second' }
type Slides = { kind: 'slides' }

/** What Pinterest shows with one image of a carousel. */
export type Slide = PinSlide
export const MOST_SLIDES = 5

export const CONTENT = {
  title: { column: 'title', kind: 'line', most: TITLE_LENGTH, isNeeded: true, isOfTheOriginal: true, isCompared: true },
  description: {
    column: 'description',
    kind: 'lines',
    most: DESCRIPTION_LENGTH,
    isNeeded: true,
    isOfTheOriginal: true,
    isCompared: true,
  },
  url: { column: 'url', kind: 'address', isNeeded: true, isOfTheOriginal: true, isCompared: true },
  altText: {
    column: 'alt_text',
    kind: 'line',
    most: ALT_TEXT_LENGTH,
    canBeEmptied: true,
    isOfTheOriginal: true,
    isCompared: true,
  },
  productTagPinIds: {
    column: 'product_tag_pin_ids',
    kind: 'list',
    read: readProductTags,
    isOfTheOriginal: true,
    isCompared: true,
  },
  aiDisclosures: { column: 'ai_disclosures', kind: 'list', read: readDisclosures, isOfTheOriginal: true, isCompared: true },
  /** The frame of a video that is its cover, unless it has a picture of its own. */
  cover: { column: 'cover', kind: 'second', isOfTheOriginal: true, isCompared: true },
  /** One for each image of a carousel, the cover first, or none at all. */
  slides: { column: 'slides', kind: 'slides', isOfTheOriginal: true, isCompared: true },
  labels: { column: 'labels', kind: 'list', read: (given) => readLabels(given) },
  isSimplified: { column: 'is_simplified', kind: 'flag', unless: true, isDerived: true },
} as const satisfies Record<string, Row>

export type ContentField = keyof typeof CONTENT
type Values = {
  line: string | null
  lines: string | null
  address: string | null
  list: string[]
  flag: boolean
  second: number | null
  slides: Slide[]
}
export type Content = { -readonly [F in ContentField]: Values[(typeof CONTENT)[F]['kind']] }

type Says = 'isNeeded' | 'isOfTheOriginal' | 'isCompared' | 'isDerived'
type FieldThat<What extends Says> = {
  [F in ContentField]: (typeof CONTENT)[F] extends Record<What, true> ? F : never
}[ContentField]
export type NeededField = FieldThat<'isNeeded'>
export type ComparedField = FieldThat<'isCompared'>
/** The fields that a person gives, and may change later. */
export type GivenField = Exclude<ContentField, FieldThat<'isDerived'>>
export type GivenContent = Pick<Content, GivenField>
/** An edit names the fields that it changes; a list replaces all of it. */
export type GivenChanges = { [F in GivenField]?: NonNullable<Content[F]> }

const ROWS: Readonly<Record<ContentField, Row>> = CONTENT
export const CONTENT_FIELDS = Object.keys(CONTENT) as ContentField[] // keys of the object above
export const CONTENT_COLUMNS = Object.values(CONTENT).map(({ column }) => column)
const fieldsThat = <What extends Says>(what: What) => CONTENT_FIELDS.filter((field) => ROWS[field][what]) as FieldThat<What>[] // the same test as of the type
export const NEEDED_FIELDS = fieldsThat('isNeeded')
export const ORIGINAL_FIELDS = fieldsThat('isOfTheOriginal')
export const COMPARED_FIELDS = fieldsThat('isCompared')
export const GIVEN_FIELDS = CONTENT_FIELDS.filter((field) => !ROWS[field].isDerived) as GivenField[] // the same test as of the type

export const isList = (field: ContentField): boolean => ROWS[field].kind === 'list'

const emptyOf = (row: Row): Content[ContentField] =>
  row.kind === 'flag' ? row.unless : row.kind === 'list' || row.kind === 'slides' ? [] : null
/** The content of a post that nobody gave any: its makers name only what they set. */
export const EMPTY_CONTENT = Object.fromEntries(CONTENT_FIELDS.map((field) => [field, emptyOf(ROWS[field])])) as Content

/** Copies the content field by field. @param from an image from before a field was there lacks it, and the copy then does, too */
export function contentOf<From extends Content>(from: From): Content {
  const content: Partial<Record<ContentField, unknown>> = {}
  for (const field of CONTENT_FIELDS) if (from[field] !== undefined) content[field] = from[field]
  return content as Content
}

/** Adds the content of a row. A loop over keys is as fast as a literal only on an object that has its other keys already. */
export function withContent<To extends object>(to: To, from: Content): To & Content {
  const post = to as To & Record<ContentField, unknown>
  for (const field of CONTENT_FIELDS) post[field] = from[field]
  return post as To & Content
}

type Read<Given> = { [F in keyof Pick<Given, keyof Given & GivenField>]: Content[F & GivenField] }

/**
 * Cleans and checks the fields that were given; null stays null, and what can be emptied becomes null if it is empty.
 * @throws BAD_REQUEST the first of what is wrong, with all of it
 */
export function readContent<Given extends Partial<GivenContent>>(given: Given): Read<Given> {
  const fields = GIVEN_FIELDS.filter((field) => given[field] !== undefined)
  const read = (field: GivenField) => {
    const value = given[field] ?? null
    return value === null ? null : readField(field, value)
  }
  return readAll(Object.fromEntries(fields.map((field) => [field, () => read(field)]))) as Read<Given>
}

/** @param given as its row says */
function readField(field: GivenField, given: NonNullable<GivenChanges[GivenField]>): unknown {
  const row: Row = ROWS[field]
  switch (row.kind) {
    case 'line':
    case 'lines':
      return readText(field, given as string, row)
    case 'address':
      return requireDestination(field, given as string)
    case 'list':
      return row.read(given as string[])
    case 'flag':
      return given
    case 'second':
      return readSecond(field, given as number)
    case 'slides':
      return readSlides(given as Slide[])
  }
}

/** Cleans a text and checks its length in code points: an emoji is one, and a text with nothing visible is empty. */
function readText(field: string, text: string, { most, canBeEmptied }: Text): string | null {
  const clean = cleanText(field, text)
  const length = lengthOf(clean)
  if (length > most || (length === 0 && !canBeEmptied)) throw badRequest(field, wrongLength(field, length, most))
  return length === 0 ? null : clean
}

const SLIDE_FIELDS = ['title', 'description', 'link'] as const
const slideField = (index: number, name: keyof Slide) => `slides[${index}].${name}`

/** Checks the texts and links of slides as those of a pin. @throws BAD_REQUEST slides, or the field of a slide */
function readSlides(given: readonly Slide[]): Slide[] {
  if (given.length > MOST_SLIDES)
    throw badRequest('slides', (of) => `${of('slides')} must be at most ${MOST_SLIDES}; there are ${given.length}.`)
  return given.map(
    (slide, index) =>
      readAll(
        Object.fromEntries(
          SLIDE_FIELDS.flatMap((name) => {
            const text = slide[name]
            const field = slideField(index, name)
            if (text === undefined) return []
            return [[name, () => (name === 'link' ? requireDestination(field, text) : readText(field, text, CONTENT[name]))]]
          }),
        ),
      ) as Slide,
  )
}

/** Returns the words of each slide on one line, in their order: what is not set is a dash. */
export const slideWords = (slides: readonly Slide[]): string[] =>
  slides.map((slide, index) => `${index + 1}: ${SLIDE_FIELDS.map((name) => slide[name] ?? '–').join(' / ')}`)

/** Pinterest takes whole seconds. @throws BAD_REQUEST `field` */
function readSecond(field: string, given: number): number | null {
  if (!Number.isSafeInteger(given) || given < 0)
    throw badRequest(field, (of) => `${of(field)}: the second must be a whole number, 0 or more.`)
  return given === 0 ? null : given
}

/**
 * Checks the form of product tags, before any of them is read.
 * @throws BAD_REQUEST productTagPinIds: more than 24, not digits, one of them twice
 * @see docs/contract.md#product-tags
 */
export function readProductTags(tagPinIds: readonly string[]): string[] {
  const refused = (sentence: Sentence) => badRequest('productTagPinIds', sentence)
  if (tagPinIds.length > MOST_PRODUCT_TAGS)
    throw refused((of) => `${of('productTagPinIds')} must be at most ${MOST_PRODUCT_TAGS} pins; there are ${tagPinIds.length}.`)
  if (!tagPinIds.every((id) => /^[0-9]{1,40}$/.test(id)))
    throw refused((of) => `${of('productTagPinIds')} must be ids of product pins: digits only.`)
  if (new Set(tagPinIds).size < tagPinIds.length) throw refused((of) => `${of('productTagPinIds')} must not list a pin twice.`)
  return [...tagPinIds]
}

/** Returns each once, in the order of the table. @throws BAD_REQUEST aiDisclosures: an unknown one */
function readDisclosures(given: readonly string[]): string[] {
  const names: readonly string[] = AI_DISCLOSURES
  if (!given.every((one) => names.includes(one)))
    throw badRequest('aiDisclosures', (of) => `${of('aiDisclosures')} has an unknown value. Use ${names.join(' or ')}.`)
  return names.filter((one) => given.includes(one))
}

/** @param isTaken false: our app at Pinterest does not take them @throws BAD_REQUEST aiDisclosures */
export function requireDisclosable(given: readonly string[] | undefined, isTaken: boolean): void {
  if (!isTaken && given && given.length > 0)
    throw badRequest(
      'aiDisclosures',
      (of) => `${of('aiDisclosures')} cannot be set: Pinterest does not take this from Pinslot here. Leave it out.`,
    )
}

/**
 * Cleans labels; one that differs from another in case alone is the same.
 * @throws BAD_REQUEST `field`: more than 10, or one that readLabel() refuses
 */
export function readLabels(given: readonly string[], field = 'labels'): string[] {
  const labels = new Map<string, string>()
  for (const text of given) {
    const label = readLabel(text, field)
    const key = label.toLowerCase()
    if (!labels.has(key)) labels.set(key, label)
  }
  if (labels.size > MOST_LABELS)
    throw badRequest(field, (of) => `${of(field)}: a pin can have at most ${MOST_LABELS}; there are ${labels.size}.`)
  return [...labels.values()]
}

/**
 * Cleans a label. Files and forms separate labels by commas and semicolons.
 * @throws BAD_REQUEST `field`: empty, longer than 30 characters, or with a comma or a semicolon
 */
function readLabel(text: string, field: string): string {
  const label = requireWords(field, text, LABEL_LENGTH, cleanLine)
  if (/[,;]/.test(label)) throw badRequest(field, (of) => `${of(field)} cannot contain a comma or a semicolon. Use two labels.`)
  return label
}
