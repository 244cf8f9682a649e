/** Changes the form of answers as the switches require, with the same content. */
import type { Switches } from './switches.js'

type Bent = Record<string, unknown>
const DATES = ['created_at', 'board_pins_modified_at']

/** Transforms JSON bodies and leaves everything else unchanged. */
export function mutateResponse(body: unknown, switches: Switches): unknown {
  const { zonelessDates, omitNulls, unknownEnums, missingMetrics } = switches
  const isUsual = !(zonelessDates || omitNulls || unknownEnums || missingMetrics)
  if (isUsual || typeof body !== 'object' || body === null || !isPlain(body)) return body
  return walk(body, switches)
}

const isPlain = (value: object) => [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object)

function walk(value: unknown, switches: Switches): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, switches))
  if (typeof value !== 'object' || value === null) return value
  let part: Bent = { ...value }
  if (switches.missingMetrics) part = withoutMetrics(part)
  if (switches.unknownEnums) part = withUnknown(part)
  const entries = Object.entries(part)
    .filter(([, inner]) => !(switches.omitNulls && inner === null))
    .map(([name, inner]): [string, unknown] => {
      const isDate = switches.zonelessDates && DATES.includes(name) && typeof inner === 'string'
      return [name, isDate ? inner.replace(/Z$/, '') : walk(inner, switches)]
    })
  return Object.fromEntries(entries)
}

/**
 * Removes outbound clicks from every third ready day (by its date) and from the summary; for all best pins they are still
 * processing.
 */
function withoutMetrics(part: Bent): Bent {
  const { data_status: status, metrics, date, lifetime_metrics: _lifetime, ...others } = part
  if (typeof date === 'string' && typeof status === 'string') {
    if (status !== 'READY') return { ...others, date, data_status: status }
    const isPoor = Number(date.slice(-2)) % 3 === 0
    return { ...others, date, data_status: status, metrics: isPoor ? without(metrics, 'OUTBOUND_CLICK') : metrics }
  }
  if ('pin_id' in part && typeof status === 'object') {
    const waiting = { ...status, OUTBOUND_CLICK: 'PROCESSING' }
    return { ...others, metrics: without(without(metrics, 'OUTBOUND_CLICK'), 'SAVE_RATE'), data_status: waiting }
  }
  if ('summary_metrics' in part) return { ...others, summary_metrics: without(part.summary_metrics, 'OUTBOUND_CLICK') }
  return part
}

function without(metrics: unknown, name: string): unknown {
  if (typeof metrics !== 'object' || metrics === null) return metrics
  return Object.fromEntries(Object.entries(metrics).filter(([metric]) => metric !== name))
}

function withUnknown(part: Bent): Bent {
  const { privacy, data_status: day, status, creative_type: kind, media } = part
  const isForeign = part.is_owner === false || ('media' in part && !('board_id' in part) && !('privacy' in part))
  return {
    ...part,
    ...(typeof privacy === 'string' && { privacy: 'LIMITED' }),
    ...(typeof day === 'string' && day !== 'READY' && { data_status: 'RECOUNTING' }),
    ...(typeof day === 'object' && day !== null && { data_status: { ...day, OUTBOUND_CLICK: 'RECOUNTING' } }),
    ...(status === 'processing' && { status: 'transcoding' }),
    ...(typeof kind === 'string' && { creative_type: 'HOLOGRAM' }),
    ...(isForeign && typeof media === 'object' && { media: { ...media, media_type: 'hologram' } }),
  }
}
