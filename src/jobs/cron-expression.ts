/** Cron expressions on our clock: node-cron parses them, but its own scheduler would use the machine's time. */
import { parse } from 'node-cron'
import { MINUTE_MS } from '../core/lib/duration.js'

/** A tick is caught up at most a day later, and searched at most a day ahead. */
const REACH_MINUTES = 24 * 60

export type Expression = {
  /** The latest tick at or before `now`; undefined if there is none within a day. */
  lastTick(now: Date): Date | undefined
  /** The earliest tick at or after `at`. */
  nextTick(at: Date): Date | undefined
}

/**
 * Parses five fields, in UTC.
 * @throws Error if it is not a cron expression of numbers
 */
export function readExpression(text: string): Expression {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parse(text)
  const fields = [minute, hour, dayOfMonth, month, dayOfWeek].map((values) => new Set(values))
  const matches = (at: Date) => {
    const parts = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()]
    return fields.every((field, index) => field.has(parts[index] ?? -1))
  }
  const search = (from: number, stepMs: number): Date | undefined => {
    for (let minutes = 0; minutes <= REACH_MINUTES; minutes++) {
      const at = new Date(from + minutes * stepMs)
      if (matches(at)) return at
    }
    return undefined
  }
  return {
    lastTick: (now) => search(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS, -MINUTE_MS),
    nextTick: (at) => search(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS, MINUTE_MS),
  }
}
