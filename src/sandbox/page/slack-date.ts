/** Formats `<!date^seconds^format|fallback>` in the reader's own zone, with Slack's tokens. */
import { DateTime } from 'luxon'
import type { Reader } from './reader.js'

export function slackDate(seconds: number, format: string, { zone, now }: Pick<Reader, 'zone' | 'now'>): string {
  const at = DateTime.fromSeconds(seconds, { zone, locale: 'en-US' })
  const today = now.setZone(zone).startOf('day')
  const pretty = (otherwise: string): string => {
    const days = Math.round(at.startOf('day').diff(today, 'days').days)
    return days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : otherwise
  }
  const year = at.year === today.year ? '' : ', yyyy'
  const tokens: Record<string, () => string> = {
    date_num: () => at.toFormat('yyyy-MM-dd'),
    date: () => at.toFormat('MMMM d, yyyy'),
    date_short: () => at.toFormat('MMM d, yyyy'),
    date_long: () => at.toFormat('cccc, MMMM d, yyyy'),
    date_pretty: () => pretty(at.toFormat(`MMMM d${year}`)),
    date_short_pretty: () => pretty(at.toFormat(`MMM d${year}`)),
    date_long_pretty: () => pretty(at.toFormat(`cccc, MMMM d${year}`)),
    date_long_full: () => at.toFormat('cccc, MMMM d, yyyy'),
    day_divider_pretty: () => pretty(at.toFormat(`cccc, MMMM d${year}`)),
    time: () => at.toFormat('h:mm a'),
    time_secs: () => at.toFormat('h:mm:ss a'),
    ago: () => at.toRelative({ base: now }) ?? '',
  }
  return format.replace(/\{(\w+)\}/g, (whole, name: string) => tokens[name]?.() ?? whole)
}
