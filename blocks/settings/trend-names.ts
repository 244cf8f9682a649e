/** Trends in words: region, type, growth and season. */
import type { Interest, Region, TrendType } from '../../src/core/accounts/trend-questions.js'
import type { Trend } from '../../src/core/insight/trends/read.js'
import { listed } from '../kit/numbers.js'
import { dayOfYear } from '../kit/times.js'

/** Each fits after “in”. */
export const REGION_NAMES: Readonly<Record<Region, string>> = {
  US: 'the United States',
  CA: 'Canada',
  DE: 'Germany',
  FR: 'France',
  ES: 'Spain',
  IT: 'Italy',
  'DE+AT+CH': 'Germany, Austria and Switzerland',
  'GB+IE': 'the United Kingdom and Ireland',
  'IT+ES+PT+GR+MT': 'Southern Europe',
  'PL+RO+HU+SK+CZ': 'Eastern Europe',
  'SE+DK+FI+NO': 'the Nordic countries',
  'NL+BE+LU': 'the Netherlands, Belgium and Luxembourg',
  AR: 'Argentina',
  BR: 'Brazil',
  CO: 'Colombia',
  MX: 'Mexico',
  'MX+AR+CO+CL': 'Mexico, Argentina, Colombia and Chile',
  'AU+NZ': 'Australia and New Zealand',
}

export const INTEREST_NAMES: Readonly<Record<Interest, string>> = {
  animals: 'Animals',
  architecture: 'Architecture',
  art: 'Art',
  beauty: 'Beauty',
  childrens_fashion: 'Children’s fashion',
  design: 'Design',
  diy_and_crafts: 'DIY and crafts',
  education: 'Education',
  electronics: 'Electronics',
  entertainment: 'Entertainment',
  event_planning: 'Event planning',
  finance: 'Finance',
  food_and_drinks: 'Food and drinks',
  gardening: 'Gardening',
  health: 'Health',
  home_decor: 'Home decor',
  mens_fashion: 'Men’s fashion',
  parenting: 'Parenting',
  quotes: 'Quotes',
  sport: 'Sport',
  travel: 'Travel',
  vehicles: 'Vehicles',
  wedding: 'Wedding',
  womens_fashion: 'Women’s fashion',
}
export const interestNames = (interests: readonly Interest[]): string =>
  listed(interests.map((interest) => INTEREST_NAMES[interest]))

/** The text of the button, and the headline of the list. */
export const TYPE_NAMES: Readonly<Record<TrendType, { button: string; headline: string }>> = {
  growing: { button: 'Growing', headline: 'Growing searches' },
  monthly: { button: 'This month', headline: 'Top searches this month' },
  yearly: { button: 'This year', headline: 'Top searches this year' },
  seasonal: { button: 'In season', headline: 'Searches in season' },
}

/** The types in the order offered. */
export const TYPES = Object.keys(TYPE_NAMES) as TrendType[] // of the object just above

/** A larger value is Pinterest’s mark for “more than this”. */
const MOST_PERCENT = 10_000

const WINDOWS = [
  ['weekly', 'in a week'],
  ['monthly', 'in a month'],
  ['yearly', 'in a year'],
] as const

/** `+46% in a week · +261% in a month · +10% in a year`; '' if Pinterest gives no growth. */
export const growthText = ({ growth }: Pick<Trend, 'growth'>): string =>
  WINDOWS.flatMap(([window, words]) => {
    const percent = growth[window]
    return percent === null ? [] : [`${percentText(percent)} ${words}`]
  }).join(' · ')

function percentText(percent: number): string {
  if (percent > MOST_PERCENT) return 'more than +10,000%'
  const whole = Math.round(percent)
  return whole === 0 ? 'unchanged' : `${whole > 0 ? '+' : '−'}${Math.abs(whole).toLocaleString('en-US')}%`
}

/** It is still a good time to start for this long after `startBy`. */
const STILL_GOOD_DAYS = 14
/** Days between two UTC days. */
export const daysFrom = (day: string, to: string): number => Math.round((Date.parse(to) - Date.parse(day)) / 60_000 / 60 / 24)

/** `Start by Jan 3: most people search for it around Feb 17.`; '' if there is no clear season. Days are in UTC. */
export function seasonText({ peak, startBy }: Pick<Trend, 'peak' | 'startBy'>, now: Date): string {
  if (peak === null || startBy === null) return ''
  return `${startText({ peak, startBy }, now)}: most people search for it around ${dayOfYear(peak, now)}.`
}

/** `Start by Jan 3`, `Start now` */
export function startText({ peak, startBy }: { peak: string; startBy: string }, now: Date): string {
  const today = now.toISOString().slice(0, 10)
  const weeks = Math.round(daysFrom(today, peak) / 7)
  const late = weeks < 1 ? 'Already late' : `Late, but ${weeks === 1 ? '1 week' : `${weeks} weeks`} left`
  const begun = daysFrom(startBy, today) <= STILL_GOOD_DAYS ? 'Start now' : late
  return startBy > today ? `Start by ${dayOfYear(startBy, now)}` : begun
}
