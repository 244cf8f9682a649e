/** Splits text of any script into comparable words. Pure. */
import { fold } from './fold.js'

export function wordsOf(text: string): string[] {
  const plain = text.includes('#') ? splitHashtags(text) : text
  return joinMeasures(latinWordsOf(plain) ?? wordsOfAnyScript(plain))
}

const HASHTAG = /#([\p{L}\p{N}_]+)/gu
const CAPITAL_INSIDE = /(\p{Ll})(\p{Lu})/gu

/** Splits "#KitchenIdeas" at its capitals; outside a hashtag "YouTube" is one word. */
const splitHashtags = (text: string) =>
  text.replace(HASHTAG, (_, tag: string) => ` ${tag.replace(CAPITAL_INSIDE, '$1 $2').replaceAll('_', ' ')} `)

const WORD = /(?<!\d)\d+(?:[.,]\d+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
/** Symbols such as ™ would fold to letters of the word before. */
const LETTERLIKE = /[\u2100-\u218f]/g
const POSSESSIVE = /['’](?=s(?![\p{L}\p{N}]))/gu
const INCH_MARK = /(\d)\s?(?:["″”]|'')/g
/** Scripts written without spaces between words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Does the same as latinWordsOf, by expressions. */
function wordsOfAnyScript(text: string): string[] {
  const plain = text.replace(LETTERLIKE, ' ').replace(POSSESSIVE, '').replace(INCH_MARK, '$1 inch ')
  const words = fold(plain).match(WORD) ?? []
  return words.flatMap((word) => (SPACELESS.test(word) ? [...segmenter.segment(word)].map(({ segment }) => segment) : [word]))
}

/**
 * Splits Latin text into words by one walk over its letters: this takes most of the time of a score, and expressions are three
 * times as slow.
 */
const [NO_WORD, LETTER, DIGIT, ACCENTED] = [0, 1, 2, 3]
const LAST_LATIN = 0x17f

const KINDS = new Uint8Array(LAST_LATIN + 1)
for (let code = 0; code <= LAST_LATIN; code++) {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) KINDS[code] = LETTER
  else if (/[0-9]/.test(character)) KINDS[code] = DIGIT
  else if (/[\u00df-\u00f6\u00f8-\u017f]/.test(character)) KINDS[code] = ACCENTED
}

const [DOT, COMMA, APOSTROPHE, TYPOGRAPHIC_APOSTROPHE, SMALL_S, SPACE] = [0x2e, 0x2c, 0x27, 0x2019, 0x73, 0x20]
const kindOf = (code: number) => (code <= LAST_LATIN ? KINDS[code]! : NO_WORD) // past the end of a text it is NaN

/**
 * Returns folded words: "3.5" and "1,000" are one word each, "women's" is "womens", 55" is "55" and "inch". undefined for text of
 * other scripts.
 */
function latinWordsOf(text: string): string[] | undefined {
  const lower = text.toLowerCase()
  const words: string[] = []
  let start = -1
  let isNumber = true
  let isAccented = false
  for (let at = 0; at <= lower.length; at++) {
    const code = lower.charCodeAt(at)
    const kind = kindOf(code)
    if (kind !== NO_WORD) {
      if (start < 0) {
        start = at
        isNumber = true
        isAccented = false
      }
      if (kind !== DIGIT) isNumber = false
      if (kind === ACCENTED) isAccented = true
      continue
    }
    if (code > LAST_LATIN && isOfOtherScript(code)) return undefined
    if (start < 0 || (isNumber && (code === DOT || code === COMMA) && kindOf(lower.charCodeAt(at + 1)) === DIGIT)) continue
    const slice = lower.slice(start, at)
    const word = isAccented ? fold(slice) : slice
    start = -1
    if (isApostrophe(code) && lower.charCodeAt(at + 1) === SMALL_S && kindOf(lower.charCodeAt(at + 2)) === NO_WORD) {
      words.push(`${word}s`)
      at++
    } else {
      words.push(word)
      if (isNumber && isInchMark(lower, code === SPACE ? at + 1 : at)) words.push('inch')
    }
  }
  return words
}

/** True also for separate marks and letters in decorative shapes; not for punctuation, symbols and emoji. */
const isOfOtherScript = (code: number) =>
  code < 0x2000 ||
  (code >= 0x2c00 && code <= 0xd83b) ||
  (code >= 0xd840 && code <= 0xdbff) ||
  (code >= 0xf900 && code <= 0xfdff) ||
  code >= 0xfe20

const isApostrophe = (code: number) => code === APOSTROPHE || code === TYPOGRAPHIC_APOSTROPHE

function isInchMark(text: string, at: number): boolean {
  const mark = text[at]
  return mark === '"' || mark === '″' || mark === '”' || (mark === "'" && text[at + 1] === "'")
}

/** Joins numbers and their units to one word, so that "10 W", "10-watt" and "10w" agree and "10 W" and "12 W" do not. Pure. */

const SPELLINGS = {
  in: 'in inch inches zoll',
  ft: 'ft feet foot',
  cm: 'cm centimeter centimeters centimetre centimetres',
  mm: 'mm millimeter millimeters millimetre millimetres',
  m: 'm meter meters metre metres',
  kg: 'kg kilo kilos',
  g: 'g gr gram grams',
  lb: 'lb lbs pound pounds',
  oz: 'oz ounce ounces',
  ml: 'ml',
  l: 'l liter liters litre litres',
  w: 'w watt watts',
  v: 'v volt volts',
  mah: 'mah',
  mb: 'mb',
  gb: 'gb',
  tb: 'tb',
  hz: 'hz',
  ghz: 'ghz',
  mp: 'mp megapixel megapixels',
}

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, spellings]) => spellings.split(' ').map((spelling) => [spelling, unit] as const)),
)

/** Turns "10 w" and "10 watt" into "10w", "1,000" into "1000", "3,5" into "3.5"; other words stay. */
function joinMeasures(words: string[]): string[] {
  if (!hasNumber(words)) return words
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const end = endOfNumber(word)
    if (end === 0) joined.push(word)
    else if (end < word.length) joined.push(plainNumber(word.slice(0, end)) + (UNITS.get(word.slice(end)) ?? word.slice(end)))
    else {
      const unit = unitAt(words, at + 1)
      joined.push(plainNumber(word) + (unit ?? ''))
      if (unit !== undefined) at++
    }
  }
  return joined
}

const isDigit = (code: number) => code >= 48 && code <= 57
const startsWithDigit = (word: string) => isDigit(word.charCodeAt(0))

function hasNumber(words: readonly string[]): boolean {
  for (const word of words) if (startsWithDigit(word)) return true
  return false
}

/** Returns the end of the leading digits, points and commas; 0 when the word begins with none. */
function endOfNumber(word: string): number {
  if (!startsWithDigit(word)) return 0
  let end = 1
  for (let code = word.charCodeAt(end); isDigit(code) || code === 44 || code === 46; code = word.charCodeAt(end)) end++ // , and .
  return end
}

const plainNumber = (digits: string) =>
  digits.includes(',') ? digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.') : digits

/**
 * Returns the unit. "2 in 1" and "5 in a row" are no inches: "in" counts only at the end or before a word that is no number and
 * no article.
 */
function unitAt(words: readonly string[], at: number): string | undefined {
  const word = words[at]
  const unit = word === undefined ? undefined : UNITS.get(word)
  return unit === 'in' && word === 'in' && /^(?:\d.*|a|the|my|your|stock)$/.test(words[at + 1] ?? '') ? undefined : unit
}
