/** Reads the facts of a page's subject as they are written, and none where they contradict each other. */
import type { CheerioAPI } from 'cheerio'
import { DateTime, Duration } from 'luxon'
import type { Locality } from '../../core/lib/prose/money-marks.js'
import type { PageFigures, PageKind } from '../../core/ports/page.js'
import { availabilityOf } from './availability.js'
import { isThing, listOf, type Thing } from './nodes.js'
import { plain, plainOfMarkup } from './plain.js'
import { offersOf, priceOf } from './price.js'
import { itemNamesOf, nameOf } from './subject.js'
import { withPlainDigits } from '../../core/lib/prose/amount.js'

type Meta = ReadonlyMap<string, string>

export type FigureSources = { $: CheerioAPI; meta: Meta; kind: PageKind; thing: Thing; localities: readonly Locality[] }

export function figuresOf({ $, meta, kind, thing, localities }: FigureSources): PageFigures {
  const offers = offersOf(thing)
  const steps = stepsOf(thing['recipeInstructions'] ?? thing['step'])
  return {
    name: nameOf(thing),
    brand: nameIn(thing['brand']) ?? plain(meta.get('product:brand') ?? meta.get('og:brand')),
    price: kind === 'product' || kind === 'event' ? priceOf({ $, meta, thing, kind, localities }) : null,
    availability: availabilityOf([
      ...offers.map((offer) => offer['availability']),
      meta.get('product:availability'),
      meta.get('og:availability'),
    ]),
    rating: ratingOf(thing['aggregateRating']),
    yield: yieldOf(thing['recipeYield'] ?? thing['yield']),
    // only the total time counts: preparing and cooking are parts of it
    minutes: minutesIn(thing['totalTime'], localities[0]?.language ?? null),
    ingredients:
      listOf(thing['recipeIngredient'] ?? thing['ingredients']).filter((one) => !/^$|:$/.test(plain(one) ?? '')).length || null,
    steps: steps || null,
    date: dateOf(thing),
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

/** The day on which an event begins; null if that day does not exist or the event was cancelled or postponed. */
function dateOf(thing: Thing): string | null {
  if (/Event(?:Cancelled|Postponed)$/.test(plain(thing['eventStatus']) ?? '')) return null
  const text = plain(thing['startDate'])?.replace(' ', 'T') ?? ''
  const isWritten = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)
  return isWritten && DateTime.fromISO(text, { setZone: true }).isValid ? text : null
}

/**
 * The rating out of five; null for any other scale, because the number alone would mislead. Ratings and reviews are counted
 * separately.
 */
function ratingOf(value: unknown): PageFigures['rating'] {
  const [rating] = listOf(value).filter(isThing)
  if (!rating || (rating['bestRating'] !== undefined && Number(rating['bestRating']) !== 5)) return null
  const text = plain(rating['ratingValue'])?.replace(',', '.') ?? ''
  const of = rating['reviewCount'] === undefined ? 'ratings' : 'reviews'
  const written = plain(of === 'reviews' ? rating['reviewCount'] : rating['ratingCount']) ?? ''
  const count = /^\d{1,3}(?:[.,\s]\d{3})*$|^\d+$/.test(written) ? Number(written.replace(/[.,\s]/g, '')) : Number.NaN
  if (!/^[0-5](?:\.\d{1,3})?$/.test(text) || Number(text) > 5 || !Number.isInteger(count) || count < 1 || count > 10_000_000)
    return null
  return { value: text, count, of }
}

function yieldOf(value: unknown): string | null {
  const texts = listOf(value)
    .map(plainOfMarkup)
    .filter((one) => one !== null && one.length <= 60)
  return texts.find((text) => /\p{L}/u.test(text!)) ?? texts[0] ?? null
}

function stepsOf(value: unknown): number {
  return listOf(value).reduce<number>((sum, one) => {
    if (typeof one === 'string') return sum + (plain(one) === null ? 0 : 1)
    if (!isThing(one)) return sum
    const inner = listOf(one['itemListElement']).length
    return sum + (/Section/.test(String(one['@type'])) && inner > 0 ? inner : 1)
  }, 0)
}

/** Reads durations in ISO 8601 or in words as whole minutes, and none where any part cannot be read. */
const MOST_MINUTES = 366 * 1_440

/** Accepts several values only if they are the same. */
export function minutesIn(value: unknown, language: string | null): number | null {
  const all = listOf(value).map((one) => oneIn(one, language))
  const [first = null] = all
  return all.every((one) => one === first) ? first : null
}

function oneIn(value: unknown, language: string | null): number | null {
  if (isThing(value)) return quantityIn(value, language)
  const text = plain(value)
  if (text === null || typeof value === 'number' || text.length > 100) return null
  return whole(/^P/i.test(text) ? inIso(text) : inWords(text, language))
}

const whole = (minutes: number | null): number | null => {
  if (minutes === null) return null
  const rounded = Math.round(minutes)
  return Math.abs(rounded - minutes) < 1e-6 && rounded > 0 && rounded <= MOST_MINUTES ? rounded : null
}

/** Rejects months and years, which have no fixed number of minutes; `P30M` often means thirty minutes. */
function inIso(text: string): number | null {
  const duration = Duration.fromISO(text.toUpperCase().replace(',', '.'))
  if (!duration.isValid || /-/.test(text)) return null
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds } = duration
  if (years !== 0 || months !== 0) return null
  return (weeks * 7 + days) * 1_440 + hours * 60 + minutes + (seconds + milliseconds / 1_000) / 60
}

/** `{value: 30, unitCode: 'MIN'}`; a range counts only if both ends are the same. */
const UNIT_CODES: Readonly<Record<string, number>> = { SEC: 1 / 60, MIN: 1, HUR: 60, DAY: 1_440, WEE: 10_080 }

function quantityIn(thing: Record<string, unknown>, language: string | null): number | null {
  const { minValue, maxValue } = thing
  if (minValue !== undefined || maxValue !== undefined) {
    const [least, most] = [minValue, maxValue].map((one) => oneIn(withUnit(one, thing), language))
    return least === most ? (least ?? null) : null
  }
  const value = thing['value'] ?? thing['@value'] ?? thing['duration']
  return isThing(value) ? null : oneIn(withUnit(value, thing), language)
}

/** Adds the unit to a number, as an ISO duration or in words. */
function withUnit(value: unknown, { unitCode, unitText }: Record<string, unknown>): unknown {
  const number = /^\d{1,6}(?:\.\d{1,6})?$/.exec(plain(value) ?? '')?.[0]
  if (number === undefined) return value
  const code = UNIT_CODES[plain(unitCode)?.toUpperCase() ?? '']
  return code === undefined ? `${number} ${plain(unitText ?? unitCode) ?? ''}` : `PT${Number(number) * code * 60}S`
}

const UNITS = { second: 1 / 60, minute: 1, hour: 60, day: 1_440, week: 10_080 } as const
/** Abbreviations that people write besides CLDR's words. */
const MORE: ReadonlyMap<string, number> = new Map(
  (
    [
      ['min mins minute minutes mn minuten minuti minutos мин 分 分钟 分鐘 분', 1],
      ['hr hrs std stunde stunden heure heures hora horas ora ore uur uren godz час 時間 小时 小時 시간', 60],
      ['sec secs sek', 1 / 60],
    ] as const
  ).flatMap(([all, minutes]) => all.split(' ').map((word) => [word, minutes] as const)),
)
const words = new Map<string, ReadonlyMap<string, number>>()

/** A language's words for units of time, from CLDR. */
function wordsIn(language: string): ReadonlyMap<string, number> {
  let own = words.get(language)
  if (own) return own
  const found = new Map<string, number>()
  for (const [unit, minutes] of Object.entries(UNITS))
    for (const unitDisplay of ['long', 'short', 'narrow'] as const)
      for (const count of [1, 2, 3, 5, 21]) {
        const word = wordOf(language, unit, unitDisplay, count)
        if (word !== '') found.set(word, minutes)
      }
  own = found
  if (words.size > 100) words.clear()
  words.set(language, own)
  return own
}

function wordOf(language: string, unit: string, unitDisplay: 'long' | 'short' | 'narrow', count: number): string {
  try {
    const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).formatToParts(count)
    return asWord(
      parts
        .filter(({ type }) => type === 'unit')
        .map(({ value }) => value)
        .join(''),
    )
  } catch {
    return ''
  }
}

const asWord = (text: string): string => text.toLowerCase().replace(/\.$/, '').trim()

const PIECE = /^(\d{1,5}(?:[.,]\d{1,2})?)[\s\u00a0]?([\p{L}\p{M}]+)\.?/u
const AND = /^(?:and|und|et|y|e|en|и|i|&|,)\s+/iu

/** Reads `1 hr 30 mins` or `2 Stunden und 10 Minuten`; every word has to be known. */
function inWords(written: string, language: string | null): number | null {
  const all = [language, 'en'].filter((one) => one !== null).map(wordsIn)
  let rest = withPlainDigits(written).trim()
  let minutes = 0
  let before = Number.POSITIVE_INFINITY
  while (rest !== '') {
    const [piece, number, word] = PIECE.exec(rest) ?? []
    if (piece === undefined) return null
    const own = asWord(word!)
    const unit = all.map((one) => one.get(own)).find((one) => one !== undefined) ?? MORE.get(own)
    if (unit === undefined || unit >= before) return null
    minutes += Number(number!.replace(',', '.')) * unit
    before = unit
    rest = rest
      .slice(piece.length)
      .replace(/^[\s,]+/, '')
      .replace(AND, '')
  }
  return minutes
}
