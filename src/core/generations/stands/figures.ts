/** Numbers, prices and shares in a text, in whatever form they are written. Texts have their numbers in figures. Pure. */
import type { PageContent } from '../../ports/page.js'

/** Begun once in a run of digits, with so many groups: begun at each digit, or at each group, long runs would take the square of their length. */
export const NUMBER = /(?<!\d)\d+(?:[.,'’\u00a0\u202f ]\d{3}){0,5}(?:[.,]\d+)?/g
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  R$: 'BRL',
  '¥': 'JPY',
  zł: 'PLN',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  dólar: 'USD',
  dólares: 'USD',
  dollari: 'USD',
  reais: 'BRL',
  yen: 'JPY',
  franken: 'CHF',
}
const SIGN =
  '(?:R\\$|US\\$|[A-Z]{1,2}\\$|\\$|€|£|¥|zł|\\b(?:USD|EUR|GBP|BRL|CHF|CAD|AUD|PLN|SEK|DKK|NOK|JPY|[Ee]uros?|[Dd]ollars?|[Dd]ólar(?:es)?|dollari|reais|yen|[Ff]ranken)\\b)'
const MONEY = new RegExp(`(${SIGN})\\s?(${NUMBER.source})|(${NUMBER.source})\\s?(${SIGN})`, 'g')
const PERCENT =
  /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:%|percent\b|per\s?cent\b|prozent\b|por\s?cien(?:to)?\b|pour\s?cent\b|per\s?cento\b|procent\b|por\s?cento\b)/giu

/** `1.299` is read both ways: a thousand and more, or one and a bit. */
export function readings(number: string): number[] {
  const bare = number.replace(/['’\u00a0\u202f ]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const whole = Number(bare.replace(/[.,]/g, ''))
  if (last < 0) return [whole]
  const decimal = Number(`${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`)
  return bare.length - last - 1 === 3 ? [whole, decimal] : [decimal]
}

/** Each also without what stands before a space: `2 300` may be two numbers. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].flatMap(([number]) => [...readings(number), ...number.split(/[\u00a0\u202f ]/).flatMap(readings)])

type Found = { text: string; keys: string[] }

export const moneyIn = (text: string): Found[] =>
  [...text.matchAll(MONEY)].map(([money, before, first, second, after]) => {
    const sign = before ?? after ?? ''
    const currency = SIGNS[sign] ?? SIGNS[sign.toLowerCase()] ?? sign
    return { text: money, keys: readings(first ?? second ?? '').map((value) => `${currency} ${value}`) }
  })

export const percentsIn = (text: string): { text: string; values: number[] }[] =>
  [...text.matchAll(PERCENT)].map(([percent, number]) => ({ text: percent, values: readings(number!) }))

/** Those that the page's linked data names. */
export function figuresOf({ price, rating, minutes, ingredients, steps, date }: PageContent['facts']): number[] {
  const [year, month, day] = date?.slice(0, 10).split('-').map(Number) ?? []
  const time = minutes === null ? [] : [minutes, Math.floor(minutes / 60), minutes % 60]
  const all = [
    ...[price && Number(price.amount), rating && Number(rating.value), rating?.count],
    ...[ingredients, steps, year, month, day],
    ...time,
  ]
  return all.filter((one): one is number => typeof one === 'number')
}
