/** Splits text of any script into comparable words. Pure. */
import { fold } from './fold.js'
import { latinWordsOf } from './latin.js'
import { joinMeasures } from './measures.js'

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
