/** Explains a pin's score in parts that Slack or a page can put into words. Pure. */
import { assess, isCaption } from './assess.js'
import { type How, type Keyword, parseKeyword, type TextMatch } from './keyword.js'
import { FIELD_NAMES, type Field, type FieldName, fieldOf, type PinText } from './pin.js'
import { isRuledOut, splitHits } from './reading.js'
import { type Tier, tier } from './tiers.js'

/** One word of the keyword, with its strongest match. */
export type Reason =
  | { kind: 'matched'; term: string; word: string; field: FieldName; how: How; strength: number }
  | { kind: 'missing'; term: string }

export type Explanation = {
  score: number
  tier: Tier
  /** Reasons in the order of the keyword, without words that have no content. */
  reasons: Reason[]
  /** True when neighbouring words of the keyword are neighbours in the headline. */
  hasPhrase: boolean
  /** The headline begins with the thing searched, or is about it; null: it is beside something else. */
  headlineRole: 'start' | 'subject' | null
  /** The words of a headline that is mostly about something else; null for any other. */
  headlineWords: number | null
  /** The field that matched: the title, or its substitute if there is none or it does not contain the keyword. */
  headlineField: FieldName
  /** The noun of the title that makes it an accessory: "stand" in "laptop stand" for "laptop". */
  accessory: string | undefined
}

export const explain = (keyword: string, pin: PinText): Explanation => prepareExplain(keyword)(pin)

/** Compiles a keyword to explain many pins with it. */
export function prepareExplain(keyword: string): (pin: PinText) => Explanation {
  const parsed = parseKeyword(keyword)
  return (pin) => explainBy(parsed, pin)
}

/** More than the second word has: it counts as the first. */
const SOON = 0.9
/** The share of a headline's words above which it mostly matches. */
const MOSTLY = 0.5

function explainBy(parsed: Keyword, pin: PinText): Explanation {
  const { score, headline, headlineText, accessory } = assess(parsed, pin)
  const places = bestPlaces(parsed, pin, headlineText)
  return {
    score,
    tier: tier(score),
    reasons: parsed.terms.map((term, index) => places[index] ?? { kind: 'missing', term: term.word }),
    hasPhrase: headline.pairs > 0,
    headlineRole: headline.lead > SOON ? 'start' : headline.endsOnMatch ? 'subject' : null,
    headlineWords: headline.share < MOSTLY ? headlineText.words.length : null,
    headlineField: headlineText.name,
    accessory: headline.lead === 0 ? undefined : accessory,
  }
}

/** Finds the best match of each term: in the title or its substitute first, then by strength. */
function bestPlaces(keyword: Keyword, pin: PinText, headline: Field): (Reason | undefined)[] {
  const best = new Array<(Reason & { kind: 'matched' }) | undefined>(keyword.terms.length).fill(undefined)
  for (const field of [headline, ...FIELD_NAMES.map((name) => fieldOf(pin, name))]) {
    const isHeadline = field === headline || (field.name === 'description' && headline.name !== 'description' && isCaption(field))
    let isOut = false
    field.words.forEach((word, at) => {
      const { hits, begins } = isHeadline ? headlineMatch(keyword, word) : keyword.textMatchOf(word)
      isOut = hits.length + begins.length > 0 && (isOut || isRuledOut(field.words, at, keyword))
      if (isOut) return
      const next = field.words[at + 1]
      const split = splitHits({ begins }, next).map((hit) => ({ ...hit, found: `${word} ${next}` }))
      for (const { term, strength, how, found } of [...hits.map((hit) => ({ ...hit, found: word })), ...split]) {
        if (strength <= (best[term]?.strength ?? 0)) continue
        best[term] = { kind: 'matched', term: keyword.terms[term]!.word, word: found, field: field.name, how, strength }
      }
    })
  }
  return best
}

function headlineMatch(keyword: Keyword, word: string): TextMatch {
  const { title, begins } = keyword.matchOf(word)
  return { hits: title, begins }
}
