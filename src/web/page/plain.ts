/** Texts of a page as people see them, and its addresses. */
import { decodeHTML } from 'entities'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { withoutElements as withoutMarkup } from '../../core/lib/prose/text-of-html.js'

const MOST_CHARACTERS = 20_000
/** Controls, characters of no width, and marks that change the direction of text. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd\u{e0000}-\u{e007f}]/gu

/** References that remain after parsing were escaped twice. */
const REFERENCE = /&(?:amp;)?(?:amp|quot|apos|nbsp|hellip|[lr][sd]quo|[mn]dash|#\d{2,6}|#x[\da-f]{2,5});/i

/** The visible text on one line; null if there is none. */
export function plain(text: unknown): string | null {
  if (typeof text === 'number') return String(text)
  if (typeof text !== 'string') return null
  const whole = text.slice(0, MOST_CHARACTERS)
  const seen = (REFERENCE.test(whole) ? decodeHTML(decodeHTML(whole)) : whole)
    .toWellFormed()
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim()
  return seen === '' ? null : seen
}

/** Cuts a text without splitting a surrogate pair. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** The visible text of linked data and attributes, in which shops write character references and elements. */
export function plainOfMarkup(text: unknown): string | null {
  if (typeof text !== 'string') return plain(text)
  return plain(withoutElements(text))
}

/** The title of a feed or of an entry. */
export function titleOf(text: unknown, most: number): string | null {
  const seen = plainOfMarkup(text)
  return seen === null ? null : beginningOf(seen, most)
}

/**
 * Splits a text into lines, because a sentence never spans two. Line breaks of linked data count; those of HTML only where an
 * element makes them.
 */
export const linesOfMarkup = (text: unknown): string[] =>
  typeof text === 'string' ? linesOf(withoutElements(text)) : linesOf(plain(text) ?? '')

export const linesOf = (text: string): string[] =>
  text
    .slice(0, MOST_CHARACTERS)
    .split('\u2028')
    .map(plain)
    .filter((line) => line !== null)

const withoutElements = (text: string): string => withoutMarkup(text.slice(0, MOST_CHARACTERS))

/** Resolves to an absolute http or https address. */
export function addressOf(text: unknown, base: string): string | null {
  if (typeof text !== 'string') return null
  const clean = decodeHTML(text.trim().slice(0, 4_000))
  if (clean === '') return null
  const url = parseUrl(clean) ?? parseUrl(clean, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.href.length > 2_048) return null
  return url.href
}

/** Reduces a name to letters and digits for comparison. */
export const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
