/** A pin's texts as the scorer reads them. Pure. */
import type { PublicPin } from '../../ports/platform.js'
import { wordsOf } from './words/words.js'

export type PinText = {
  title: string
  description: string
  altText?: string | undefined
  boardName?: string | undefined
  link?: string | undefined
}

/** Converts a pin of the platform, whose missing texts are null. */
export const textsOf = (
  { title, description, altText, link }: Pick<PublicPin, 'title' | 'description' | 'altText' | 'link'>,
  boardName?: string,
): PinText => ({
  title: title ?? '',
  description: description ?? '',
  altText: altText ?? undefined,
  link: link ?? undefined,
  boardName,
})

/** The order in which matches are shown. */
export const FIELD_NAMES = ['title', 'description', 'altText', 'link', 'boardName'] as const
export type FieldName = (typeof FIELD_NAMES)[number]

export type Field = { name: FieldName; text: string; words: string[] }

/** Letters: a long description names its subject in the first sentence, unless that is too short, such as "So good!". */
const LEAD = { least: 15, most: 120 }
/** More than any platform shows; bounds the work for one pin. */
const MOST_LETTERS = 2_000

const SENTENCE_END = /[.!?…](?=\s|$)|\n/

/** Returns the title or, for the many pins without one, the first text that contains words. */
export function headlineOf(pin: PinText): Field {
  for (const name of ['title', 'description', 'altText', 'link'] as const) {
    const text = textOf(pin, name)
    const lead = name === 'description' ? fieldFrom(name, leadOf(text)) : undefined
    const field = lead && lead.words.length > 0 ? lead : fieldFrom(name, text)
    if (field.words.length > 0) return field
  }
  return { name: 'title', text: '', words: [] }
}

function leadOf(description: string): string {
  const whole = description.trim()
  if (whole.length <= LEAD.most) return whole
  const text = whole.slice(0, LEAD.most)
  const end = text.slice(LEAD.least).search(SENTENCE_END)
  return end < 0 ? text : text.slice(0, LEAD.least + end)
}

export const fieldOf = (pin: PinText, name: FieldName): Field => fieldFrom(name, textOf(pin, name))

const fieldFrom = (name: FieldName, text: string): Field => ({ name, text, words: wordsOf(text) })

/** Separates a thing from its details: "Desk lamp, black", "Blender | 500 W", "Sofa (grey)". */
const SEPARATOR = /,(?!\d)|[|([{•·–—;:]|\s[-/]\s/

/**
 * Returns the number of words before the first comma, bar, bracket or dash; all of them without one. It splits these words again,
 * so call it rarely.
 */
export function headLengthOf({ text, words }: Field): number {
  const at = text.search(SEPARATOR)
  const length = at > 0 ? wordsOf(text.slice(0, at)).length : 0
  return length > 0 ? length : words.length
}

function textOf(pin: PinText, name: FieldName): string {
  const text = pin[name] ?? ''
  return name === 'link' ? slugOf(text) : text.slice(0, MOST_LETTERS)
}

const IS_CODE = /^(?:\d+|[a-z]*\d[a-z0-9]{5,}|p|dp|pin|product|products|item|index|html?|php|aspx?)$/i

/** Returns the readable last part of an address: "https://a.example/recipes/easy-lemon-cake.html?x=1" gives "easy lemon cake". */
function slugOf(link: string): string {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(link.slice(0, MOST_LETTERS))?.[1] ?? ''
  const parts = decoded(path)
    .split('/')
    .map((part) => part.replace(/[-_+.]+/g, ' ').trim())
  const last = parts.findLast((part) => part.includes(' ')) ?? parts.findLast((part) => part !== '') ?? ''
  return last
    .split(' ')
    .filter((word) => !IS_CODE.test(word))
    .join(' ')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a stray percent sign
  }
}
