/** Reads the facts of a page's subject as they are written, and none where they contradict each other. */
import type { CheerioAPI } from 'cheerio'
import { DateTime } from 'luxon'
import type { Locality } from '../../core/lib/money/marks.js'
import type { PageFigures, PageKind } from '../../core/ports/page.js'
import { minutesIn } from './minutes.js'
import { isThing, listOf, type Thing } from './nodes.js'
import { plain, plainOfMarkup } from './plain.js'
import { offersOf, priceOf } from './price.js'
import { itemNamesOf, nameOf } from './subject.js'

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
