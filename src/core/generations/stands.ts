/**
 * Whether a draft says only what its page says: every figure, price and name in it stands there. Whoever wrote the draft is held to it.
 */
import type { PageContent } from '../ports/page.js'
import type { GeneratedDraft } from './draft.js'
import { dayText, DRAFT_LANGUAGES, PHRASE_WORDS } from './phrases.js'
import { withoutTracking } from '../links/without-tracking.js'

const NUMBER = /\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?/g
const SIGNS: Readonly<Record<string, string>> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', R$: 'BRL', '¥': 'JPY', zł: 'PLN' }
const SIGN = '(?:R\\$|US\\$|[A-Z]{1,2}\\$|\\$|€|£|¥|zł|\\b(?:USD|EUR|GBP|BRL|CHF|CAD|AUD|PLN|SEK|DKK|NOK|JPY)\\b)'
const MONEY = new RegExp(`(${SIGN})\\s?(${NUMBER.source})|(${NUMBER.source})\\s?(${SIGN})`, 'g')
const PERCENT = /(\d+(?:[.,]\d+)?)\s?%/g
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

type Written = Pick<GeneratedDraft, 'title' | 'description' | 'altText' | 'link' | 'pictureUrl'>

export const inventsNothing = (draft: Written, page: PageContent): boolean => inventedIn(draft, page).length === 0

/** What in it does not stand on the page, as it is written in the draft. */
export function inventedIn(draft: Written, page: PageContent): string[] {
  const { facts } = page
  const source = sourceOf(page)
  const invented: string[] = []
  if (withoutTracking(page.link) !== draft.link) invented.push(draft.link)
  if (!page.pictures.some(({ url }) => url === draft.pictureUrl)) invented.push(draft.pictureUrl)
  const figures = new Set([...numbersIn(source), ...figuresOf(facts)])
  const moneys = new Set(moneyIn(source).flatMap(({ keys }) => keys))
  if (facts.price) moneys.add(`${facts.price.currency} ${Number(facts.price.amount)}`)
  const percents = new Set([...source.matchAll(PERCENT)].flatMap(([, number]) => readings(number!)))
  const names = new Set(wordsOf([source, ...datesOf(page)].join(' ')))
  for (const text of [draft.title, draft.description, draft.altText]) {
    for (const [number] of text.matchAll(NUMBER)) if (!readings(number).some((one) => figures.has(one))) invented.push(number)
    for (const { text: money, keys } of moneyIn(text)) if (!keys.some((one) => moneys.has(one))) invented.push(money)
    for (const [percent, number] of text.matchAll(PERCENT))
      if (!readings(number!).some((one) => percents.has(one))) invented.push(percent)
    for (const name of namesIn(text))
      if (!wordsOf(name).every((word) => names.has(word) || PHRASE_WORDS.has(word))) invented.push(name)
  }
  return [...new Set(invented)]
}

const sourceOf = ({ title, siteName, description, sentences, facts, pictures, text }: PageContent): string =>
  [
    ...[title, siteName, description, facts.name, facts.brand, facts.yield, facts.place, facts.author],
    ...[...sentences, ...facts.items, ...pictures.flatMap(({ alt, caption }) => [alt, caption]), text],
  ]
    .filter((one) => one !== null)
    .join(' \n ')

function figuresOf({ price, rating, minutes, ingredients, steps, date }: PageContent['facts']): number[] {
  const [year, month, day] = date?.slice(0, 10).split('-').map(Number) ?? []
  const time = minutes === null ? [] : [minutes, Math.floor(minutes / 60), minutes % 60]
  const all = [
    price && Number(price.amount),
    rating && Number(rating.value),
    rating?.count,
    ingredients,
    steps,
    year,
    month,
    day,
    ...time,
  ]
  return all.filter((one): one is number => typeof one === 'number')
}

const datesOf = ({ facts: { date } }: PageContent): string[] =>
  date === null ? [] : DRAFT_LANGUAGES.map((language) => dayText(date, language))

/** `1.299` is read both ways: a thousand and more, or one and a bit. */
function readings(number: string): number[] {
  const bare = number.replace(/['’\u00a0\u202f ]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const whole = Number(bare.replace(/[.,]/g, ''))
  if (last < 0) return [whole]
  const decimal = Number(`${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`)
  return bare.length - last - 1 === 3 ? [whole, decimal] : [decimal]
}

/** Each also without what stands before a space: `2 300` may be two numbers. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].flatMap(([number]) => [...readings(number), ...number.split(/[\u00a0\u202f ]/).flatMap(readings)])

const moneyIn = (text: string): { text: string; keys: string[] }[] =>
  [...text.matchAll(MONEY)].map(([money, before, first, second, after]) => {
    const sign = before ?? after ?? ''
    return { text: money, keys: readings(first ?? second ?? '').map((value) => `${SIGNS[sign] ?? sign} ${value}`) }
  })

/** Words with a capital that begin no sentence, and those that begin one before another such word. */
function namesIn(text: string): string[] {
  const words = [...text.matchAll(WORD)]
  return words.flatMap((match, at) => {
    const [word] = match
    if (!/^\p{Lu}/u.test(word)) return []
    const next = words[at + 1]
    const begins = match.index === 0 || /[.!?…:–—|·“"(]\s*$/u.test(text.slice(0, match.index))
    return begins && !(next && /^\p{Lu}/u.test(next[0])) ? [] : [word]
  })
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).flatMap((word) => [word, ...word.split(/['’-]/)]).filter((word) => word !== '')
