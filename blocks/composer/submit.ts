/** What the composer's green button says: what will happen. */
import { type ComposerModel, timeOf } from './model.js'
import { clockIn, dateIn, timeIn } from '../kit/times.js'

/** Slack's limit for the words of the button. */
const MOST = 24

/** At most 24 characters, with the time where it is known: `Schedule for Mon 7:15 PM`. */
export function submitWords(model: ComposerModel): string {
  const { values, scheduling } = model
  if (scheduling === 'never' || values.when === 'draft') return 'Save draft'
  if (scheduling === 'asks') return 'Ask for approval'
  if (values.alsoOn.length > 0) return `Schedule ${values.alsoOn.length + 1} pins`
  const at = timeOf(model)
  if (!at) return 'Schedule pin'
  const words = [`Schedule for ${shortTime(at, model)}`, `Schedule ${shortTime(at, model)}`]
  return words.find(({ length }) => length <= MOST) ?? 'Schedule pin'
}

/** `Mon 7:15 PM` within a week, `Dec 3 7:15 PM` within a year, `Nov 23, 2028` beyond. */
function shortTime(at: Date, { timezone, now, locale }: ComposerModel): string {
  const hour = clockIn(at, timezone, locale)
  const hoursAhead = (at.getTime() - now.getTime()) / 60_000 / 60
  if (hoursAhead < 6 * 24) return `${weekdayIn(at, timezone)} ${hour}`
  return hoursAhead < 350 * 24 ? `${dateIn(at, timezone, at, locale)} ${hour}` : dateIn(at, timezone, null, locale)
}

const weekdayIn = (at: Date, timezone: string): string => timeIn(at, timezone, at).slice(0, 3)
