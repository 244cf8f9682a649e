/** Splits text of any script into sentences by Unicode's rules, and measures them. */

/** Scripts in which one letter says as much as a syllable. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}][\p{M}]*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*){3}/u
/** Scripts whose sentences end with a space, or with the paragraph. */
const WITHOUT_STOPS = /[\p{Script=Thai}\p{Script=Lao}]{4}/u

/** Returns the length of the text as if it were written in Latin letters. */
export const weightOf = (text: string): number => text.length + Math.round((text.match(DENSE)?.length ?? 0) * 1.5)

export const isSpaceless = (text: string): boolean => SPACELESS.test(text)

const END = /[\p{Sentence_Terminal}…]["”’»)\]」』]*$/u
export const endsAsSentence = (text: string): boolean => END.test(text)

/** Adds the full stop of its script where the text has none, so that another sentence can follow. */
export function ended(text: string): string {
  if (text === '' || END.test(text) || /[:;,–—-]$/.test(text) || WITHOUT_STOPS.test(text.slice(-12))) return text
  const end = text.slice(-12)
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(end)) return `${text}。`
  if (/\p{Script=Devanagari}|\p{Script=Bengali}/u.test(end)) return `${text}।`
  if (/\p{Script=Khmer}/u.test(end)) return `${text}។`
  if (/\p{Script=Myanmar}/u.test(end)) return `${text}။`
  if (/\p{Script=Ethiopic}/u.test(end)) return `${text}።`
  return `${text}.`
}

/** Removes the full stop, as titles have none. */
export const withoutStop = (text: string): string => text.replace(/[.。।۔።។။]$/u, '')

/** Abbreviations after which a sentence goes on. */
const GOES_ON =
  /(?:^|\s)(?:\p{L}|approx|ca|z\.\s?B|bzw|inkl|incl|Dr|Mr|Mrs|Ms|St|Nr|No|vs|e\.g|i\.e|etc|bijv|p\.\s?ex|env|min|max|Std|Min|ml|Sra?|aprox|ej)\.$/u

/** The length of a clause, for scripts without full stops. */
const CLAUSE = 60

/** Splits a paragraph into sentences, complete or not. */
export function splitSentences(paragraph: string, language: string | null): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenterOf(language, 'sentence').segment(paragraph)) {
    const last = sentences.at(-1)
    if (last !== undefined && (GOES_ON.test(last) || (/^[\p{Ll}\d]/u.test(segment) && /\d\.$/.test(last))))
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`
    else sentences.push(segment.trim())
  }
  return sentences.flatMap((one) => (WITHOUT_STOPS.test(one) && one.length > CLAUSE * 3 ? clausesOf(one) : [one]))
}

function clausesOf(text: string): string[] {
  const clauses: string[] = []
  for (const piece of text.split(' ')) {
    const last = clauses.at(-1)
    if (last === undefined || last.length >= CLAUSE) clauses.push(piece)
    else clauses[clauses.length - 1] = `${last} ${piece}`
  }
  return clauses
}

/** The beginning of a sentence: a capital where the script has capitals, otherwise any letter. */
const BEGIN = /^[\p{Ps}\p{Pi}"'„¿¡]*(?:\p{Lu}|\p{Lt}|\p{Lo}|\p{Nd}|\p{Script=Georgian})/u
/** The fewest words of a sentence; languages that join small words to others need fewer. */
const LEAST_WORDS = { latin: 4, others: 3 }

const hasWords = (text: string, language: string | null, least: number): boolean => {
  if (!SPACELESS.test(text)) return text.split(' ').length >= least
  let words = 0
  for (const { isWordLike } of segmenterOf(language, 'word').segment(text.slice(0, 200)))
    if (isWordLike && ++words >= least) return true
  return false
}

const leastWords = (text: string) =>
  /^[^\p{L}]*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) ? LEAST_WORDS.latin : LEAST_WORDS.others

/** True for a complete sentence, by its beginning, its end and its number of words. */
export const isSentence = (text: string, language: string | null): boolean =>
  (END.test(text) || WITHOUT_STOPS.test(text)) && BEGIN.test(text) && hasWords(text, language, leastWords(text))

/** True for a line that could be a sentence but has no full stop. */
export const isUnended = (text: string, language: string | null): boolean =>
  !END.test(text) && !/[:;,|›»–-]$/.test(text) && BEGIN.test(text) && hasWords(text, language, leastWords(text) + 2)

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: string | null, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const key = `${language ?? ''} ${granularity}`
  let own = segmenters.get(key)
  if (!own) {
    own = new Intl.Segmenter(isKnown(language) ? language : 'en', { granularity })
    if (segmenters.size > 50) segmenters.clear()
    segmenters.set(key, own)
  }
  return own
}

function isKnown(language: string | null): language is string {
  try {
    return language !== null && Intl.Segmenter.supportedLocalesOf([language]).length > 0
  } catch {
    return false
  }
}
