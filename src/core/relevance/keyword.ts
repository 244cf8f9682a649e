/** A keyword made ready once for many pins: its terms, and what any word of a pin is to them. */
import { type Language, languageOf } from './words/languages.js'
import { nearness } from './words/near.js'
import { startFilter } from './words/starts.js'
import { otherFormsOf, singularOf, stemOf } from './words/stems.js'
import { ACCESSORIES, ADDRESSES, FILLERS, MODIFIERS, NEGATIONS, PARTS, STOP_WORDS } from './words/vocabulary.js'
import { wordsOf } from './words/words.js'

/** What a word of a pin has in common with a term, the strongest first; a form is a plural or another spelling. */
export type How = 'exact' | 'form' | 'compound' | 'stem' | 'near' | 'prefix' | 'part'

export type Hit = { term: number; strength: number; how: How }

/** The whole of what a word is to the keyword. `text` are the hits that count outside the title: a slip or a beginning there is chance. */
export type Match = {
  title: readonly Hit[]
  text: readonly Hit[]
  /** Terms that begin with this word and may go on in the next one: "book shelf" for "bookshelf". */
  begins: readonly { term: number; rest: string }[]
  isStop: boolean
  /** Of no weight for the place of a match: "Kitchen Ideas" is about a kitchen from its first word to its last. */
  isFiller: boolean
  isAccessory: boolean
  isPart: boolean
}

export type Term = { word: string; singular: string; stem: string; weight: number }

export type Keyword = {
  terms: readonly Term[]
  language: Language
  /** No thing's accessory is held against it when the keyword asks for an accessory. */
  asksForAccessory: boolean
  matchOf: (word: string) => Match
  /** False for most of the words that hit nothing outside a headline. A form or a half of a term has its first two letters. */
  mayCount: (word: string) => boolean
  /** Rules out what follows it, unless the keyword itself says so ("no bake cookies"). */
  negates: (word: string | undefined) => boolean
  /** Of a title that speaks to its reader. */
  addresses: (word: string) => boolean
}

/** Past this many distinct words a keyword says no more; bounds the work per word, and one bit for each fits a number. */
const MOST_TERMS = 24
/** Bounds the memory of a keyword that lives long. */
const MOST_WORDS_KNOWN = 50_000

export function parseKeyword(text: string): Keyword {
  const words = wordsOf(text)
  const language = languageOf(text, words)
  const isStop = (word: string) => STOP_WORDS.en.has(word) || STOP_WORDS[language].has(word)
  const content = words.filter((word) => !isStop(word))
  const terms = termsOf([...new Set(content.length > 0 ? content : words)].slice(0, MOST_TERMS), language)
  const onlyFillers = terms.every(({ word }) => isFiller(word))
  const roleOf = (word: string) => ({
    isStop: isStop(word) && !terms.some((term) => term.word === word),
    isFiller: FILLERS.has(word) && !onlyFillers,
    isAccessory: ACCESSORIES.has(word),
    isPart: PARTS.has(word),
  })
  const forms = terms.flatMap(({ word, singular }) => [word, singular, ...otherFormsOf(singular)])
  const mayHit = joinsNouns(language) ? () => true : startFilter(forms, 1) // no form, slip or beginning changes the first letter
  const mayCount = startFilter(forms, 2)
  // A stem takes longer than all else here, and has two letters of its word's.
  const formOf = (word: string): Form => ({
    word,
    singular: singularOf(word),
    stem: mayCount(word) || joinsNouns(language) ? stemOf(word, language) : word,
  })
  const known = new Map<string, Match>()
  const matchOf = (word: string): Match => {
    if (!mayHit(word) && !mayHaveRole(word)) return NOTHING
    let match = known.get(word)
    if (match === undefined) {
      match = { ...(mayHit(word) ? hitsOf(formOf(word), terms, language) : NOTHING), ...roleOf(word) }
      if (known.size >= MOST_WORDS_KNOWN) known.clear()
      known.set(word, match)
    }
    return match
  }
  return {
    terms,
    language,
    asksForAccessory: terms.some(({ word }) => ACCESSORIES.has(word) || PARTS.has(word)),
    matchOf,
    mayCount,
    negates: (word) =>
      word !== undefined &&
      (NEGATIONS.en.has(word) || NEGATIONS[language].has(word)) &&
      !STOP_WORDS[language].has(word) && // a Portuguese "no" is "in the"
      !words.includes(word),
    addresses: (word) => ADDRESSES.en.has(word) || ADDRESSES[language].has(word),
  }
}

/** Of most words. */
export const NOTHING: Match = {
  title: [],
  text: [],
  begins: [],
  isStop: false,
  isFiller: false,
  isAccessory: false,
  isPart: false,
}
const mayHaveRole = startFilter(
  [...Object.values(STOP_WORDS).flatMap((words) => [...words]), ...FILLERS, ...ACCESSORIES, ...PARTS],
  3,
)

const YEAR = /^(?:19|20)\d\d$/
const SMALL_NUMBER = /^\d{1,2}$/
const isFiller = (word: string) => FILLERS.has(word) || YEAR.test(word)

/** Weights are of the word alone, never of the pins at hand: these would make the same pin's score another in every request. */
function termsOf(words: readonly string[], language: Language): Term[] {
  const onlyFillers = words.every(isFiller)
  return words.map((word) => {
    const role = onlyFillers ? 1 : isFiller(word) ? 0.25 : MODIFIERS.has(word) ? 0.7 : 1
    const rarity = SMALL_NUMBER.test(word) ? 0.4 : Math.sqrt([...word].length / 6) // long words are rare ones (Zipf)
    return { word, singular: singularOf(word), stem: stemOf(word, language), weight: role * rarity }
  })
}

const HAS_DIGIT = /\d/

function hitsOf(form: Form, terms: readonly Term[], language: Language): Pick<Match, 'title' | 'text' | 'begins'> {
  const { word } = form
  const joined = joinedTerms(form, terms)
  const title: Hit[] = []
  terms.forEach((term, index) => {
    const hit = formHit(form, term, language) ?? (isJoined(joined, index) ? COMPOUND : likeness(form, term, language))
    if (hit) title.push({ term: index, ...hit })
  })
  const begins = terms.flatMap((term, index) =>
    word.length > 1 && term.word.length > word.length + 1 && term.word.startsWith(word)
      ? [{ term: index, rest: term.word.slice(word.length) }]
      : [],
  )
  return { title, text: title.filter(({ strength }) => strength > LIKENESS), begins }
}

type Form = Pick<Term, 'word' | 'singular' | 'stem'>

/** At or below it a match is a likeness, which counts in titles alone. */
const LIKENESS = 0.8
export const COMPOUND = { strength: 0.95, how: 'compound' } as const

/** The same word in a form of its own. English stems join too much ("wed", "wedding") to count as the word itself. */
function formHit(form: Form, term: Form, language: Language): Omit<Hit, 'term'> | undefined {
  if (form.word === term.word) return { strength: 1, how: 'exact' }
  if (form.singular === term.singular) return { strength: 0.97, how: 'form' }
  if (form.stem === term.stem) return { strength: language === 'en' ? LIKENESS : 0.95, how: 'stem' }
  return undefined
}

function likeness({ word, stem }: Form, term: Form, language: Language): Omit<Hit, 'term'> | undefined {
  if (HAS_DIGIT.test(word) || HAS_DIGIT.test(term.word)) return undefined // "ps4" is not "ps5"
  if (joinsNouns(language) && term.stem.length >= 4 && stem.endsWith(term.stem)) return { strength: LIKENESS, how: 'part' }
  const [short, long] = word.length < term.word.length ? [word, term.word] : [term.word, word]
  if (short.length >= 4 && long.startsWith(short))
    return { strength: Math.min(LIKENESS, short.length / long.length), how: 'prefix' }
  const near = nearness(word, term.word)
  return near > 0 ? { strength: Math.min(LIKENESS, near), how: 'near' } : undefined
}

/** A Bücherregal is a Regal; an English word's end ("carpet") says nothing. */
const joinsNouns = (language: Language) => language === 'de' || language === 'nl'

type Joined = { first: number; last: number } | undefined
const isJoined = (joined: Joined, index: number) => joined !== undefined && index >= joined.first && index <= joined.last

/** The neighbouring terms that stand as this one word: "bookshelf" for "book shelf", "#chocolatechipcookies" for three. */
function joinedTerms(form: Form, terms: readonly Term[]): Joined {
  for (let first = 0; first + 1 < terms.length; first++) {
    let all = terms[first]!.word
    for (let last = first + 1; last < terms.length && form.word.startsWith(all); last++) {
      all += terms[last]!.word
      if (all === form.word || singularOf(all) === form.singular) return { first, last }
    }
  }
  return undefined
}
