/**
 * Finds names in a text that are not on its page. A capital marks a name, except at the beginning of a sentence, in a title of
 * capitals, or in German; there a word counts as a name unless it is a common word. Pure.
 */
import { fold } from '../../relevance/words/fold.js'
import { stemOf } from '../../relevance/words/stems.js'
import { type DraftLanguage, PHRASE_WORDS } from '../phrases.js'
import { isPlainWord } from './plain-words.js'

export const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const BEGINNING = /(?:[.!?…:–—|·•“”"«»„(¿¡]|(?<!\s)[^\S\n]*\n)\s*$/u

/** The words of a page. */
export type Known = {
  language: DraftLanguage
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** Pairs of adjacent words. */
  pairs: ReadonlySet<string>
  /** True when common words also have capitals. */
  isCapitalizing: boolean
}

/** @param prose sentences of the page, which show its use of capitals */
export function knownOf(source: string, prose: readonly string[], language: DraftLanguage): Known {
  const words = new Set(wordsOf(source))
  const inOrder = (source.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’]s$/, ''))
  const pairs = new Set(inOrder.slice(1).map((word, at) => `${inOrder[at]} ${word}`))
  const stems = new Set([...words].map((word) => stemOf(fold(word), language)))
  return { language, words, stems, pairs, isCapitalizing: language === 'de' || capitalsIn(prose) > 0.2 }
}

/** Returns the share of capitalized words among those that do not begin a sentence. */
function capitalsIn(prose: readonly string[]): number {
  const inside = prose.flatMap((sentence) => (sentence.match(WORD) ?? []).slice(1)).filter((word) => word.length >= 4)
  return inside.length < 30 ? 0 : inside.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length / inside.length
}

export function inventedNamesIn(text: string, known: Known): string[] {
  return piecesOf(text).flatMap((piece) => {
    const words = [...piece.matchAll(WORD)]
    const saysNothing = known.isCapitalizing || isTitleCase(words.map(([word]) => word))
    return words.flatMap((match, at) => {
      const [word] = match
      const isMixed = /\p{Ll}\p{Lu}/u.test(word)
      if (!/^\p{Lu}/u.test(word) && !isMixed) return []
      if (isKnown(word, known)) {
        const pair = saysNothing ? undefined : pairOf(words, at, piece)
        return pair === undefined || stands(pair, known) ? [] : [pair]
      }
      if (PHRASE_WORDS.has(word.toLowerCase())) return []
      const begins = match.index === 0 || BEGINNING.test(piece.slice(0, match.index))
      const next = words[at + 1]?.[0]
      const isNamed =
        isMixed || !(saysNothing || (begins && !(next !== undefined && /^\p{Lu}/u.test(next) && !isKnown(next, known))))
      return !isNamed && isCommon(word, known) ? [] : [word]
    })
  })
}

/** Splits into sentences, each of which may use capitals in its own way. */
const piecesOf = (text: string): string[] => text.split(/(?<=[.!?…])\s+/)

function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length >= 4 && /^\p{L}/u.test(word))
  return long.length >= 3 && long.filter((word) => /^\p{Lu}/u.test(word)).length >= long.length * 0.75
}

const isKnown = (word: string, { words, stems, language }: Known): boolean =>
  wordsOf(word).every((part) => words.has(part) || PHRASE_WORDS.has(part) || stems.has(stemOf(fold(part), language)))

/** True for a common word, or a compound with a word of the page: Zitronenkuchen where the page has Zitronen. */
function isCommon(word: string, { language, words }: Known): boolean {
  const parts = wordsOf(word).filter((part) => part !== word.toLowerCase() || !/['’-]/.test(word))
  return parts.every((part) => {
    if (isPlainWord(part, language) || part.length < 2) return true
    if (language !== 'de' && language !== 'nl') return false
    return [...words].some(
      (own) => own.length >= 4 && part.length >= own.length + 3 && (part.startsWith(own) || part.endsWith(own)),
    )
  })
}

/** Returns two adjacent capitalized words, such as first and last names. */
function pairOf(words: readonly RegExpExecArray[], at: number, piece: string): string | undefined {
  const [one, next] = [words[at]!, words[at + 1]]
  if (!next || !/^\p{Lu}\p{Ll}/u.test(next[0]) || !/^\p{Lu}\p{Ll}/u.test(one[0])) return undefined
  if (one.index === 0 || BEGINNING.test(piece.slice(0, one.index))) return undefined
  return piece.slice(one.index + one[0].length, next.index) === ' ' ? `${one[0]} ${next[0]}` : undefined
}

const stands = (pair: string, { pairs }: Known): boolean => pairs.has(pair.toLowerCase().replace(/['’]s$/, ''))

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).flatMap((word) => [word, ...word.split(/['’-]/)]).filter((word) => word !== '')
