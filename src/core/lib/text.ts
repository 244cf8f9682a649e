/** What people type, as it may be stored and counted. */
import { badRequest, type Sentence } from './errors.js'

/** Refuses what the database would refuse or alter: a NUL, half of a surrogate pair. @throws BAD_REQUEST naming `field` */
export function requireStorable(field: string, text: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest(field, (of) => `${of(field)} has an invalid character. Type it again.`)
  return text
}

/** In code points: an emoji is one. */
export const lengthOf = (text: string) => [...text].length

/** The refusal of a text that is empty or longer than `most`. @param length in code points */
export function wrongLength(field: string, length: number, most: number): Sentence {
  if (length === 0) return (of) => `${of(field)} is empty: use 1 to ${most} characters.`
  const over = length - most
  return (of) => `${of(field)} is ${over} ${over === 1 ? 'character' : 'characters'} too long: at most ${most}.`
}

/** Control characters other than tabs and line breaks, and characters of no width that join nothing. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u2060\ufeff]/gu
/** Joiners belong to emoji and to scripts that need them: between two characters. */
const LOOSE_JOINERS = /(?<![^\s\u200c\u200d])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=\s|$)/gu
/** Unassigned code points are not among them: tomorrow they may be an emoji. */
const INVISIBLE = '\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}'
/** Also of private use, a blank of Braille, and the mark of an object that did not come along. */
const NOTHING_TO_SEE = new RegExp(`^[${INVISIBLE}\\p{Co}\\p{Noncharacter_Code_Point}\\u2800\\ufffc]*$`, 'u')
const INVISIBLE_START = new RegExp(`^[${INVISIBLE}]+`, 'u')
const INVISIBLE_END = new RegExp(`(?<![${INVISIBLE}])[${INVISIBLE}]+$`, 'u')

/** For what is one word, such as an address: without what cannot be seen at its ends, as copying it brings along. */
export const trimUnseen = (text: string): string => text.replace(INVISIBLE_START, '').replace(INVISIBLE_END, '')

/**
 * As people see it: trimmed, without control characters and characters of no width, which a platform drops without a word. What has nothing to
 * see comes back empty.
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

/** cleanText() on one line, for what stands in lists, and beside what we say ourselves. @throws BAD_REQUEST naming `field` */
export const cleanLine = (field: string, text: string): string => cleanText(field, text).replace(/\s+/gu, ' ')

const MOST_QUOTED = 200

/** What somebody typed, in quotation marks, for a sentence that says what is wrong with it: a refusal repeats no text of any length. */
export function quoted(text: string): string {
  return `“${cut(text, MOST_QUOTED)}”`
}

/** The beginning of a text, in code points; an ellipsis says that there is more. */
export function cut(text: string, most: number): string {
  const beginning = [...text.slice(0, 2 * most + 2)]
  return beginning.length > most ? `${beginning.slice(0, most).join('')}…` : text
}
