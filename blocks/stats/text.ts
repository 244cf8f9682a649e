/** The stats of an account in words: totals, comparison, and which days are still being counted. */
import type { Compared } from '../../src/core/insight/analytics/compare.js'
import type { PictureDay } from '../../src/core/ports/charts.js'
import type { Stats } from '../../src/core/insight/analytics/stats.js'
import { clip } from '../kit/kit.js'
import { changeText, listed, percent, whole } from '../kit/numbers.js'
import { dayOfYear, slackDate } from '../kit/times.js'

/** The metrics in the order shown; `rate`: the metric's share of the impressions. */
const METRICS = [
  { metric: 'impression', name: 'Impressions', one: 'impression' },
  { metric: 'save', name: 'Saves', one: 'save', rate: 'saveRate' },
  { metric: 'outboundClick', name: 'Outbound clicks', one: 'outbound click', rate: 'outboundClickRate' },
  { metric: 'pinClick', name: 'Pin clicks', one: 'pin click', rate: 'pinClickRate' },
  { metric: 'engagement', name: 'Engagements', one: 'engagement', rate: 'engagementRate' },
]
/** The number of metrics in the short form. */
const IN_SHORT = 3
/** The most days to name one by one. */
const MOST_NAMED = 4

const find = (compared: readonly Compared[], metric: string) => compared.find((one) => one.metric === metric)

/** Each metric with its change and its rate, if it has one, as mrkdwn. */
export const totalText = (compared: readonly Compared[]): string[] =>
  METRICS.flatMap(({ metric, name, rate }) => {
    const count = find(compared, metric)
    const share = rate === undefined ? undefined : find(compared, rate)
    if (!count) return []
    const lines = [`*${name}*`, whole(count.total) + changeBeside(count)]
    return [[...lines, ...(share ? [`${percent(share.total)} of impressions`] : [])].join('\n')]
  })

function changeBeside({ change, before }: Compared): string {
  if (change !== null) return ` (${changeText(change)})`
  return before === 0 ? ' (none before)' : ''
}

/** `12,480 impressions (+8%), 312 saves (−3%), 96 outbound clicks` */
export const inShort = (compared: readonly Compared[]): string =>
  METRICS.slice(0, IN_SHORT)
    .flatMap(({ metric, name, one }) => {
      const count = find(compared, metric)
      if (!count) return []
      const change = count.change === null ? '' : ` (${changeText(count.change)})`
      return [`${whole(count.total)} ${count.total === 1 ? one : name.toLowerCase()}${change}`]
    })
    .join(', ')

/** Names the days that the changes refer to, or that there is nothing to compare with. */
export function comparedText({ compared, before }: Stats, now: Date): string {
  const days = `${dayOfYear(before.startDate, now)} to ${dayOfYear(before.endDate, now)}`
  if (compared.every((one) => one.before === null)) return `Nothing to compare with yet: not enough stats for ${days}.`
  return `Compared with ${days}.`
}

/** The last day that the totals include, if it is not the end of their window; stands behind totals in one line. */
export const throughText = ({ lastWholeDay, endDate }: Pick<Stats, 'lastWholeDay' | 'endDate'>): string =>
  lastWholeDay === null || lastWholeDay === endDate ? '' : `, through ${dayOfYear(lastWholeDay, new Date(endDate))}`

/** How many days of the window the totals include, and which Pinterest is still counting. */
export function wholeText({ days, wholeDays, lastWholeDay, count }: Stats, now: Date): string {
  if (wholeDays === count) return `All ${count} days are counted.`
  const until = lastWholeDay === null ? '' : `, through ${dayOfYear(lastWholeDay, now)}`
  const some = `${wholeDays} of ${count} days are counted${until}.`
  const counting = days.filter(({ isCounting }) => isCounting).map(({ date }) => dayOfYear(date, now))
  if (counting.length === 0) return some
  const named = counting.length > MOST_NAMED ? `${counting.length} days` : listed(counting)
  return `${some} Pinterest is still counting ${named}.`
}

/** Stats from Pinterest are cached for 15 minutes. */
export const asOfText = (now: Date): string => `As of ${slackDate(now)}, give or take 15 minutes. Days are in UTC.`

/** The alt text of the chart. */
export function pictureText({ account, startDate, endDate, days, compared }: Stats, now: Date): string {
  const lineText = (name: string, line: Line, metric: string) => `${name}: ${rangeText(days, line, find(compared, metric), now)}.`
  const lines = [
    lineText('Impressions', 'impressions', 'impression'),
    lineText('Saves', 'saves', 'save'),
    lineText('Outbound clicks', 'outboundClicks', 'outboundClick'),
  ]
  const counting = days.filter(({ isCounting }) => isCounting).length
  const rest = counting === 0 ? '' : ` Pinterest is still counting ${counting === 1 ? '1 day' : `${counting} days`}.`
  const window = `${dayOfYear(startDate, now)} to ${dayOfYear(endDate, now)}`
  return clip(`${clip(account.username, 100)}, ${window}, day by day. ${lines.join(' ')}${rest}`, 2000)
}

type Line = Exclude<keyof PictureDay, 'date' | 'isCounting'>

function rangeText(days: PictureDay[], line: Line, total: Compared | undefined, now: Date): string {
  const known = days.flatMap(({ date, [line]: value }) => (value === null ? [] : [{ date, value }]))
  const [first] = known
  if (!first || !total) return 'no stats'
  const [least, most] = known.reduce(
    ([low, high], one) => [one.value < low.value ? one : low, one.value > high.value ? one : high],
    [first, first],
  )
  const all = `${whole(total.total)} in total`
  if (least.value === most.value) return `${all}, ${whole(most.value)} each day`
  return `${all}, from ${whole(least.value)} on ${dayOfYear(least.date, now)} to ${whole(most.value)} on ${dayOfYear(most.date, now)}`
}
