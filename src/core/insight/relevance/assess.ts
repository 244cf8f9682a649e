/** Computes one number from a pin's fields. All coefficients are here. Pure. */
import type { Keyword } from './keyword.js'
import { type Field, type FieldName, fieldOf, headlineOf, type PinText } from './pin.js'
import { type Headline, readHeadline, readText } from './reading.js'

/** Coefficients of an ordinal logistic model, fitted to people's grades for 59 shopping and 207 film keywords. */
const COEFFICIENTS = {
  headline: 1.73,
  anywhere: 1.79,
  lead: 0.52,
  tail: 0.41,
  phrase: 0.58,
  share: 0.5,
  accessory: -1.7,
  isFor: -0.8,
}
/** A short description is a caption: it counts as a second headline with this worth. */
const CAPTION = { words: 20, worth: 0.5 }
/** The thresholds between grades: fair, good, very good. */
const STEPS = [-0.67, -2.13, -2.98]

/** The worth of a word outside the title. A board's name is the same for all its pins, so it alone never makes a pin fair. */
const OTHER_FIELDS: readonly (readonly [FieldName, number])[] = [
  ['altText', 1],
  ['link', 0.8],
  ['boardName', 0.5],
]

export type Assessment = {
  score: number
  headline: Headline
  /** The text of `headline`. */
  headlineText: Field
  /** The noun that makes the pin about an accessory of the searched thing, when the keyword asks for none. */
  accessory: string | undefined
}

/** Returns the score with its parts, by the text that gives the highest score. */
export function assess(keyword: Keyword, pin: PinText): Assessment {
  const texts = { title: headlineOf(pin), description: fieldOf(pin, 'description') }
  let best = assessBy(texts.title, keyword, pin, texts)
  if (best.accessory !== undefined) return best // the title names its thing
  for (const other of standInsOf(pin, texts, keyword)) {
    const one = assessBy(other, keyword, pin, texts)
    if (one.score > best.score) best = one
  }
  return best
}

type Texts = { title: Field; description: Field }

/**
 * Returns texts to use instead of the title: a caption if the title addresses its reader, and the alternative text, which says
 * what the picture shows. Only texts with a word that can count.
 */
function standInsOf(pin: PinText, { title, description }: Texts, keyword: Keyword): Field[] {
  const mayCount = ({ words }: Field) => words.some(keyword.mayCount)
  const others: Field[] = []
  if (title.name === 'title' && isCaption(description) && mayCount(description) && title.words.some(keyword.addresses))
    others.push(description)
  if (pin.altText && title.name !== 'altText') others.push(fieldOf(pin, 'altText'))
  return others.filter(mayCount)
}

function assessBy(text: Field, keyword: Keyword, pin: PinText, { title, description }: Texts): Assessment {
  const headline = readHeadline(text, keyword)
  const caption = text.name === 'description' ? undefined : captionOf(description, keyword)
  const anywhere = caption ? headline.best.map((strength, term) => Math.max(strength, caption.best[term]!)) : [...headline.best]
  if (text !== title) readText(title.words, keyword, anywhere, 1)
  if (!caption) readText(description.words, keyword, anywhere, 1)
  for (const [field, weight] of OTHER_FIELDS) {
    if (pin[field] && anywhere.some((strength) => strength < weight))
      readText(fieldOf(pin, field).words, keyword, anywhere, weight)
  }
  const best = caption
    ? headline.best.map((strength, term) => Math.max(strength, CAPTION.worth * caption.best[term]!))
    : headline.best
  const covered = coverage(keyword, best)
  const lead = Math.max(headline.lead, caption ? CAPTION.worth * caption.lead : 0)
  const phrase = Math.max(phraseOf(keyword, headline), caption ? CAPTION.worth * phraseOf(keyword, caption) : 0)
  const isOwn = keyword.asksForMaker && headline.lead === 1
  const accessory = keyword.asksForAccessory || isOwn ? undefined : headline.accessory
  const strength =
    COEFFICIENTS.headline * covered +
    COEFFICIENTS.anywhere * coverage(keyword, anywhere) +
    COEFFICIENTS.lead * lead +
    COEFFICIENTS.tail * (headline.endsOnMatch ? covered : 0) +
    COEFFICIENTS.phrase * phrase +
    COEFFICIENTS.share * headline.share +
    COEFFICIENTS.accessory * Number(accessory !== undefined) +
    COEFFICIENTS.isFor * Number(headline.isForIt && accessory === undefined && !keyword.asksForAccessory)
  return { score: expectedGrade(strength), headline, headlineText: text, accessory }
}

export const isCaption = ({ words }: Field): boolean => words.length > 0 && words.length <= CAPTION.words

/** Returns undefined also when none of its words can count, which only misses typing errors in the first two letters. */
const captionOf = (field: Field, keyword: Keyword) =>
  isCaption(field) && field.words.some(keyword.mayCount) ? readHeadline(field, keyword) : undefined

/** Returns the weighted share of terms, each by the strength of its match. */
function coverage({ terms }: Keyword, best: readonly number[]): number {
  let covered = 0
  let whole = 0
  for (let term = 0; term < terms.length; term++) {
    const { weight } = terms[term]!
    covered += weight * best[term]!
    whole += weight
  }
  return whole > 0 ? covered / whole : 0
}

/** Returns how much of the keyword occurs as a phrase; a single term is a phrase if it occurs. */
const phraseOf = ({ terms }: Keyword, { best, pairs }: Headline): number =>
  terms.length > 1 ? pairs / (terms.length - 1) : (best[0] ?? 0)

const expectedGrade = (strength: number) =>
  STEPS.reduce((sum, step) => sum + 1 / (1 + Math.exp(-strength - step)), 0) / STEPS.length
