/** From what a pin's fields say to one number. The only place of the coefficients. Pure. */
import type { Keyword } from './keyword.js'
import { type Field, type FieldName, fieldOf, headlineOf, type PinText } from './pin.js'
import { type Headline, readHeadline, readText } from './reading.js'

/** Of an ordinal logistic model: people's grades of 59 shopping and 207 film keywords. */
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
/** A short description is a caption: read as a second headline of so much worth. */
const CAPTION = { words: 20, worth: 0.5 }
/** From grade to grade: fair, good, very good. */
const STEPS = [-0.67, -2.13, -2.98]

/** What a word outside the title is worth. A board's name is the same for all its pins, so it never makes one of them fair. */
const OTHER_FIELDS: readonly (readonly [FieldName, number])[] = [
  ['altText', 1],
  ['link', 0.8],
  ['boardName', 0.5],
]

export type Assessment = {
  score: number
  headline: Headline
  /** The text that it is of. */
  headlineText: Field
  /** The noun that makes the pin about something for the thing searched, where the keyword asks for no such noun. */
  accessory: string | undefined
}

/** The score with what it was made of: by the text that makes the most of the pin. */
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

/** A caption where the title speaks to its reader, and the alternative text: it says what the picture shows. Those with a word that can count. */
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

/** Undefined too where none of its words can count, so that nothing is lost but a slip in a first or second letter. */
const captionOf = (field: Field, keyword: Keyword) =>
  isCaption(field) && field.words.some(keyword.mayCount) ? readHeadline(field, keyword) : undefined

/** Weighted share of the terms, each by the strength of its match. */
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

/** A keyword of one term is a phrase once it is there. */
const phraseOf = ({ terms }: Keyword, { best, pairs }: Headline): number =>
  terms.length > 1 ? pairs / (terms.length - 1) : (best[0] ?? 0)

const expectedGrade = (strength: number) =>
  STEPS.reduce((sum, step) => sum + 1 / (1 + Math.exp(-strength - step)), 0) / STEPS.length
