/** Compares two windows of an account's days. Pure. */
import type { MetricDay } from '../../ports/platform.js'

const COUNTS = ['impression', 'engagement', 'pinClick', 'outboundClick', 'save']
/** Rates of impressions; computed from totals, because an average of daily rates gives a quiet day the weight of a busy one. */
const RATES = ['engagementRate', 'pinClickRate', 'outboundClickRate', 'saveRate']
/** An earlier window needs at least this share of the days of the current one. */
const LEAST_SHARE = 0.5

/** `change` is a fraction (0.25: a quarter more); null: there is no base. */
export type Compared = { metric: string; total: number; before: number | null; change: number | null }

/**
 * Compares each metric with the earlier window, counting only READY days; a rate uses the days that have both its parts. `before`
 * is scaled to the current number of days; `change` is null for too few earlier days or a base of 0, and metrics without any
 * current day are left out.
 */
export function compareWindows(now: MetricDay[], before: MetricDay[]): Compared[] {
  const [days, daysBefore] = [now.filter(isReady), before.filter(isReady)]
  return [
    ...COUNTS.flatMap((metric) => compareCounts(metric, days, daysBefore)),
    ...RATES.flatMap((metric) => compareRates(metric, days, daysBefore)),
  ]
}

const isReady = ({ dataStatus }: MetricDay) => dataStatus === 'READY'

function compareCounts(metric: string, days: MetricDay[], daysBefore: MetricDay[]): Compared[] {
  const [values, valuesBefore] = [valuesOf(days, metric), valuesOf(daysBefore, metric)]
  if (values.length === 0) return []
  const total = sum(values)
  if (!isEnough(valuesBefore, values)) return [{ metric, total, before: null, change: null }]
  const base = (sum(valuesBefore) * values.length) / valuesBefore.length
  return [{ metric, total, before: Math.round(base), change: changeOf(total, base) }]
}

function compareRates(metric: string, days: MetricDay[], daysBefore: MetricDay[]): Compared[] {
  const [parts, partsBefore] = [partsOf(days, metric), partsOf(daysBefore, metric)]
  if (parts.length === 0) return []
  const total = rateOf(parts) ?? 0
  const base = isEnough(partsBefore, parts) ? rateOf(partsBefore) : null
  return [{ metric, total, before: base, change: base === null ? null : changeOf(total, base) }]
}

const isEnough = (before: unknown[], now: unknown[]) => before.length > 0 && before.length >= now.length * LEAST_SHARE

function changeOf(total: number, base: number): number | null {
  if (base > 0) return total / base - 1
  return total === 0 ? 0 : null
}

type Parts = { count: number; impressions: number }

/** Returns null without impressions. */
function rateOf(parts: Parts[]): number | null {
  const impressions = sum(parts.map((part) => part.impressions))
  return impressions > 0 ? sum(parts.map(({ count }) => count)) / impressions : null
}

const partsOf = (days: MetricDay[], rate: string): Parts[] =>
  days.flatMap(({ metrics }) => {
    const [count, impressions] = [metrics[rate.replace(/Rate$/, '')], metrics.impression]
    return typeof count === 'number' && typeof impressions === 'number' ? [{ count, impressions }] : []
  })

const valuesOf = (days: MetricDay[], metric: string): number[] =>
  days.flatMap(({ metrics }) => {
    const value = metrics[metric]
    return typeof value === 'number' ? [value] : []
  })

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
