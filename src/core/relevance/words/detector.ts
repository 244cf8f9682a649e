/** The language of a few words by their letters: eld behind one function, loaded when first asked, for it takes some 60 MB. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Eld = typeof import('eld/extrasmall')['eld']

export type Guess = {
  /** Two letters of ISO 639-1. */
  language: string
  /** From 0 to 1, of each candidate that has any. */
  scores: Readonly<Record<string, number>>
}

/** The same detector for every keyword: candidates are its setting. */
let detector: Eld | undefined

/**
 * Undefined where it is not sure.
 * @param candidates the same in every call
 */
export function guessLanguage(text: string, candidates: readonly string[]): Guess | undefined {
  detector ??= load(candidates)
  const result = detector.detect(text)
  return result.language === '' || !result.isReliable() ? undefined : { language: result.language, scores: result.getScores() }
}

/** Scoring has no room to wait for an import, and an import at the start would cost every process that scores nothing. */
function load(candidates: readonly string[]): Eld {
  const require = createRequire(import.meta.url)
  const { eld } = require(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as typeof import('eld/extrasmall')
  const own = eld.newInstance()
  own.setLanguageSubset([...candidates])
  return own
}
