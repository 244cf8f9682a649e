/**
 * Reads the price of a page from linked data and meta elements and compares it with what the page shows; none where they
 * contradict each other.
 */
import type { CheerioAPI } from 'cheerio'
import { JOINT, readingsOfField } from '../../core/lib/prose/amount.js'
import { currencyOf, type Locality, minorDigits } from '../../core/lib/prose/money-marks.js'
import { type FoundMoney, moneysIn } from '../../core/lib/prose/moneys-in.js'
import type { PageKind, PagePrice } from '../../core/ports/page.js'
import { closestNamed, saysOf } from './classes.js'
import { type Element, isThing, listOf, type Thing } from './nodes.js'
import { plain } from './plain.js'

type Meta = ReadonlyMap<string, string>

/** `amounts`: the possible readings, only one if it is unambiguous. */
type Money = { amounts: number[]; currency: string; isFrom: boolean }

const MOST = { areas: 200, shown: 40, text: 400, offers: 200 }

/**
 * The number formats that a page may use: its language with the country that it names, and with that of its domain if it differs.
 */
export function localitiesOf(tags: readonly (string | null | undefined)[], address: string): Locality[] {
  const said = tags
    .map((one) => /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}))?(?:[-_.@]|$)/i.exec(one?.trim() ?? ''))
    .filter((one) => one !== null)
  const language = said[0]?.[1]?.toLowerCase() ?? null
  const named = said.map(([, , region]) => region?.toUpperCase()).find((one) => one !== undefined)
  const end = /\.([a-z]{2})$/.exec(new URL(address).hostname)?.[1]
  const home = end === undefined || OF_ANYBODY.test(end) ? undefined : end === 'uk' ? 'GB' : end.toUpperCase()
  const regions = new Set([named, home].filter((one) => one !== undefined))
  return regions.size === 0 ? [{ language, region: null }] : [...regions].map((region) => ({ language, region }))
}

/** Top-level domains that do not indicate a country. */
const OF_ANYBODY =
  /^(?:ac|ag|ai|am|bz|cc|cd|co|cx|dj|eu|fm|gg|io|is|je|la|li|ly|me|ms|mu|nu|pm|pw|sc|sh|so|st|su|sx|tk|tl|to|tv|vc|vg|vu|ws)$/

export type PriceSources = { $: CheerioAPI; meta: Meta; thing: Thing; kind: PageKind; localities: readonly Locality[] }

export function priceOf({ $, meta, thing, kind, localities }: PriceSources): PagePrice | null {
  const [own = { language: null, region: null }] = localities
  const offered = offersOf(thing).flatMap((offer) => moneyOf(offer, own))
  const said = metaMoney(meta, own)
  if (new Set(offered.map(({ currency }) => currency)).size > 1) return null
  const stated = offered.length > 0 ? offered : said === null || said === 'unreadable' ? [] : [said]
  const currency = stated[0]?.currency ?? null
  const shown = kind === 'product' ? shownMoney($, localities, currency) : []
  if (stated.length === 0) return said === 'unreadable' ? null : shownPrice(shown)
  const sure = shown.filter((one) => one.amounts.length === 1 && one.currency === currency)
  const others = said !== null && said !== 'unreadable' && said.currency === currency ? [said] : []
  const isIn = (one: Pick<Money, 'amounts'>, among: readonly Pick<Money, 'amounts'>[]) =>
    among.some((other) => common(one, other, currency!) !== undefined)
  if (others.length > 0 && !others.some((one) => isIn(one, stated))) return null
  if (sure.length > 0 && !sure.some((one) => isIn(one, stated))) return null
  return written(
    stated.flatMap((one) =>
      settled(
        one,
        [...shown, ...others].filter((other) => other !== one),
      ),
    ),
  )
}

export function offersOf(thing: Thing): Thing[] {
  const direct = listOf(thing['offers']).filter(isThing)
  const inner = direct.flatMap((offer) => listOf(offer['offers']).filter(isThing))
  const variants = listOf(thing['hasVariant'])
    .filter(isThing)
    .flatMap((one) => listOf(one['offers']).filter(isThing))
  return [...direct, ...(direct.some((offer) => offer['lowPrice'] !== undefined) ? [] : inner), ...variants].slice(0, MOST.offers)
}

/** A price other than what a buyer pays for one item. */
const OTHER_PRICE = /ListPrice|Strikethrough|SRP|MSRP|Invoice|MinimumAdvertised|Regular/i

/** The price or price range of an offer; nothing else replaces a price that cannot be read. */
function moneyOf(offer: Thing, locality: Locality): Money[] {
  const specifications = listOf(offer['priceSpecification'])
    .filter(isThing)
    .filter(
      (one) =>
        !OTHER_PRICE.test(plain(one['priceType']) ?? '') &&
        ['referenceQuantity', 'billingDuration', 'billingIncrement'].every((name) => one[name] === undefined),
    )
  const [specification = {}] = specifications
  const named = plain(offer['priceCurrency'] ?? specification['priceCurrency'])
  const currency = named === null ? null : currencyOf(named, locality)
  if (currency === null) return []
  const amountsOf = (value: unknown) => amountsIn(value, currency, locality)
  const price = offer['price'] ?? (offer['lowPrice'] === undefined ? specification['price'] : undefined)
  const [least, most] = [price ?? offer['lowPrice'], offer['highPrice']].map(amountsOf) as [number[], number[]]
  // the lower end of a range without an upper end is only a "from" price
  const isFrom = price === undefined && offer['highPrice'] === undefined && Number(plain(offer['offerCount']) ?? 2) !== 1
  const all = [
    ...(least.length > 0 ? [{ amounts: least, currency, isFrom }] : []),
    ...(price === undefined && most.length > 0 ? [{ amounts: most, currency, isFrom: false }] : []),
  ]
  return least.length === 0 ? [] : all
}

function amountsIn(value: unknown, currency: string, locality: Locality): number[] {
  if (value === undefined || value === null) return []
  const amounts = readingsOfField(typeof value === 'number' ? value : (plain(value) ?? ''), currency, locality)
  if (amounts.length > 0 || typeof value !== 'string') return amounts
  const found = moneysIn(value.slice(0, 100), locality, { hint: currency })
  return found.length === 1 && found[0]!.currency === currency && found[0]!.until.length === 0 ? found[0]!.amounts : []
}

function metaMoney(meta: Meta, locality: Locality): Money | 'unreadable' | null {
  for (const prefix of ['product:sale_price', 'product:price', 'og:price']) {
    const amount = meta.get(`${prefix}:amount`)
    if (amount === undefined) continue
    const currency = currencyOf(meta.get(`${prefix}:currency`) ?? '', locality)
    const amounts = currency === null ? [] : amountsIn(amount, currency, locality)
    if (currency !== null && amounts.length > 0) return { amounts, currency, isFrom: false }
    if (currency !== null || prefix === 'product:sale_price') return 'unreadable' // no other price may replace this one
  }
  return null
}

const stepOf = (currency: string): number => 0.5 / 10 ** Math.max(2, minorDigits(currency))

/** The reading that both amounts share. */
const common = ({ amounts }: Pick<Money, 'amounts'>, other: Pick<Money, 'amounts'>, currency: string): number | undefined =>
  amounts.find((one) => other.amounts.some((another) => Math.abs(one - another) < stepOf(currency)))

/** Reduces an ambiguous price to the reading that another one confirms. */
function settled(money: Money, others: readonly Pick<FoundMoney, 'amounts' | 'currency'>[]): Money[] {
  if (money.amounts.length === 1) return [money]
  const same = others.filter((one) => one.currency === money.currency && one.amounts.length === 1)
  const amount = same.map((one) => common(money, one, money.currency)).find((one) => one !== undefined)
  return [{ ...money, amounts: amount === undefined ? [] : [amount] }]
}

function written(moneys: readonly Money[]): PagePrice | null {
  const [first] = moneys
  if (!first || moneys.some(({ amounts }) => amounts.length !== 1)) return null
  const { currency } = first
  const amounts = moneys.flatMap((one) => one.amounts)
  const least = Math.min(...amounts)
  const digits = minorDigits(currency)
  if (Math.abs(Number(least.toFixed(digits)) - least) > 1e-9) return null // smaller than its smallest coin
  return {
    amount: least.toFixed(Math.max(2, digits)),
    currency,
    isFrom: Math.max(...amounts) > least || moneys.some(({ isFrom }) => isFrom),
  }
}

/** Uses the shown price if no data states one: a single one, read completely. */
function shownPrice(shown: readonly FoundMoney[]): PagePrice | null {
  if (shown.some(({ currency, amounts }) => currency === null || amounts.length !== 1)) return null
  const distinct = shown.filter((one, at) => shown.findIndex((other) => isSame(one, other)) === at)
  const [only] = distinct
  if (!only?.currency || distinct.length !== 1 || only.until.length > 1) return null
  const [until] = only.until
  return written([{ amounts: only.amounts, currency: only.currency, isFrom: only.isFrom && until !== only.amounts[0] }])
}

const isSame = (a: FoundMoney, b: FoundMoney): boolean =>
  a.currency === b.currency && a.amounts[0] === b.amounts[0] && (a.isFrom === b.isFrom || a.until.length === b.until.length)

const AREAS =
  'ins, [itemprop="price"], [class*="price" i], [id*="price" i], [class*="preis" i], [class*="precio" i], [class*="prix" i], [class*="prezzo" i], [class*="prijs" i], [class*="preco" i], [class*="cena" i]'
const PRICE: ReadonlySet<string> = new Set([
  ...[
    'price',
    'prices',
    'pricing',
    'pricebox',
    'preis',
    'preise',
    'precio',
    'precios',
    'prix',
    'prezzo',
    'prijs',
    'preco',
    'cena',
  ],
])
const OF_SALE: ReadonlySet<string> = new Set(['sale', 'special', 'final', 'current', 'now', 'actual', 'discounted', 'angebot'])
/** Struck through, or not the current price. */
const GONE: ReadonlySet<string> = new Set([
  ...[
    'was',
    'old',
    'compare',
    'msrp',
    'rrp',
    'uvp',
    'strike',
    'striked',
    'strikethrough',
    'crossed',
    'previous',
    'before',
    'original',
  ],
  ...['through', 'installment', 'installments', 'unit', 'shipping', 'saving', 'savings', 'save', 'saved', 'klarna', 'afterpay'],
])
const STRUCK = 'del, s, strike'
const ELSEWHERE = 'aside, footer, nav'
const OTHERS: ReadonlySet<string> = new Set([
  'related',
  'upsell',
  'cross-sell',
  'recommend',
  'recommended',
  'recommendation',
  'also-viewed',
  'minicart',
  'cart-drawer',
])

/** The price that the shop shows: the reduced one if another is struck through. */
function shownMoney($: CheerioAPI, localities: readonly Locality[], hint: string | null): FoundMoney[] {
  const areas = $(AREAS)
    .toArray()
    .slice(0, MOST.areas)
    .filter((element) => element.name === 'ins' || element.attribs['itemprop'] === 'price' || saysOf(element, PRICE))
    .filter(
      (element) =>
        $(element).closest(`${STRUCK}, ${ELSEWHERE}`).length === 0 && !closestNamed(element, OTHERS) && !isGone(element),
    )
  const whole = outermost(areas, $).slice(0, MOST.shown)
  const sale = areas.filter((element) => element.name === 'ins' || saysOf(element, OF_SALE))
  const chosen = sale.length > 0 ? outermost(sale, $).slice(0, MOST.shown) : whole
  return chosen.flatMap((element) => readIn(textOf(element), localities, hint)).slice(0, 20)
}

const isGone = (element: Element): boolean => {
  for (let at = element as Element | null; at && 'attribs' in at && at.name !== 'body'; at = at.parent as Element | null)
    if (saysOf(at, GONE) && (at === element || saysOf(at, PRICE))) return true
  return false
}

/** The areas that are in no other area; an area with too much text is replaced by the areas in it. */
function outermost(areas: readonly Element[], $: CheerioAPI): Element[] {
  const taken = new Set<unknown>()
  const small = areas.filter((element) => $(element).text().length <= MOST.text)
  return small.filter((element) => {
    for (let at = element.parent; at; at = at.parent) if (taken.has(at)) return false
    taken.add(element)
    return true
  })
}

type Node = { type: string; data?: string; name?: string; attribs?: Record<string, string>; children?: Node[] }

/** The text without struck-through parts, with a mark between elements. */
function textOf(element: Element): string {
  const parts: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'text') parts.push(node.data ?? '')
    else if (node !== (element as unknown as Node) && isLeftOut(node as unknown as Element)) parts.push(' ')
    else for (const child of node.children ?? []) visit(child)
  }
  visit(element)
  return parts.join(JOINT)
}

const isLeftOut = (element: Element): boolean =>
  /^(?:del|s|strike)$/.test(element.name ?? '') || (element.attribs !== undefined && saysOf(element, GONE))

/** Reads in both localities if two countries are possible and keeps what they agree on. */
function readIn(text: string, [first, second]: readonly Locality[], hint: string | null): FoundMoney[] {
  const found = moneysIn(text, first!, { hint })
  if (!second) return found
  const again = moneysIn(text, second, { hint })
  return found.map((money, at) => {
    const other = again[at]
    if (!other) return { ...money, currency: null }
    const amounts = [...new Set([...money.amounts, ...other.amounts])]
    return { ...money, amounts, currency: money.currency === other.currency ? money.currency : null }
  })
}
