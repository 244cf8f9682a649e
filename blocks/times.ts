/** Times as people read them: in the reader's own zone where Slack can do it, in a named zone where it cannot. */

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const fallback = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** mrkdwn that every reader sees in their own zone. */
export const slackDate = (at: Date): string => `<!date^${seconds(at)}^{date_short_pretty} at {time}|${fallback(at)}>`
export const slackTime = (at: Date): string => `<!date^${seconds(at)}^{time}|${fallback(at)}>`

/** Plain text, for where Slack takes no markup; the zone is named. */
export const timeIn = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** `Tuesday 3 March`, the day of a heading. */
export const dayIn = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'long', day: 'numeric', month: 'long' }).format(at)
