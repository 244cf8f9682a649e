/**
 * Parses the platform's limits: `X-RateLimit-Limit: 1000, 1000;w=60;name="org_read"`, a list whose items may have parameters;
 * Remaining; Reset, the seconds to the end of the window. Implausible values are ignored. @see docs/platform.md#pace
 */
import { readRetryAfterMs } from '../core/lib/http/retry-after.js'

export type QuotaItem = { quota: number; seconds: number | null; name: string | null }
export type RateLimit = {
  /** Items in the order of the header. */
  items: QuotaItem[]
  remaining: number | null
  resetMs: number | null
}
/** Headers as undici returns them: a repeated header is an array. */
export type Headers = Record<string, string | string[] | undefined>

/** Trial apps are counted by the day; nothing longer is known. */
const LONGEST_WINDOW_SECONDS = 86_400
const LONGEST_HEADER = 1_000

export function readRateLimit(headers: Headers): RateLimit {
  const items = itemsOf(joined(headers['x-ratelimit-limit']))
  const remaining = leadingInteger(joined(headers['x-ratelimit-remaining']))
  const reset = leadingInteger(joined(headers['x-ratelimit-reset']))
  const most = Math.max(...items.map(({ quota }) => quota))
  const windows = items.flatMap(({ seconds }) => seconds ?? [])
  const longest = windows.length > 0 ? Math.max(...windows) : LONGEST_WINDOW_SECONDS
  return {
    items,
    remaining: remaining !== null && (items.length === 0 || remaining <= most) ? remaining : null,
    resetMs: reset !== null && reset <= longest ? reset * 1000 : null,
  }
}

/** Reads a gateway's `Retry-After`, in ms. */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const ms = readRetryAfterMs([headers['retry-after']].flat()[0], now, Infinity)
  return ms !== null && ms <= LONGEST_WINDOW_SECONDS * 1000 ? ms : null
}

const joined = (header: string | string[] | undefined) => [header ?? []].flat().join(', ').slice(0, LONGEST_HEADER)

/** Reads a whole number, alone or first in a list. */
function leadingInteger(text: string): number | null {
  const digits = /^\s*(\d{1,15})\s*(?:[,;]|$)/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

let last: { text: string; items: QuotaItem[] } = { text: '', items: [] }

/** Caches the limits, which are the same for every call of a category and the most expensive part of the headers (20 µs). */
function itemsOf(text: string): QuotaItem[] {
  if (text !== last.text) last = { text, items: readItems(text) }
  return last.items
}

/** Skips items that cannot be read. */
function readItems(text: string): QuotaItem[] {
  return splitOutsideQuotes(text, ',').flatMap((item): QuotaItem[] => {
    const [first = '', ...rest] = splitOutsideQuotes(item, ';')
    const quota = /^\d{1,9}$/.test(first) ? Number(first) : null
    if (quota === null) return []
    const parameters = new Map(rest.map(readParameter))
    const seconds = /^\d{1,9}$/.test(parameters.get('w') ?? '') ? Number(parameters.get('w')) : null
    const isWindow = seconds !== null && seconds >= 1 && seconds <= LONGEST_WINDOW_SECONDS
    if (parameters.has('w') && !isWindow) return []
    return [{ quota, seconds, name: parameters.get('name') ?? null }]
  })
}

function readParameter(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 0) return [text.toLowerCase(), '']
  return [text.slice(0, at).trim().toLowerCase(), unquoted(text.slice(at + 1).trim())]
}

const unquoted = (value: string) =>
  /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, (_, character: string) => character) : value

/** Trims the parts; an unclosed quote extends to the end. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const outside = separator === ',' ? /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g : /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g
  return (text.match(outside) ?? []).map((part) => part.trim()).filter(Boolean)
}
