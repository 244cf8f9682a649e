/** Detects the language of a few words by their letters. The library eld is loaded on first use, because it takes some 60 MB. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Eld = typeof import('eld/extrasmall')['eld']

export type Guess = {
  /** Two letters of ISO 639-1; null: it knows none. */
  language: string | null
  isSure: boolean
  /** Scores from 0 to 1, for each candidate that has any. */
  scores: Readonly<Record<string, number>>
}

/** One detector for all keywords: the candidates are its setting. */
let detector: Eld | undefined

/** @param candidates two letters of ISO 639-1; the same in every call */
export function detectLanguage(text: string, candidates: readonly string[]): Guess {
  detector ??= load(candidates)
  const result = detector.detect(text)
  const language = result.language === '' ? null : result.language
  return { language, isSure: language !== null && result.isReliable(), scores: result.getScores() }
}

/** Returns undefined when it is not sure. */
export function guessLanguage(text: string, candidates: readonly string[]): string | undefined {
  const { language, isSure } = detectLanguage(text, candidates)
  return isSure && language !== null ? language : undefined
}

/**
 * Loads synchronously, because scoring cannot wait for an import, and an import at the start would burden processes that never
 * score.
 */
function load(candidates: readonly string[]): Eld {
  const require = createRequire(import.meta.url)
  const { eld } = require(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as typeof import('eld/extrasmall')
  const own = eld.newInstance()
  own.setLanguageSubset([...candidates])
  return own
}
