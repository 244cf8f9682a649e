/** Cleans and counts text that people type. */
import type { Sentence } from '../codes.js'
import { badRequest } from '../errors.js'

/** Refuses what the database would refuse or alter: a NUL, half of a surrogate pair. @throws BAD_REQUEST naming `field` */
export function requireStorable(field: string, text: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest(field, (of) => `${of(field)} has an invalid character. Type it again.`)
  return text
}

/** Counts code points: an emoji is one. */
export const lengthOf = (text: string) => [...text].length

/** Makes the refusal of a text that is empty or longer than `most`. @param length in code points */
export function wrongLength(field: string, length: number, most: number): Sentence {
  if (length === 0) return (of) => `${of(field)} is empty: use 1 to ${most} characters.`
  const over = length - most
  return (of) => `${of(field)} is ${over} ${over === 1 ? 'character' : 'characters'} too long: at most ${most}.`
}

/** Control characters except tabs and line breaks, and zero-width characters that join nothing. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u2060\ufeff]/gu
/** Joiners that are not between two characters. Emoji and some scripts need those that are. */
const LOOSE_JOINERS = /(?<![^\s\u200c\u200d])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=\s|$)/gu
/** Unassigned code points are not included: a later Unicode version may make them emoji. */
const INVISIBLE = '\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}'
/** Includes private use characters, the Braille blank, and the object replacement character. */
const NOTHING_TO_SEE = new RegExp(`^[${INVISIBLE}\\p{Co}\\p{Noncharacter_Code_Point}\\u2800\\ufffc]*$`, 'u')
const INVISIBLE_START = new RegExp(`^[${INVISIBLE}]+`, 'u')
const INVISIBLE_END = new RegExp(`(?<![${INVISIBLE}])[${INVISIBLE}]+$`, 'u')

/** Removes invisible characters at both ends of a single word, such as an address: copying often adds them. */
export const trimUnseen = (text: string): string => text.replace(INVISIBLE_START, '').replace(INVISIBLE_END, '')

/**
 * Trims the text and removes control and zero-width characters, which a platform drops silently. A text without visible
 * characters becomes empty.
 * @throws BAD_REQUEST naming `field`
 */
export function cleanText(field: string, text: string): string {
  const clean = requireStorable(field, text)
    .replace(/\r(?!\n)/g, '\n') // a line break of old
    .replace(UNSEEN, (character) => (/[\t\n\r]/.test(character) ? character : ''))
    .replace(LOOSE_JOINERS, '')
    .trim()
  return NOTHING_TO_SEE.test(clean) ? '' : clean
}

/** Runs cleanText() and joins lines, for texts in lists and inside our own sentences. @throws BAD_REQUEST naming `field` */
export const cleanLine = (field: string, text: string): string => cleanText(field, text).replace(/\s+/gu, ' ')

/** Cleans a text that must have 1 to `most` code points. @param clean cleanLine() joins its lines @throws BAD_REQUEST naming `field` */
export function requireWords(field: string, text: string, most: number, clean = cleanText): string {
  const words = clean(field, text)
  const length = lengthOf(words)
  if (length === 0 || length > most) throw badRequest(field, wrongLength(field, length, most))
  return words
}

const MOST_QUOTED = 200

/** Quotes typed text in a refusal, shortened: a refusal must not repeat a text of any length. */
export function quoted(text: string): string {
  return `“${cut(text, MOST_QUOTED)}”`
}

/** Shortens a text to `most` code points; an ellipsis shows that there was more. */
export function cut(text: string, most: number): string {
  const beginning = [...text.slice(0, 2 * most + 2)]
  return beginning.length > most ? `${beginning.slice(0, most).join('')}…` : text
}
