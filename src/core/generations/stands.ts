/**
 * Whether a draft says only what its page says: every figure, price, name and claim in it stands there. Whoever wrote the draft is held to it.
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

/** What in it does not stand on the page, as it is written in the draft; a number in words as a figure. @param inTexts of this page, read before */
export function inventedIn(draft: Written, page: PageContent, inTexts: InTexts = readSource(page)): string[] {
  const invented: string[] = []
  if (withoutTracking(page.link) !== draft.link) invented.push(draft.link)
  if (!page.pictures.some(({ url }) => url === draft.pictureUrl)) invented.push(draft.pictureUrl)
  return [...new Set([...invented, ...inTexts([draft.title, draft.description, draft.altText])])]
}

/** The same of texts alone. */
export const inventedInTexts = (texts: readonly string[], page: PageContent): string[] => readSource(page)(texts)

/** What in texts does not stand on one page. */
export type InTexts = (texts: readonly string[]) => string[]

/** Reads the figures, names and claims of a page once, for all texts that are held against it. */
export function readSource(page: PageContent): InTexts {
  const { facts, language: said } = page
  const language: DraftLanguage = isDraftLanguage(said) ? said : 'en'
  const told = toldOf(page)
  const source = `${told} \n ${page.text}`
  const [toldInFigures, inAll] = [inFigures(told, language), inFigures(source, language)]
  const figures = new Set([...numbersIn(source), ...numbersIn(inAll), ...figuresOf(facts)])
  // of a shop's page its facts and sentences alone: elsewhere on it are prices of other things
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

/** What the page says of its matter. */
const toldOf = ({ title, siteName, description, sentences, facts, pictures }: PageContent): string =>
  [
    ...[title, siteName, description, facts.name, facts.brand, facts.yield, facts.place, facts.author],
    ...[...sentences, ...facts.items, ...pictures.flatMap(({ alt, caption }) => [alt, caption])],
  ]
    .filter((one) => one !== null)
    .join(' \n ')

/** Its day and its price as drafts of each language write them. */
const writtenOf = ({ facts: { date, price } }: PageContent): (string | undefined)[] =>
  DRAFT_LANGUAGES.flatMap((language) => [
    date === null ? undefined : dayText(date, language),
    price === null ? undefined : priceText(price, language),
  ])
