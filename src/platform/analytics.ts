/** Analytics of accounts and pins, as v5 reports them. Optional parts may be null or missing; an unknown status is passed on. */
import { z } from 'zod'
import type {
  Days,
  MetricDay,
  Metrics,
  PlatformAnalytics,
  PlatformPinAnalytics,
  PlatformTopPins,
} from '../core/ports/platform.js'

const ACCOUNT_METRICS = [
  ...['ENGAGEMENT', 'ENGAGEMENT_RATE', 'IMPRESSION', 'OUTBOUND_CLICK', 'OUTBOUND_CLICK_RATE'],
  ...['PIN_CLICK', 'PIN_CLICK_RATE', 'SAVE', 'SAVE_RATE'],
]
const PIN_METRICS = ['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE', 'USER_FOLLOW', 'PROFILE_VISIT']
const VIDEO_METRICS = [
  ...['VIDEO_MRC_VIEW', 'VIDEO_10S_VIEW', 'QUARTILE_95_PERCENT_VIEW', 'VIDEO_V50_WATCH_TIME', 'VIDEO_START'],
  'VIDEO_AVG_WATCH_TIME',
]
const LIFETIME_METRICS = ['TOTAL_COMMENTS', 'TOTAL_REACTIONS']
const KNOWN = new Set([...ACCOUNT_METRICS, ...PIN_METRICS, ...VIDEO_METRICS, ...LIFETIME_METRICS])
/** The form of the platform's metric names; unknown ones are passed on, too. */
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/
/** The only status after which a metric may still arrive. */
const PROCESSING = 'PROCESSING'

const window = ({ first, last }: Days) => ({ start_date: first, end_date: last })
const pinMetrics = (isVideo: boolean) => [...PIN_METRICS, ...(isVideo ? VIDEO_METRICS : [])]

export const accountQuery = (days: Days) => ({ ...window(days), metric_types: ACCOUNT_METRICS.join(',') })
export const topPinsQuery = (days: Days, sortBy: string) => ({
  ...window(days),
  sort_by: sortBy,
  num_of_pins: '10',
  metric_types: ACCOUNT_METRICS.join(','),
})
export const pinQuery = ({ isVideo, ...days }: Days & { isVideo: boolean }) => ({
  ...window(days),
  metric_types: [...pinMetrics(isVideo), ...LIFETIME_METRICS].join(','),
})

const numbers = z.record(z.string(), z.unknown()).nullish()
const day = z.looseObject({ date: z.iso.date(), data_status: z.string().nullish(), metrics: numbers })
const part = z.looseObject({ summary_metrics: numbers, daily_metrics: z.array(day).nullish(), lifetime_metrics: numbers })

/** Unsplit analytics have one part, called `all` or otherwise. Without data there is none. */
const parts = z
  .record(z.string(), z.unknown())
  .transform((wire) => wire.all ?? Object.values(wire).find((value) => typeof value === 'object' && value !== null) ?? {})
  .pipe(part)

export const accountAnalytics = parts.transform((wire) => toAnalytics(wire, ACCOUNT_METRICS))

export const pinAnalytics = (isVideo: boolean) =>
  parts.transform(
    (wire): PlatformPinAnalytics => ({
      ...toAnalytics(wire, pinMetrics(isVideo)),
      lifetime: toMetrics(wire.lifetime_metrics, LIFETIME_METRICS, false),
    }),
  )

export const topPins = z
  .looseObject({
    pins: z
      .array(
        z.looseObject({
          pin_id: z.string().regex(/^\d+$/),
          metrics: numbers,
          data_status: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
        }),
      )
      .nullish(),
  })
  .transform(
    ({ pins }): PlatformTopPins => ({
      pins: (pins ?? []).map(({ pin_id: pinId, metrics, data_status: statuses }) => ({
        pinId,
        metrics: toMetrics(
          metrics,
          ACCOUNT_METRICS,
          (name) => (typeof statuses === 'string' ? statuses : statuses?.[name]) === PROCESSING,
        ),
      })),
    }),
  )

function toAnalytics({ summary_metrics, daily_metrics }: z.output<typeof part>, names: string[]): PlatformAnalytics {
  const days = (daily_metrics ?? []).map(
    ({ date, data_status: status, metrics }): MetricDay => ({
      day: date,
      dataStatus: status ?? 'UNKNOWN',
      metrics: toMetrics(metrics, names, status === PROCESSING),
    }),
  )
  return {
    summary: toMetrics(
      summary_metrics,
      names,
      days.some(({ dataStatus }) => dataStatus === PROCESSING),
    ),
    days,
  }
}

type Waiting = boolean | ((name: string) => boolean)

/**
 * Converts to our names and passes on unknown metrics, but not known ones that were not requested. A requested metric that is
 * missing is null while it is processed, else absent.
 */
function toMetrics(wire: Record<string, unknown> | null | undefined, names: string[], waiting: Waiting): Metrics {
  const isWaiting = (name: string) => (typeof waiting === 'boolean' ? waiting : waiting(name))
  const unheardOf = Object.keys(wire ?? {}).filter((name) => !KNOWN.has(name) && NAME.test(name))
  const entries = [...names, ...unheardOf].flatMap((name): [string, number | null][] => {
    const value = wire?.[name]
    if (typeof value === 'number') return [[camelCased(name), value]]
    return isWaiting(name) && KNOWN.has(name) ? [[camelCased(name), null]] : []
  })
  return Object.fromEntries(entries)
}

/** Converts names such as VIDEO_10S_VIEW to video10sView. */
const camelCased = (name: string) => name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
