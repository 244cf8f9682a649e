/** The facts of what a page is about: as they are written, and none where they contradict each other. */
import type { CheerioAPI } from 'cheerio'
import type { PageFigures, PageKind, PagePrice } from '../../core/ports/page.js'
import { isThing, listOf, type Thing } from './nodes.js'
import { plain, plainOfMarkup } from './plain.js'
import { itemNamesOf, nameOf } from './subject.js'

type Meta = ReadonlyMap<string, string>

export function figuresOf($: CheerioAPI, meta: Meta, kind: PageKind, thing: Thing): PageFigures {
  const offers = offersOf(thing)
  const steps = stepsOf(thing['recipeInstructions'] ?? thing['step'])
  return {
    name: nameOf(thing),
    brand: nameIn(thing['brand']) ?? plain(meta.get('product:brand') ?? meta.get('og:brand')),
    price: kind === 'product' || kind === 'event' ? priceOf($, meta, offers, kind) : null,
    availability: availabilityOf([
      ...offers.map((offer) => offer['availability']),
      meta.get('product:availability'),
      meta.get('og:availability'),
    ]),
    rating: ratingOf(thing['aggregateRating']),
    yield: yieldOf(thing['recipeYield'] ?? thing['yield']),
    minutes: minutesOf(thing),
    ingredients: listOf(thing['recipeIngredient'] ?? thing['ingredients']).filter((one) => plain(one) !== null).length || null,
    steps: steps || null,
    date:
      /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(plain(thing['startDate'])?.replace(' ', 'T') ?? '')?.[0] ?? null,
    place: kind === 'event' ? nameIn(thing['location']) : null,
    author: nameIn(thing['author']) ?? plain(meta.get('author')),
    items: itemNamesOf(thing),
  }
}

const nameIn = (value: unknown): string | null => {
  const [first] = listOf(value)
  const name = isThing(first) ? plainOfMarkup(first['name']) : plainOfMarkup(first)
  return name === null || /^https?:|^@|^admin$/i.test(name) || name.length > 120 ? null : name
}

function offersOf(thing: Thing): Thing[] {
  const direct = listOf(thing['offers']).filter(isThing)
  const inner = direct.flatMap((offer) => listOf(offer['offers']).filter(isThing))
  const variants = listOf(thing['hasVariant'])
    .filter(isThing)
    .flatMap((one) => listOf(one['offers']).filter(isThing))
  return [...direct, ...(direct.some((offer) => offer['lowPrice'] !== undefined) ? [] : inner), ...variants].slice(0, 200)
}

type Money = { amount: number; currency: string }

/** The linked data's, unless what is written for other readers says another. */
function priceOf($: CheerioAPI, meta: Meta, offers: readonly Thing[], kind: PageKind): PagePrice | null {
  const offered = offers.flatMap(moneyOf)
  const said = metaMoney(meta)
  const shown = kind === 'product' ? shownMoney($) : []
  const currencies = new Set(offered.map(({ currency }) => currency))
  if (currencies.size > 1) return null
  if (offered.length === 0) {
    if (said) return shown.length > 0 && !shown.some((one) => isSame(one, said)) ? null : written([said])
    return shown.length === 1 || (shown.length === 2 && isRange($)) ? written(shown) : null
  }
  if (said && said.currency === offered[0]!.currency && !offered.some((one) => isSame(one, said))) return null
  const own = shown.filter(({ currency }) => currency === offered[0]!.currency)
  if (own.length > 0 && !own.some((one) => offered.some((other) => isSame(one, other)))) return null
  return written(offered)
}

const isSame = (a: Money, b: Money) => a.currency === b.currency && Math.abs(a.amount - b.amount) < 0.005

function written(moneys: readonly Money[]): PagePrice {
  const amounts = moneys.map(({ amount }) => amount)
  const least = Math.min(...amounts)
  return { amount: least.toFixed(2), currency: moneys[0]!.currency, isFrom: Math.max(...amounts) > least }
}

function moneyOf(offer: Thing): Money[] {
  const sale = listOf(offer['priceSpecification'])
    .filter(isThing)
    .filter((one) => !/ListPrice|StrikethroughPrice|SRP|MSRP/.test(plain(one['priceType']) ?? ''))
  const [specification = {}] = sale
  const currency = currencyOf(offer['priceCurrency'] ?? specification['priceCurrency'])
  if (currency === null) return []
  return [offer['price'] ?? offer['lowPrice'] ?? specification['price'], offer['highPrice']]
    .map(amountOf)
    .filter((amount) => amount !== null)
    .map((amount) => ({ amount, currency }))
}

function metaMoney(meta: Meta): Money | undefined {
  for (const prefix of ['product:sale_price', 'product:price', 'og:price']) {
    const amount = amountOf(meta.get(`${prefix}:amount`))
    const currency = currencyOf(meta.get(`${prefix}:currency`))
    if (amount !== null && currency !== null) return { amount, currency }
  }
  return undefined
}

const currencyOf = (value: unknown): string | null => /^[A-Z]{3}$/.exec(plain(value)?.toUpperCase() ?? '')?.[0] ?? null

/** `1.299,00`, `1,299.00`, `1 299`, `39.00`: what stands before two last digits is a decimal sign. */
export function amountOf(value: unknown): number | null {
  const text = plain(value)?.replace(/[^\d.,]/g, '') ?? ''
  if (!/^\d[\d.,]{0,14}$/.test(text)) return null
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1] ?? (typeof value === 'number' || /^\d+\.\d{3,}$/.test(text) ? undefined : '')
  const number =
    decimals === undefined
      ? Number(text)
      : Number(`${text.slice(0, decimals === '' ? undefined : -decimals.length - 1).replace(/[.,]/g, '')}.${decimals || '0'}`)
  return Number.isFinite(number) && number > 0 && number < 10_000_000 ? number : null
}

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', R$: 'BRL', US$: 'USD', $: 'USD', zł: 'PLN', '¥': 'JPY' }
const MONEY =
  /(R\$|US\$|€|£|\$|¥|\b(?:EUR|USD|GBP|CHF|BRL|CAD|AUD)\b)\s{0,2}(\d[\d.,\u00a0\u202f ]{0,12})|(\d[\d.,\u00a0\u202f ]{0,12}\d|\d)\s{0,2}(€|£|zł|\b(?:EUR|USD|GBP|CHF|BRL)\b)/g

/** What the shop shows as its price: the reduced one where another is struck through. */
function shownMoney($: CheerioAPI): Money[] {
  const areas = $('ins, [class*="price" i], [id*="price" i], [itemprop="price"]')
    .toArray()
    .filter(
      (element) =>
        $(element).closest(
          'del, s, strike, aside, footer, nav, [class*="related" i], [class*="was" i], [class*="old" i], [class*="compare" i], [class*="upsell" i]',
        ).length === 0,
    )
    .slice(0, 40)
  const sale = areas.filter(
    (element) => element.name === 'ins' || /sale|special|final|current/i.test(element.attribs['class'] ?? ''),
  )
  const moneys = (sale.length > 0 ? sale : areas).flatMap((element) => {
    const copy = $(element).clone()
    copy.find('del, s, strike, [class*="was" i], [class*="old" i], [class*="compare" i], [class*="related" i]').remove()
    return moneysIn(copy.text().slice(0, 400))
  })
  return moneys.filter((one, at) => moneys.findIndex((other) => isSame(one, other)) === at).slice(0, 10)
}

/** `$38.00 – $46.00`: one thing in several sizes. */
const isRange = ($: CheerioAPI): boolean =>
  $('[class*="price" i]')
    .toArray()
    .slice(0, 40)
    .some((element) => /\d\s*[–—-]\s*(?:R\$|US\$|€|£|\$)?\s?\d|(?:€|zł)\s*[–—-]\s*\d/.test($(element).text().slice(0, 200)))

function moneysIn(text: string): Money[] {
  return [...text.matchAll(MONEY)].flatMap(([, before, first, second, after]) => {
    const amount = amountOf(first ?? second)
    const sign = before ?? after ?? ''
    return amount === null ? [] : [{ amount, currency: SIGNS[sign] ?? sign }]
  })
}

function availabilityOf(values: readonly unknown[]): PageFigures['availability'] {
  const said = values
    .map(
      (value) =>
        plain(value)
          ?.toLowerCase()
          .replace(/[^a-z]/g, '') ?? '',
    )
    .filter((one) => one !== '')
  if (said.some((one) => /(?:instock|limitedavailability|onlineonly|instoreonly)$/.test(one))) return 'in_stock'
  if (said.some((one) => /(?:preorder|presale|backorder)$/.test(one))) return 'preorder'
  return said.some((one) => /(?:outofstock|soldout|discontinued|oos)$/.test(one)) ? 'out_of_stock' : null
}

/** None where its best is not five: the number alone would say another thing. */
function ratingOf(value: unknown): PageFigures['rating'] {
  const [rating] = listOf(value).filter(isThing)
  if (!rating || (rating['bestRating'] !== undefined && Number(rating['bestRating']) !== 5)) return null
  const text = plain(rating['ratingValue'])?.replace(',', '.') ?? ''
  const count = Number(plain(rating['reviewCount'] ?? rating['ratingCount'])?.replace(/[.,\s]/g, ''))
  if (!/^[0-5](?:\.\d{1,3})?$/.test(text) || !Number.isInteger(count) || count < 1 || count > 10_000_000) return null
  return { value: text, count }
}

function yieldOf(value: unknown): string | null {
  const texts = listOf(value)
    .map(plainOfMarkup)
    .filter((one) => one !== null && one.length <= 60)
  return texts.find((text) => /\p{L}/u.test(text!)) ?? texts[0] ?? null
}

function minutesOf(thing: Thing): number | null {
  const total = minutesIn(thing['totalTime'])
  if (total !== null) return total
  const [preparation, cooking] = [minutesIn(thing['prepTime']), minutesIn(thing['cookTime'] ?? thing['performTime'])]
  return preparation !== null && cooking !== null ? null : (cooking ?? preparation) // a sum stands nowhere
}

function minutesIn(value: unknown): number | null {
  const match = /^P(?:(\d{1,2})D)?T?(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:\d{1,6}(?:\.\d+)?S)?$/i.exec(plain(value) ?? '')
  if (!match) return null
  const [, days = '0', hours = '0', minutes = '0'] = match
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes) || null
}

function stepsOf(value: unknown): number {
  return listOf(value).reduce<number>((sum, one) => {
    if (typeof one === 'string') return sum + (plain(one) === null ? 0 : 1)
    if (!isThing(one)) return sum
    const inner = listOf(one['itemListElement']).length
    return sum + (/Section/.test(String(one['@type'])) && inner > 0 ? inner : 1)
  }, 0)
}
