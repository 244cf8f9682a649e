/** Times as people read them: in the reader's own zone where Slack can do it, in a named zone where it cannot. */

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const fallback = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** mrkdwn that every reader sees in their own zone. */
export const slackDate = (at: Date): string => `<!date^${seconds(at)}^{date_short_pretty} at {time}|${fallback(at)}>`
export const slackTime = (at: Date): string => `<!date^${seconds(at)}^{time}|${fallback(at)}>`

/** `Tue 3 Mar, 09:00 CET`: plain text, for where Slack takes no markup; the zone is named. */
export const timeIn = (at: Date, timezone: string, now: Date): string =>
  dated(at, timezone, now, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })

/** `Tuesday 3 March`, the day of a heading. */
export const dayIn = (at: Date, timezone: string, now: Date): string =>
  dated(at, timezone, now, { weekday: 'long', day: 'numeric', month: 'long' })

/** Making one takes longer than all it ever writes. There are some 600 zones, and four ways of writing. */
const formats = new Map<string, Intl.DateTimeFormat>()

function write(at: Date, timezone: string, parts: Intl.DateTimeFormatOptions): string {
  const key = `${timezone} ${JSON.stringify(parts)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...parts })
  formats.set(key, known)
  return known.format(at)
}

/** With its year where that is not the one of `now`; a comma after the weekday comes with the year alone. */
function dated(at: Date, timezone: string, now: Date, parts: Intl.DateTimeFormatOptions): string {
  const year = { year: 'numeric' } as const
  const isThisYear = write(at, timezone, year) === write(now, timezone, year)
  return write(at, timezone, isThisYear ? parts : { ...parts, ...year }).replace(/^(\p{L}+),/u, '$1')
}

/** The day alone, in the reader's own zone. */
export const slackDay = (at: Date): string => `<!date^${seconds(at)}^{date_short}|${at.toISOString().slice(0, 10)}>`

/** Of a video: `0:42`, `12:05`, `1:02:03`. */
export function lengthOf(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1000)) // an empty video has no length to show
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (count: number) => String(count).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${counted(hours, 'hour')} ago` : `${counted(Math.floor(hours / 24), 'day')} ago`
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`
