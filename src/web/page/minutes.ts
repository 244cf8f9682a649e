/** Reads durations in ISO 8601 or in words as whole minutes, and none where any part cannot be read. */
import { Duration } from 'luxon'
import { withPlainDigits } from '../../core/lib/money/amount.js'
import { isThing, listOf } from './nodes.js'
import { plain } from './plain.js'

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
