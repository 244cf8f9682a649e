/** The days of a pin: GET /pins/{pin_id}/analytics. Optional parts may come as null or not at all; an unknown status is kept as it is. */
import { z } from 'zod'
import type { PinDay } from '../core/platform-port.js'

/** What is asked for: every pin has these, a video has them too. */
const METRICS = ['IMPRESSION', 'SAVE', 'PIN_CLICK', 'OUTBOUND_CLICK']
/** Alone of all statuses it says that a metric may still arrive. */
const PROCESSING = 'PROCESSING'

export const pinDaysQuery = ({ first, last }: { first: string; last: string }) => ({
  start_date: first,
  end_date: last,
  metric_types: METRICS.join(','),
})

const day = z
  .looseObject({
    date: z.iso.date(),
    data_status: z.string().nullish(),
    metrics: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform(
    (wire): PinDay => ({
      day: wire.date,
      dataStatus: wire.data_status ?? 'UNKNOWN',
      metrics: toMetrics(wire.metrics ?? {}, wire.data_status === PROCESSING),
    }),
  )

/** A pin of which nothing is known has no days. */
export const pinDays = z
  .looseObject({ all: z.looseObject({ daily_metrics: z.array(day).nullish() }).nullish() })
  .transform(({ all }): PinDay[] => all?.daily_metrics ?? [])

/** Our names; null only for what was asked for and is not computed yet. */
function toMetrics(wire: Record<string, unknown>, isProcessing: boolean): PinDay['metrics'] {
  const known = Object.entries(wire).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  const waiting = isProcessing ? METRICS.map((name): [string, null] => [name, null]) : []
  return Object.fromEntries([...waiting, ...known].map(([name, value]) => [camelCased(name), value]))
}

/** `VIDEO_10S_VIEW` is `video10sView`. */
const camelCased = (name: string) => name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
