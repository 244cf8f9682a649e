/** Names of months and weekdays in many languages, as Intl has them. */
import { DAY_MS } from '../../lib/duration.js'
import { makeSlices } from '../../lib/work/slices.js'

const LANGUAGES = (
  'en de fr es it pt nl sv da nb nn fi et lv lt pl cs sk sl hr sr sr-Latn bs hu ro bg ru uk be mk el tr az id ms vi th ja zh ko he hi ca eu gl ' +
  'is ga cy sq ka hy fa ar af sw fil'
).split(' ')
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 15))
/** 4 January 2027 is a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 0, 4) + day * DAY_MS)

type Names = Map<string, Set<number>>
const months: Names = new Map([['sept', new Set([9])]])
const weekdays: Names = new Map()
let languagesRead = 0

const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.,\u200e\u200f]/g, '')
    .trim()

/** Adds how a language writes them alone and within a date, for many languages decline them. */
function readNames(names: Names, language: string, part: 'month' | 'weekday', at: readonly number[]): void {
  for (const length of ['long', 'short'] as const) {
    for (const within of [{}, { day: 'numeric' }, { year: 'numeric', month: 'long', day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...within, [part]: length, timeZone: 'UTC' })
      for (const [index, day] of at.entries()) {
        const name = plainName(format.formatToParts(day).find(({ type }) => type === part)?.value ?? '')
        if (/\p{L}/u.test(name)) names.set(name, (names.get(name) ?? new Set()).add(index + 1))
      }
    }
  }
}

function readNextLanguage(): void {
  const language = LANGUAGES[languagesRead++]
  if (language === undefined) return
  readNames(months, language, 'month', MONTHS)
  readNames(weekdays, language, 'weekday', WEEKDAYS)
}

/** Reads the names language by language, because all of them take half a second that others would wait for. */
export async function loadDateNames(): Promise<void> {
  const betweenLanguages = makeSlices()
  while (languagesRead < LANGUAGES.length) {
    readNextLanguage()
    await betweenLanguages()
  }
}

function find(names: Names, name: string): number[] {
  while (languagesRead < LANGUAGES.length) readNextLanguage()
  return [...(names.get(plainName(name)) ?? [])]
}

/**
 * The months, 1 to 12, that a whole name can mean: none if no language has it, two if languages disagree (`listopad` is October in Croatian
 * and November in Polish). Part of a name is no name.
 */
export const monthsNamed = (name: string): number[] => find(months, name)

/** The weekdays, 1 (Monday) to 7, that a whole name can mean. */
export const weekdaysNamed = (name: string): number[] => find(weekdays, name)
