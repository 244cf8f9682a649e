/** Determines the language of a keyword, as far as a few words show it. A wrong guess only costs an inflection. Pure. */
import { detectLanguage } from './detector.js'
import { EVIDENCE, type Language } from './evidence.js'

export type { Language } from './evidence.js'

const setOf = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g))

const LANGUAGES = Object.entries(EVIDENCE).map(([language, { own, shared, ...evidence }]) => ({
  language: language as Language, // the keys of EVIDENCE
  own: setOf(own),
  shared: setOf(shared),
  ...evidence,
}))

const CANDIDATES = LANGUAGES.map(({ language }) => language)

/** How much the detector must prefer a language to English, because most short keywords are English, many of them names. */
const MARGIN = 0.1
/** The score of languages on which the detector is silent. */
const UNKNOWN = 0.5
/** What the lists, a typical letter and each typical word add to the detector's score. */
const TYPICAL = { listed: 0.1, letters: 0.3, word: 0.2 }

/**
 * Returns the language with the most evidence in the lists; without any, what the detector is sure of, or what its guess and
 * typical features agree on; otherwise English.
 * @param keyword as typed
 * @param words its words, folded
 */
export function languageOf(keyword: string, words: readonly string[]): Language {
  const typed = keyword.toLowerCase().normalize('NFC')
  const scores = LANGUAGES.map(({ language, own, shared, endings, letters }) => {
    let score = letters?.test(typed) ? 0.6 : 0
    for (const word of words) score += own.has(word) || endings?.test(word) ? 1 : shared.has(word) ? 0.5 : 0
    return { language, score }
  })
  const [first, second] = [...scores].sort((a, b) => b.score - a.score)
  if (first && second && first.score >= 1 && first.score > second.score) return first.language
  const listed = new Map(scores.map(({ language, score }) => [language, score]))
  const isEnglish = first?.language === 'en' && first.score > (second?.score ?? 0)
  return isEnglish || listed.get('en')! >= 1 ? 'en' : byLetters(keyword, typed, words, listed)
}

function byLetters(keyword: string, typed: string, words: readonly string[], listed: ReadonlyMap<Language, number>): Language {
  const guess = detectLanguage(keyword, CANDIDATES)
  let best: Language = 'en'
  let most = Number.NEGATIVE_INFINITY
  for (const { language, typical } of LANGUAGES) {
    const hasLetters = typical.letters?.test(typed) === true
    const typicals = words.filter((word) => typical.words.test(word)).length
    const hasMore = hasLetters || typicals > 0 || listed.get(language)! > 0
    if (language !== 'en' && !guess.isSure && !hasMore) continue
    const all =
      (guess.scores[language] ?? UNKNOWN) +
      TYPICAL.listed * listed.get(language)! +
      (hasLetters ? TYPICAL.letters : 0) +
      typicals * TYPICAL.word +
      (language === 'en' ? MARGIN : 0)
    if (all > most) [best, most] = [language, all]
  }
  return best
}
