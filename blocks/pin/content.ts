/** What people write in a pin, on our screens: one row a field, for its name, its input in both forms, and the details of a pin. */
import type { Checkboxes, InputBlock, NumberInput, PlainTextInput } from '@slack/types'
import type { AI_DISCLOSURES, CONTENT, GivenField } from '../../src/core/posts/content.js'
import { shared } from '../ids.js'
import { clip, input, option } from '../kit/kit.js'
import { addressElement, MOST_WORDS, wordsElement } from '../kit/words.js'

type Row<Field extends GivenField> = {
  label: string
  hint?: string
  /** It is under "More" in both forms. */
  isMore?: true
  /** The details of a pin show it by its name; the others have a place of their own there. */
  isFact?: true
  /** The name of its value in a form, if it is not the field’s. */
  as?: string
} & Kind<(typeof CONTENT)[Field]>
/** `most`: as in the core. `second`: a whole number. `pins`: ids or links of pins. `names`: separated by commas. `choices`: by their names in the core. `slides`: one text, of all. */
type Kind<Of> = Of extends { most: infer Most }
  ? { kind: 'line' | 'lines'; most: Most }
  : Of extends { kind: 'slides' }
    ? { kind: 'slides' }
    : Of extends { kind: 'list' }
      ? { kind: 'pins' | 'names' } | { kind: 'choices'; choices: Readonly<Record<string, string>> }
      : Of extends { kind: 'second' }
        ? { kind: 'second' }
        : { kind: 'address' }

const DISCLOSURES = {
  AI_MODIFIED: 'AI made or changed the image or video',
  SYNTHETIC_PERFORMER: 'It shows a person who doesn’t exist',
} satisfies Record<(typeof AI_DISCLOSURES)[number], string>

export const INPUTS = {
  title: { label: 'Title', kind: 'line', most: MOST_WORDS.title },
  description: { label: 'Description', kind: 'lines', most: MOST_WORDS.description },
  url: {
    label: 'Destination link',
    kind: 'address',
    hint: 'The page people open from the pin.',
    as: 'link',
    isFact: true,
  },
  altText: {
    label: 'Alt text',
    kind: 'line',
    most: MOST_WORDS.altText,
    hint: 'Describe the image for people who can’t see it.',
    isMore: true,
    isFact: true,
  },
  productTagPinIds: {
    label: 'Product tags',
    kind: 'pins',
    hint: 'Product pins: up to 24 ids or links, separated by spaces.',
    as: 'productTags',
    isMore: true,
  },
  aiDisclosures: { label: 'Made with AI', kind: 'choices', choices: DISCLOSURES, isMore: true, isFact: true },
  cover: {
    label: 'Cover of the video',
    kind: 'second',
    hint: 'The second whose frame people see first. Empty: the first frame.',
    isMore: true,
    isFact: true,
  },
  slides: {
    label: 'Slides',
    kind: 'slides',
    hint: 'For each image of a carousel, the cover first: title, description and link on lines of their own, then a line ---.',
    isMore: true,
  },
  labels: {
    label: 'Labels',
    kind: 'names',
    hint: 'Only your team sees them. Up to 10, separated by commas.',
    isMore: true,
    isFact: true,
  },
} as const satisfies { [Field in GivenField]: Row<Field> }

type ValueOf<Field extends GivenField> = (typeof INPUTS)[Field] extends { as: infer Name extends string } ? Name : Field
/** The values of the inputs, as typed. */
export type ContentValues = { [Field in GivenField as ValueOf<Field>]: string }

type AnyRow = { label: string; hint?: string; isMore?: true; isFact?: true; as?: keyof ContentValues } & (
  | { kind: 'line' | 'lines'; most: number }
  | { kind: 'address' | 'pins' | 'names' | 'second' | 'slides' }
  | { kind: 'choices'; choices: Readonly<Record<string, string>> }
)
const ROWS: Readonly<Record<GivenField, AnyRow>> = INPUTS
export const INPUT_FIELDS = Object.keys(INPUTS) as GivenField[] // keys of the object above
export const FACTS = INPUT_FIELDS.filter((field): field is Exclude<GivenField, 'slides'> => ROWS[field].isFact === true)
const MORE = INPUT_FIELDS.filter((field) => ROWS[field].isMore)

export const labelOf = (field: GivenField): string => ROWS[field].label
export const CONTENT_LABELS = Object.fromEntries(INPUT_FIELDS.map((field) => [field, labelOf(field)])) as Record<
  GivenField,
  string
>

/** Returns the name that the value of a field has in a form. */
export const valueNameOf = (field: GivenField): keyof ContentValues => ROWS[field].as ?? (field as keyof ContentValues) // its own name, unless the row has another

/** Returns a value as people read it. */
export function factOf(field: GivenField, value: string | number | readonly string[] | null): string {
  const row = ROWS[field]
  if (typeof value === 'number') return `Second ${value}`
  const words = [value ?? []].flat()
  return (row.kind === 'choices' ? words.map((one) => row.choices[one] ?? one) : words).join(', ')
}

/** Makes the values of a form. */
export const contentValues = (valueOf: (field: GivenField) => string): ContentValues =>
  Object.fromEntries(INPUT_FIELDS.map((field) => [valueNameOf(field), valueOf(field)])) as ContentValues

/** Returns the values of what is under "More". */
export const valuesOfMore = (values: ContentValues): Partial<ContentValues> =>
  Object.fromEntries(MORE.map((field) => [valueNameOf(field), values[valueNameOf(field)]]))

/** Ten labels with their commas. */
const MOST_NAMES = 500

type Changed = Partial<Pick<Parameters<typeof input>[0], 'blockId' | 'hint' | 'optional' | 'dispatches'>> & {
  element?: Partial<PlainTextInput>
  isFocused?: boolean | undefined
}

/** Returns the input of a field. @param changed what one form has otherwise */
export function contentInput(field: GivenField, values: ContentValues, changed: Changed = {}): InputBlock {
  const { element, isFocused, ...fields } = changed
  const { label, hint } = ROWS[field]
  const own = elementOf(ROWS[field], values[valueNameOf(field)], isFocused)
  return input({
    blockId: field,
    label,
    element: { ...own, ...element },
    optional: true,
    ...(hint !== undefined && { hint }),
    ...fields,
  })
}

/**
 * Returns the inputs under "More", without product tags, which are last and only for business accounts. `hasVideo`: false leaves
 * out the cover; `hasSlides`: false leaves out the slides.
 */
export const moreInputs = (values: ContentValues, { hasVideo = true, hasSlides = true } = {}): InputBlock[] =>
  MORE.flatMap((field) =>
    field === 'productTagPinIds' || (field === 'cover' && !hasVideo) || (field === 'slides' && !hasSlides)
      ? []
      : [contentInput(field, values)],
  )

function elementOf(row: AnyRow, initial: string, isFocused: boolean | undefined): PlainTextInput | NumberInput | Checkboxes {
  switch (row.kind) {
    case 'line':
    case 'lines':
      return wordsElement({ initial, most: row.most, isLong: row.kind === 'lines', isFocused })
    case 'address':
      return addressElement({ initial, isFocused })
    case 'names':
      return wordsElement({ initial, most: MOST_NAMES, isLong: false, isFocused })
    case 'second':
      return {
        type: 'number_input',
        action_id: shared.value,
        is_decimal_allowed: false,
        min_value: '0',
        ...(/^\d{1,9}$/.test(initial) && { initial_value: initial }),
      }
    case 'choices': {
      const options = Object.entries(row.choices).map(([value, words]) => option(words, value))
      const chosen = options.filter(({ value }) => initial.split(' ').includes(value ?? ''))
      return { type: 'checkboxes', action_id: shared.value, options, ...(chosen.length > 0 && { initial_options: chosen }) }
    }
    case 'pins':
    case 'slides':
      return {
        type: 'plain_text_input',
        action_id: shared.value,
        multiline: true,
        ...(initial !== '' && { initial_value: clip(initial, 3000) }),
      }
  }
}
