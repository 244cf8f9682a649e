/**
 * Checks that a draft says only what its page says: every figure, price, name and claim must occur there. It applies to every
 * writer.
 */
import { withoutTracking } from '../links/without-tracking.js'
import type { PageContent } from '../ports/page.js'
import type { GeneratedDraft } from './draft.js'
import { dayText, DRAFT_LANGUAGES, type DraftLanguage, isDraftLanguage, priceText } from './phrases.js'
import { inventedClaimsIn } from './stands/claims.js'
import { figuresOf, moneyIn, NUMBER, numbersIn, percentsIn, readings } from './stands/figures.js'
import { inventedNamesIn, knownOf } from './stands/names.js'
import { inFigures } from './stands/number-words.js'

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
