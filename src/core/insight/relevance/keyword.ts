/** Compiles a keyword once for many pins: its terms, and how any word of a pin relates to them. */
import { type Language, languageOf } from './words/languages.js'
import { otherFormsOf, singularOf, stemOf } from './words/stems.js'
import {
  ACCESSORIES,
  ADDRESSES,
  DEVICES,
  FILLERS,
  GEAR,
  LEFT_OUT,
  MAKERS,
  MODIFIERS,
  NEGATIONS,
  PARTS,
  QUALIFIERS,
  STOP_WORDS,
} from './words/vocabulary.js'
import { wordsOf } from './words/words.js'

/** A fast pre-check before a table look-up: most words of a pin begin like no word of the keyword. Pure. */

const SLOTS = 4096

/** Makes a filter that is true for every word that shares its first letters with a given word, and for few others. */
function startFilter(words: Iterable<string>, letters: 1 | 2 | 3): (word: string) => boolean {
  const starts = new Uint8Array(SLOTS)
  const slotOf = (word: string) => {
    let slot = word.charCodeAt(0)
    if (letters > 1 && word.length > 1) slot = slot * 37 + word.charCodeAt(1)
    if (letters > 2 && word.length > 2) slot = slot * 37 + word.charCodeAt(2)
    return slot & (SLOTS - 1)
  }
  for (const word of words) starts[slotOf(word)] = 1
  return (word) => starts[slotOf(word)] === 1
}

/** How a word matches a term, the strongest first; a form is a plural or another spelling. */
export type How = 'exact' | 'form' | 'compound' | 'stem' | 'near' | 'prefix' | 'part'

export type Hit = { term: number; strength: number; how: How }

/** Everything a word of a headline is to the keyword. Elsewhere, typing errors and beginnings are coincidences: see TextMatch. */
export type Match = {
  title: readonly Hit[]
  /** Terms that begin with this word and may continue in the next one: "book shelf" for "bookshelf". */
  begins: readonly { term: number; rest: string }[]
  isStop: boolean
  /**
   * True for words that do not affect the position of a match: "Kitchen Ideas" is about a kitchen from its first word to its
   * last.
   */
  isFiller: boolean
  isAccessory: boolean
  isPart: boolean
  isGear: boolean
  isQualifier: boolean
  /** True when the words after it describe the thing: "case for a phone". */
  endsHead: boolean
}

/** What also counts outside a headline. */
export type TextMatch = { hits: readonly Hit[]; begins: Match['begins'] }

export type Term = { word: string; singular: string; stem: string; weight: number }

export type Keyword = {
  terms: readonly Term[]
  language: Language
  /** True when the keyword asks for an accessory: then accessories do not lower a score. */
  asksForAccessory: boolean
  /** True when the keyword is only a maker's name: then an accessory of that maker fits, such as "Dell Charger" for "dell". */
  asksForMaker: boolean
  /** The index of the term that names the thing: the last that is no filler. */
  head: number
  /** True when the keyword asks for a device, and no gear for it. */
  isDevice: boolean
  matchOf: (word: string) => Match
  /** Matches outside a headline, without likenesses, which are expensive and do not count there. */
  textMatchOf: (word: string) => TextMatch
  /** False for most words that cannot match outside a headline. A form or half of a term shares its first two letters. */
  mayCount: (word: string) => boolean
  /** True for words that rule out what follows, unless the keyword itself has a negation ("cake without eggs" fits "no eggs"). */
  negates: (word: string | undefined) => boolean
  isStop: (word: string) => boolean
  /** True for what a pin is free of ("sugar-free"), unless the keyword asks for that. */
  isLeftOut: (word: string, next: string | undefined) => boolean
  /** True for words by which a title addresses its reader. */
  addresses: (word: string) => boolean
}

/** The most distinct words of a keyword; bounds the work per word. */
const MOST_TERMS = 24
/** Bounds the memory of a keyword in long use. */
const MOST_WORDS_KNOWN = 50_000

export function parseKeyword(text: string): Keyword {
  const words = wordsOf(text)
  const language = languageOf(text, words)
  const isStop = (word: string) => STOP_WORDS.en.has(word) || STOP_WORDS[language].has(word)
  const content = words.filter((word) => !isStop(word))
  const terms = termsOf([...new Set(content.length > 0 ? content : words)].slice(0, MOST_TERMS), language)
  const onlyFillers = terms.every(({ word }) => isFiller(word))
  const head = terms.findLastIndex(({ word }) => onlyFillers || !isFiller(word))
  const isDevice = DEVICES.has(terms[head]?.singular ?? '') && !terms.some(({ word }) => GEAR.has(word))
  const asksForMaker = terms.every(({ word }) => MAKERS.has(word))
  const roleOf = (word: string) => ({
    isStop: isStop(word) && !terms.some((term) => term.word === word),
    isFiller: isFiller(word) && !onlyFillers,
    isAccessory: ACCESSORIES.has(word),
    isPart: PARTS.has(word),
    isGear: GEAR.has(word),
    isQualifier: QUALIFIERS.has(word) && !isDevice && !asksForMaker, // a "stand iPad" is a stand
    endsHead: HEAD_ENDS.has(word),
  })
  const forms = terms.flatMap(({ word, singular }) => [word, singular, ...otherFormsOf(singular)])
  const mayHit = joinsNouns(language) ? () => true : startFilter(forms, 1) // no form, slip or beginning changes the first letter
  const mayCount = startFilter(forms, 2)
  // Stems are the slowest part, and share the first two letters of their word.
  const formOf = (word: string): Form => ({
    word,
    singular: singularOf(word),
    stem: mayCount(word) || joinsNouns(language) ? stemOf(word, language) : word,
  })
  const isNegation = (word: string) =>
    (NEGATIONS.en.has(word) || NEGATIONS[language].has(word)) && !STOP_WORDS[language].has(word) // a Portuguese "no" is "in the"
  const negatesItself = words.some(isNegation)
  const known = remember(
    (word): Match => ({ ...(mayHit(word) ? hitsOf(formOf(word), terms, language) : NOTHING), ...roleOf(word) }),
  )
  return {
    terms,
    language,
    head,
    isDevice,
    asksForAccessory: terms.some(({ word }) => ACCESSORIES.has(word) || PARTS.has(word)),
    asksForMaker,
    matchOf: (word) => (mayHit(word) || mayHaveRole(word) ? known(word) : NOTHING),
    textMatchOf: remember((word) => formHitsOf(formOf(word), terms, language)),
    mayCount,
    isStop,
    negates: (word) => word !== undefined && !negatesItself && isNegation(word),
    isLeftOut: (word, next) => next === 'free' && LEFT_OUT.has(word) && !words.includes('free'),
    addresses: (word) => ADDRESSES.en.has(word) || ADDRESSES[language].has(word),
  }
}

function remember<T>(make: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    let made = known.get(word)
    if (made === undefined) {
      made = make(word)
      if (known.size >= MOST_WORDS_KNOWN) known.clear()
      known.set(word, made)
    }
    return made
  }
}

/** The result for most words. */
export const NOTHING: Match = {
  title: [],
  begins: [],
  isStop: false,
  isFiller: false,
  isAccessory: false,
  isPart: false,
  isGear: false,
  isQualifier: false,
  endsHead: false,
}
/** English only: "de", "per" and "em" join a noun to its name in other languages. */
const HEAD_ENDS: ReadonlySet<string> = new Set(['for', 'with', 'in', 'from', 'by', 'at', 'on', 'without', 'to', 'w'])
const YEAR = /^(?:19|20)\d\d$/
const YEARS = Array.from({ length: 200 }, (_, year) => String(1900 + year))
const mayHaveRole = startFilter(
  [
    ...YEARS,
    ...Object.values(STOP_WORDS).flatMap((words) => [...words]),
    ...FILLERS,
    ...ACCESSORIES,
    ...PARTS,
    ...GEAR,
    ...HEAD_ENDS,
  ],
  3,
)

const SMALL_NUMBER = /^\d{1,2}$/
const isFiller = (word: string) => FILLERS.has(word) || YEAR.test(word)

/** Weights depend on the word alone, not on the current pins, so that a pin's score is the same in every request. */
function termsOf(words: readonly string[], language: Language): Term[] {
  const onlyFillers = words.every(isFiller)
  return words.map((word) => {
    const role = onlyFillers ? 1 : isFiller(word) ? 0.25 : MODIFIERS.has(word) ? 0.7 : 1
    const rarity = SMALL_NUMBER.test(word) ? 0.4 : Math.sqrt([...word].length / 6) // long words are rare ones (Zipf)
    return { word, singular: singularOf(word), stem: stemOf(word, language), weight: role * rarity }
  })
}

const HAS_DIGIT = /\d/

function hitsOf(form: Form, terms: readonly Term[], language: Language): Pick<Match, 'title' | 'begins'> {
  const joined = joinedTerms(form, terms)
  const title: Hit[] = []
  terms.forEach((term, index) => {
    const hit = formHit(form, term, language) ?? (isJoined(joined, index) ? COMPOUND : likeness(form, term, language))
    if (hit) title.push({ term: index, ...hit })
  })
  return { title, begins: begunBy(form, terms) }
}

function formHitsOf(form: Form, terms: readonly Term[], language: Language): TextMatch {
  const joined = joinedTerms(form, terms)
  const hits: Hit[] = []
  terms.forEach((term, index) => {
    const hit = formHit(form, term, language) ?? (isJoined(joined, index) ? COMPOUND : undefined)
    if (hit && hit.strength > LIKENESS) hits.push({ term: index, ...hit })
  })
  return { hits, begins: begunBy(form, terms) }
}

const begunBy = ({ word }: Form, terms: readonly Term[]): Match['begins'] =>
  terms.flatMap((term, index) =>
    word.length > 1 && term.word.length > word.length + 1 && term.word.startsWith(word)
      ? [{ term: index, rest: term.word.slice(word.length) }]
      : [],
  )

type Form = Pick<Term, 'word' | 'singular' | 'stem'>

/**
 * The fewest letters that make a longer word belong to the shorter one: a "bathroom" is about a bath, a "plant" not about a plan.
 */
const LEAST_ADDED = 3
/** A match of at most this strength is a likeness, which counts only in titles. */
export const LIKENESS = 0.8
export const COMPOUND = { strength: 0.95, how: 'compound' } as const

/** Matches the same word in any form. English stems merge too much ("wed", "wedding") to count as the word itself. */
function formHit(form: Form, term: Form, language: Language): Omit<Hit, 'term'> | undefined {
  if (form.word === term.word) return { strength: 1, how: 'exact' }
  if (form.singular === term.singular) return { strength: 0.97, how: 'form' }
  if (form.stem === term.stem) return { strength: language === 'en' ? LIKENESS : 0.95, how: 'stem' }
  return undefined
}

function likeness({ word, stem }: Form, term: Form, language: Language): Omit<Hit, 'term'> | undefined {
  if (HAS_DIGIT.test(word) || HAS_DIGIT.test(term.word)) return undefined // "ps4" is not "ps5"
  if (STOP_WORDS[language].has(word) || NEGATIONS[language].has(term.word)) return undefined // "with" is not "without"
  if (joinsNouns(language) && term.stem.length >= 4 && stem.endsWith(term.stem)) return { strength: LIKENESS, how: 'part' }
  const [short, long] = word.length < term.word.length ? [word, term.word] : [term.word, word]
  if (short.length >= 4 && long.length - short.length >= LEAST_ADDED && long.startsWith(short))
    return { strength: Math.min(LIKENESS, short.length / long.length), how: 'prefix' }
  const near = nearness(word, term.word)
  return near > 0 ? { strength: Math.min(LIKENESS, near), how: 'near' } : undefined
}

/** True for languages with compounds: a Bücherregal is a Regal, but the end of an English word ("carpet") says nothing. */
const joinsNouns = (language: Language) => language === 'de' || language === 'nl'

type Joined = { first: number; last: number } | undefined
const isJoined = (joined: Joined, index: number) => joined !== undefined && index >= joined.first && index <= joined.last

/** Finds neighbouring terms written as one word: "bookshelf" for "book shelf", "#chocolatechipcookies" for three. */
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

/** A changed letter makes another word of a shorter one: "boots" and "books", "horse" and "house". */
const LONG_ENOUGH_TO_CHANGE = 7

/**
 * Returns the likeness of two words, 0 to 1: letters swapped, missing or added, in words of seven letters and more also changed.
 * One error is allowed from five letters, two from nine, never in the first letter; one error in five letters gives 0.6, in ten
 * 0.8; 0 is another word.
 */
export function nearness(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 5 || short.charCodeAt(0) !== long.charCodeAt(0)) return 0
  const most = short.length >= 9 ? 2 : 1
  if (long.length - short.length > most) return 0
  const slips = slipsBetween(short, long, most)
  if (slips > most) return 0
  const isChanged = short.length === long.length && !isSwapped(short, long)
  return isChanged && short.length < LONG_ENOUGH_TO_CHANGE ? 0 : 1 - (2 * slips) / long.length
}

function isSwapped(a: string, b: string): boolean {
  const at = sameStart(a, b)
  return a[at] === b[at + 1] && a[at + 1] === b[at]
}

function sameStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/** Counts errors, trying alternatives only at the first difference, so that a pair costs a walk instead of a table. */
function slipsBetween(a: string, b: string, most: number): number {
  const at = sameStart(a, b)
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA === '' || restB === '') return restA.length + restB.length
  if (most === 0) return 1
  const on = (fromA: number, fromB: number) => 1 + slipsBetween(restA.slice(fromA), restB.slice(fromB), most - 1)
  const isSwap = restA.length > 1 && restB.length > 1 && restA[0] === restB[1] && restA[1] === restB[0]
  return Math.min(on(1, 1), on(1, 0), on(0, 1), isSwap ? on(2, 2) : most + 1)
}
