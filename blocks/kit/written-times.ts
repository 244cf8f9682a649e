/** Writes out the time marks of a view for one person, in their zone and format, to match its plain texts. */
import { clockIn, dateIn, MARK_FORMATS, type Reader, timeIn } from './times.js'

const MARK = /<!date\^(\d+)\^([^^|>]+)\|[^>]*>/g

/**
 * Writes out all times in the mrkdwn of a view or message; returns the same object if there are none. Plain text, and so what
 * people typed, does not change.
 */
export function withWrittenTimes<T extends object>(content: T, reader: Reader, now: Date): T {
  const write = (words: string) => writeTimes(words, reader, now)
  return written(content, write, true) as T // a message's own text is mrkdwn, too
}

/** Writes out the times of one mrkdwn text. */
export function writeTimes(words: string, { timezone, locale }: Reader, now: Date): string {
  return words.replace(MARK, (mark, seconds: string, format: string) => {
    const at = new Date(Number(seconds) * 1000)
    if (format === MARK_FORMATS.full) return timeIn(at, timezone, now, locale)
    if (format === MARK_FORMATS.time) return clockIn(at, timezone, locale)
    return format === MARK_FORMATS.day ? dateIn(at, timezone, now, locale) : mark
  })
}

function written(value: unknown, write: (words: string) => string, isMrkdwn = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isText = isMrkdwn || ('type' in value && value.type === 'mrkdwn')
  let copied: Record<string, unknown> | undefined
  for (const [key, each] of Object.entries(value) as [string, unknown][]) {
    const now = isText && key === 'text' && typeof each === 'string' ? write(each) : written(each, write)
    if (now === each) continue
    copied ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
    copied[key] = now
  }
  return copied ?? value
}
