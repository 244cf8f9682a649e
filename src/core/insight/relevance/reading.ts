/** Reads what a pin's fields say about a keyword, as plain numbers that assess.ts combines. Pure. */
import { COMPOUND, type Hit, type Keyword, LIKENESS, type Match, NOTHING } from './keyword.js'
import { type Field, headLengthOf } from './pin.js'
import { singularOf } from './words/stems.js'
import { NO_ACCESSORIES } from './words/vocabulary.js'

export type Headline = {
  /** The best strength of each term. */
  best: number[]
  /** How early the thing is named: 1 at the first word, 0.5 at the fifth, times the strength of the match; 0 without one. */
  lead: number
  endsOnMatch: boolean
  /** Neighbouring terms that are also neighbours here, each by the weaker of its two matches. */
  pairs: number
  /** The share of content words that match, each by its strength. */
  share: number
  /** True when all matches follow "for", with something else before: a "battery for a laptop". */
  isForIt: boolean
  /** The noun that makes the thing an accessory. */
  accessory: string | undefined
}

/** Reads the title, or its substitute. */
export function readHeadline(field: Field, keyword: Keyword): Headline {
  const { words } = field
  const best = new Array<number>(keyword.terms.length).fill(0)
  const paired = new Array<number>(keyword.terms.length).fill(0) // of each term with its forerunner before it
  let content = 0
  let matched = 0
  let lead = 0
  let headEnd = NONE // what the last word of the head matches
  let isHead = true
  let headLength: number | undefined // read where something matches: in most texts nothing does
  let isFor = false
  let hitsBefore = 0
  let hitsBehind = 0
  let accessory: string | undefined
  let mayQualify = false // that noun, and no other
  let isOfThing = false // and the thing stands behind it
  let isAside = false
  let before = NONE
  let begun = NONE
  let isOut = false
  const isInHead = (at: number) => isHead && at < (headLength ??= headLengthOf(field))
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const match = keyword.matchOf(word)
    if (match === NOTHING && begun.length === 0) {
      isOut = false
      if (headEnd !== NONE && isInHead(at)) headEnd = NONE
      before = NONE
      content++
      continue
    }
    if (content > 0 && match.endsHead) isHead = false
    const isBehindFor = isFor // "for" itself is not: a keyword may be made of such words alone
    if (content > 0 && word === 'for') isFor = true
    if (match.isStop) {
      isOut = false
      isAside ||= words[at] === 'with' // what comes along is not the thing
      continue
    }
    isHead = isInHead(at)
    const split = splitHits(match, words[at + 1])
    const found = both(match.title, both(begun, split))
    isOut = found.length > 0 && (isOut || isRuledOut(words, at, keyword))
    const hits = isOut ? NONE : found
    for (const { term, strength } of hits) {
      if (strength > best[term]!) best[term] = strength
      const forerunner = Math.max(strengthOf(before, term - 1), strengthOf(hits, term - 1))
      paired[term] = Math.max(paired[term]!, Math.min(strength, forerunner))
    }
    const followsMatch = before.length > 0
    const followsDevice = keyword.isDevice && strengthOf(before, keyword.head) > LIKENESS
    before = hits
    begun = isOut ? NONE : split
    if (match.isFiller) continue
    if (isHead) headEnd = hits
    if (isHead && mayQualify) isOfThing ||= strengthOf(hits, keyword.head) > 0
    if (isBehindFor) hitsBehind += hits.length
    else hitsBefore += hits.length
    if (hits.length > 0) {
      const strength = strongestOf(hits)
      lead = Math.max(lead, strength / (1 + content / 4))
      matched += strength
    } else if (
      !isAside &&
      (match.isAccessory ? !isOther(words, at) : match.isGear ? followsDevice : match.isPart && followsMatch)
    ) {
      mayQualify = accessory === undefined && isHead && match.isQualifier
      accessory ??= word
    }
    content++
  }
  const pairs = paired.reduce((sum, one) => sum + one, 0)
  return {
    best,
    lead,
    endsOnMatch: headEnd.length > 0,
    pairs,
    share: content > 0 ? matched / content : 0,
    accessory: mayQualify && isOfThing && headEnd.length > 0 ? undefined : accessory,
    isForIt: hitsBefore === 0 && hitsBehind > 0,
  }
}

const isOther = (words: readonly string[], at: number) => NO_ACCESSORIES.has(`${words[at]!} ${words[at + 1] ?? ''}`)

/** Reads any other text: raises `best` to each term's strength in it, times the field's weight. */
export function readText(words: readonly string[], keyword: Keyword, best: number[], weight: number): void {
  let isOut = false
  for (let at = 0; at < words.length; at++) {
    const match = keyword.mayCount(words[at]!) ? keyword.textMatchOf(words[at]!) : undefined
    isOut = match !== undefined && match.hits.length + match.begins.length > 0 && (isOut || isRuledOut(words, at, keyword))
    if (isOut || !match) continue
    for (const { term, strength } of match.hits) if (strength * weight > best[term]!) best[term] = strength * weight
    for (const { term, strength } of splitHits(match, words[at + 1]))
      if (strength * weight > best[term]!) best[term] = strength * weight
  }
}

/**
 * True directly after a negation, or with one stop word between ("without a laptop"), and for matches that follow directly; also
 * for what something is free of ("sugar-free").
 */
export const isRuledOut = (words: readonly string[], at: number, keyword: Keyword): boolean =>
  keyword.isLeftOut(words[at]!, words[at + 1]) ||
  (at > 0 && (keyword.negates(words[at - 1]) || (at > 1 && keyword.negates(words[at - 2]) && keyword.isStop(words[at - 1]!))))

const NONE: readonly Hit[] = []
const both = (some: readonly Hit[], more: readonly Hit[]) =>
  more.length === 0 ? some : some.length === 0 ? more : [...some, ...more]

/** Matches "book shelf" or "book shelves" where the term is "bookshelf". */
export function splitHits({ begins }: Pick<Match, 'begins'>, next: string | undefined): readonly Hit[] {
  if (begins.length === 0 || next === undefined) return NONE
  return begins
    .filter(({ rest }) => rest === next || singularOf(rest) === singularOf(next))
    .map(({ term }) => ({ term, ...COMPOUND }))
}

function strengthOf(hits: readonly Hit[], term: number): number {
  for (const hit of hits) if (hit.term === term) return hit.strength
  return 0
}

function strongestOf(hits: readonly Hit[]): number {
  let most = 0
  for (const { strength } of hits) if (strength > most) most = strength
  return most
}
