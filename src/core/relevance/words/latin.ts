/**
 * Splits Latin text into words by one walk over its letters: this takes most of the time of a score, and expressions are three
 * times as slow.
 */
import { fold } from './fold.js'

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
export function latinWordsOf(text: string): string[] | undefined {
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
