/** Text that several commands share. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/lib/duration.js'

/** Formats to the second: `2026-03-02T10:00:00Z`. */
export const at = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`

/** Formats a duration: `40 s`, `12 min`, `3 h 5 min`, `2 days`. */
export function lengthOf(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / SECOND_MS))} s`
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 48 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`
  return `${Math.floor(ms / DAY_MS)} days`
}

/** Formats `2026-03-02T10:00:00Z, 12 min ago`, or for the future `in 40 s`. */
export function when(instant: Date, now: Date): string {
  const ms = now.getTime() - instant.getTime()
  return `${at(instant)}, ${ms >= 0 ? `${lengthOf(ms)} ago` : `in ${lengthOf(-ms)}`}`
}

export const counted = (count: number, thing: string, things = `${thing}s`): string => `${count} ${count === 1 ? thing : things}`

const SHOWN = 300

/** Quotes text of others, which may contain anything: on one line, without its final full stop, of limited length. */
export function quote(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return `"${line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line}"`
}
