/** Reads numbers, prices and percentages in a text. Numbers are expected in figures. Pure. */
import { moneysIn } from '../../lib/money/moneys-in.js'
import type { PageContent } from '../../ports/page.js'
import { timeParts } from '../phrases.js'

/**
 * Begins only at the start of a run of digits, with a limited number of groups: otherwise long runs would take quadratic time.
 */
export const NUMBER = /(?<!\d)\d+(?:[.,'’\u00a0\u202f ]\d{3}){0,5}(?:[.,]\d+)?/g
const PERCENT =
  /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:%|percent\b|per\s?cent\b|prozent\b|por\s?cien(?:to)?\b|pour\s?cent\b|per\s?cento\b|procent\b|por\s?cento\b)/giu

/** Returns both readings of `1.299`: with a thousands separator, and with decimals. */
export function readings(number: string): number[] {
  const bare = number.replace(/['’\u00a0\u202f ]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const whole = Number(bare.replace(/[.,]/g, ''))
  if (last < 0) return [whole]
  const decimal = Number(`${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`)
  return bare.length - last - 1 === 3 ? [whole, decimal] : [decimal]
}

/** Returns numbers with all readings, also split at spaces, because `2 300` may be two numbers. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].flatMap(([number]) => [...readings(number), ...number.split(/[\u00a0\u202f ]/).flatMap(readings)])

type Found = { text: string; keys: string[] }

/** Returns the sums with all readings, or as written where they have none. */
export const moneyIn = (text: string, language: string): Found[] =>
  moneysIn(text, { language, region: null }, { isEach: true }).map(({ text: money, amounts, currency, mark, number }) => ({
    text: money,
    keys: (amounts.length > 0 ? amounts : [number]).map((amount) => `${currency ?? mark} ${amount}`),
  }))

export const percentsIn = (text: string): { text: string; values: number[] }[] =>
  [...text.matchAll(PERCENT)].map(([percent, number]) => ({ text: percent, values: readings(number!) }))

/** Returns the figures of the page's linked data. */
export function figuresOf({ price, rating, minutes, ingredients, steps, date }: PageContent['facts']): number[] {
  const [year, month, day] = date?.slice(0, 10).split('-').map(Number) ?? []
  const time = minutes === null ? [] : [minutes, Math.floor(minutes / 60), ...timeParts(minutes).map(([, count]) => count)]
  const all = [
    ...[price && Number(price.amount), rating && Number(rating.value), rating?.count],
    ...[ingredients, steps, year, month, day],
    ...time,
  ]
  return all.filter((one): one is number => typeof one === 'number')
}
