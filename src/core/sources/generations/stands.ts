/**
 * Checks that a draft says only what its page says: every figure, price, name and claim must occur there. It applies to every
 * writer.
 */
import { withoutTracking } from '../../links/without-tracking.js'
import type { PageContent } from '../../ports/page.js'
import type { GeneratedDraft } from './draft.js'
import { dayText, DRAFT_LANGUAGES, type DraftLanguage, isDraftLanguage, priceText, timeParts } from './phrases.js'
import { inventedNamesIn, knownOf } from './invented-names.js'
import { inFigures } from './number-words.js'
import { moneysIn } from '../../lib/prose/moneys-in.js'

type Written = Pick<GeneratedDraft, 'title' | 'description' | 'altText' | 'link' | 'pictureUrl'>

export const inventsNothing = (draft: Written, page: PageContent, inTexts?: InTexts): boolean =>
  inventedIn(draft, page, inTexts).length === 0

/**
 * Returns what the page does not contain, as written in the draft; number words as figures. @param inTexts prepared from this
 * page
 */
export function inventedIn(draft: Written, page: PageContent, inTexts: InTexts = readSource(page)): string[] {
  const invented: string[] = []
  if (withoutTracking(page.link) !== draft.link) invented.push(draft.link)
  if (!page.pictures.some(({ url }) => url === draft.pictureUrl)) invented.push(draft.pictureUrl)
  return [...new Set([...invented, ...inTexts([draft.title, draft.description, draft.altText])])]
}

/** Like inventedIn(), for texts only. */
export const inventedInTexts = (texts: readonly string[], page: PageContent): string[] => readSource(page)(texts)

/** Returns what the texts contain and one page does not. */
export type InTexts = (texts: readonly string[]) => string[]

/** Reads the figures, names and claims of a page once, for all texts compared with it. */
export function readSource(page: PageContent): InTexts {
  const { facts, language: said } = page
  const language: DraftLanguage = isDraftLanguage(said) ? said : 'en'
  const told = toldOf(page)
  const source = `${told} \n ${page.text}`
  const [toldInFigures, inAll] = [inFigures(told, language), inFigures(source, language)]
  const figures = new Set([...numbersIn(source), ...numbersIn(inAll), ...figuresOf(facts)])
  // on a shop's page only its facts and sentences: the rest shows prices of other things
  const moneys = new Set(moneyIn(page.kind === 'product' ? toldInFigures : inAll, language).flatMap(({ keys }) => keys))
  if (facts.price) moneys.add(`${facts.price.currency} ${Number(facts.price.amount)}`)
  const percents = new Set([...percentsIn(source), ...percentsIn(inAll)].flatMap(({ values }) => values))
  const known = knownOf([source, facts.price?.currency, ...writtenOf(page)].join(' \n '), page.sentences, language)
  const inventedInText = (written: string): string[] => {
    const text = inFigures(written, language)
    return [
      ...[...text.matchAll(NUMBER)].map(([number]) => number).filter((one) => !readings(one).some((value) => figures.has(value))),
      ...moneyIn(text, language).flatMap(({ text: money, keys }) => (keys.some((key) => moneys.has(key)) ? [] : [money])),
      ...percentsIn(text).flatMap(({ text: percent, values }) => (values.some((one) => percents.has(one)) ? [] : [percent])),
      ...inventedNamesIn(written, known),
      ...inventedClaimsIn(written, source),
    ]
  }
  return (texts) => texts.flatMap(inventedInText)
}

/** Joins what the page says about its subject. */
const toldOf = ({ title, siteName, description, sentences, facts, pictures }: PageContent): string =>
  [
    ...[title, siteName, description, facts.name, facts.brand, facts.yield, facts.place, facts.author],
    ...[...sentences, ...facts.items, ...pictures.flatMap(({ alt, caption }) => [alt, caption])],
  ]
    .filter((one) => one !== null)
    .join(' \n ')

/** Returns the date and price in the form that drafts of each language use. */
const writtenOf = ({ facts: { date, price } }: PageContent): (string | undefined)[] =>
  DRAFT_LANGUAGES.flatMap((language) => [
    date === null ? undefined : dayText(date, language),
    price === null ? undefined : priceText(price, language),
  ])

/** All forms of one claim count as equal: "gratis" may translate "free". */
const CLAIMS: readonly RegExp[] = [
  /\b(?:free (?:shipping|delivery|returns?|trial|download|printable|pattern)|for free|gratis|kostenlos\w*|kostenfrei\w*|gratuit\w*|grátis|omaggio)\b/iu,
  /\b(?:discount\w*|on sale|half (?:the )?price|half off|rabatt\w*|reduziert\w*|zum halben preis|descuentos?|rebajad\w*|a mitad de precio|remises?|soldes?|à moitié prix|en promo(?:tion)?|sconti?|scontat\w*|a metà prezzo|korting\w*|halve prijs|descontos?|em promoção|metade do preço)\b/iu,
  /\b(?:vegan\w*|végan\w*|vegano?s?|vegane?)\b/iu,
  /(?:gluten[- ]?free|glutenfrei\w*|sin gluten|sans gluten|senza glutine|glutenvrij\w*|sem glúten)/iu,
  /(?:sugar[- ]?free|zuckerfrei\w*|sin azúcar|sans sucre|senza zucchero|suikervrij\w*|sem açúcar)/iu,
  /(?:dairy[- ]?free|lactose[- ]?free|laktosefrei\w*|sin lactosa|sans lactose|senza lattosio|lactosevrij\w*|sem lactose)/iu,
  /\b(?:organic(?:ally)?|bio|biologi(?:sch\w*|c[ao]s?|que|quement)|orgánic\w*|ecológic\w*|orgânic\w*)\b/iu,
  /\b(?:guarantee\w*|warranty|garanti\w*|garantía|garantia|garanzia)\b/iu,
  /(?:award[- ]?winning|best[- ]?sell\w*|preisgekrönt\w*|premiad\w*|primé\w*|premiat\w*|bekroond\w*)/iu,
  /\b(?:certified|zertifizier\w*|certificad\w*|certifié\w*|certificat\w*|gecertificeerd\w*)\b/iu,
  /\b(?:cures?|heals?|clinically|heilt|cura|guérit|guarisce|geneest)\b/iu,
]

/** Returns the claims, as written, that the page does not make. */
const inventedClaimsIn = (text: string, source: string): string[] =>
  CLAIMS.flatMap((claim) => {
    const [found] = claim.exec(text) ?? []
    return found === undefined || claim.test(source) ? [] : [found]
  })

/**
 * Begins only at the start of a run of digits, with a limited number of groups: otherwise long runs would take quadratic time.
 */
const NUMBER = /(?<!\d)\d+(?:[.,'’\u00a0\u202f ]\d{3}){0,5}(?:[.,]\d+)?/g
const PERCENT =
  /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:%|percent\b|per\s?cent\b|prozent\b|por\s?cien(?:to)?\b|pour\s?cent\b|per\s?cento\b|procent\b|por\s?cento\b)/giu

/** Returns both readings of `1.299`: with a thousands separator, and with decimals. */
function readings(number: string): number[] {
  const bare = number.replace(/['’\u00a0\u202f ]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const whole = Number(bare.replace(/[.,]/g, ''))
  if (last < 0) return [whole]
  const decimal = Number(`${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`)
  return bare.length - last - 1 === 3 ? [whole, decimal] : [decimal]
}

/** Returns numbers with all readings, also split at spaces, because `2 300` may be two numbers. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].flatMap(([number]) => [...readings(number), ...number.split(/[\u00a0\u202f ]/).flatMap(readings)])

type Found = { text: string; keys: string[] }

/** Returns the sums with all readings, or as written where they have none. */
const moneyIn = (text: string, language: string): Found[] =>
  moneysIn(text, { language, region: null }, { isEach: true }).map(({ text: money, amounts, currency, mark, number }) => ({
    text: money,
    keys: (amounts.length > 0 ? amounts : [number]).map((amount) => `${currency ?? mark} ${amount}`),
  }))

const percentsIn = (text: string): { text: string; values: number[] }[] =>
  [...text.matchAll(PERCENT)].map(([percent, number]) => ({ text: percent, values: readings(number!) }))

/** Returns the figures of the page's linked data. */
function figuresOf({ price, rating, minutes, ingredients, steps, date }: PageContent['facts']): number[] {
  const [year, month, day] = date?.slice(0, 10).split('-').map(Number) ?? []
  const time = minutes === null ? [] : [minutes, Math.floor(minutes / 60), ...timeParts(minutes).map(([, count]) => count)]
  const all = [
    ...[price && Number(price.amount), rating && Number(rating.value), rating?.count],
    ...[ingredients, steps, year, month, day],
    ...time,
  ]
  return all.filter((one): one is number => typeof one === 'number')
}
