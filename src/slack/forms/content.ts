/** What people type into the inputs of a pin’s content, in both forms. */
import type { ViewOutput } from '@slack/bolt'
import { type ContentValues, contentValues, INPUT_FIELDS, INPUTS, valueNameOf } from '../../../blocks/pin/content.js'
import {
  type Content,
  EMPTY_CONTENT,
  type GivenChanges,
  type GivenContent,
  type GivenField,
  isList,
  type Slide,
} from '../../core/posts/content.js'
import { readPinIds } from '../input/pin-ids.js'
import { readSlides, writeSlides } from '../input/slides.js'
import { chosenMany, typed, typedAddress } from './values.js'

export const typedContent = (view: ViewOutput): ContentValues =>
  contentValues((field) => {
    const { kind } = INPUTS[field]
    if (kind === 'choices')
      return chosenMany(view, field)
        .map(({ id }) => id)
        .join(' ')
    return kind === 'address' ? typedAddress(view, field) : typed(view, field)
  })

/** Returns the values that show what a pin has. */
export const valuesOfContent = (content: GivenContent): ContentValues =>
  contentValues((field) =>
    field === 'slides'
      ? writeSlides(content.slides)
      : [content[field] ?? []].flat().join(INPUTS[field].kind === 'names' ? ', ' : ' '),
  )

/** How a list or a number is read; a kind that is not here is a text. */
const READ: Partial<Record<(typeof INPUTS)[keyof typeof INPUTS]['kind'], (words: string) => string[] | Slide[] | number>> = {
  slides: readSlides,
  pins: readPinIds,
  second: Number, // empty: the first one
  names: (words) =>
    words
      .split(/[,;\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  choices: (words) => words.split(' ').filter((one) => one !== ''),
}

/** Reads the values as the core’s fields; an empty text stays one. */
export const givenContent = (values: ContentValues): Required<GivenChanges> =>
  Object.fromEntries(
    INPUT_FIELDS.map((field) => {
      const words = values[valueNameOf(field)]
      return [field, READ[INPUTS[field].kind]?.(words) ?? words]
    }),
  ) as Required<GivenChanges> // each as its kind says

/** Reads the content of a new pin: what is empty was not given. */
export function newContent(values: ContentValues): Content {
  const isGiven = (field: GivenField) => isList(field) || values[valueNameOf(field)].trim() !== ''
  const read = givenContent(values)
  const given = INPUT_FIELDS.filter(isGiven).map((field) => [field, read[field]] as const)
  return { ...EMPTY_CONTENT, ...Object.fromEntries(given) }
}
