/** When approvers are reminded of a request. Pure. @see docs/decisions.md#178-reminders-are-a-persons-message */
import { zoneOf } from '../../accounts/digest-times.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { dateOf, instantOfDay, wallDayOf, weekdayOf, type WallDay } from '../../lib/time.js'
import type { Approval } from './model.js'
import { holdNow } from './status.js'

/** What is left of the time until it is due, when it is reminded of. */
const PARTS_LEFT = [2, 10] as const

type Silence = Partial<Pick<Approval, 'onSilence'>>

/**
 * Returns the next reminder after `now`: when half, and when a tenth of the time is left until it is due. null: none is left, it
 * is settled, or it is on hold until somebody releases it. A hold that ends by itself is followed by the next one after it.
 */
export function nextReminder(approval: Pick<Approval, 'state' | 'hold' | 'askedAt' | 'dueAt'> & Silence, now: Date): Date | null {
  const hold = holdNow(approval, now)
  if (approval.state !== 'open' || (hold && hold.until === null)) return null
  return momentsOf(approval).find((at) => at > (hold?.until ?? now)) ?? null
}

/** Counts the reminders of a request whose moment has come. */
export const remindersBy = (approval: Pick<Approval, 'askedAt' | 'dueAt'> & Silence, now: Date): number =>
  momentsOf(approval).filter((at) => at <= now).length

/** The admins are reminded when it is overdue, where its rule says so. */
function momentsOf({ askedAt, dueAt, onSilence }: Pick<Approval, 'askedAt' | 'dueAt'> & Silence): Date[] {
  if (dueAt === null || onSilence === 'quiet') return []
  const time = dueAt.getTime() - askedAt.getTime()
  return [...PARTS_LEFT.map((part) => before(dueAt, time / part)), ...(onSilence === 'admins' ? [dueAt] : [])]
}

const NINE = 9 * 60
const ONE = 13 * 60
const FIVE = 17 * 60

/** `key`: the half of a day of the person, which has one message at most. */
export type Turn = { at: Date; key: string }

/**
 * Lists when a person may get a reminder, the earliest first: on weekdays from 9:00 to 13:00 in their zone, and until 17:00 for
 * what is due before their next morning. Slack's do-not-disturb needs a scope that the app has not; these hours stand for it.
 * @param timezone null or unknown: UTC
 */
export function turnsOf({ dueAt }: Pick<Approval, 'dueAt'>, timezone: string | null, now: Date): Turn[] {
  const zone = zoneOf({ timezone })
  const today = wallDayOf(now, zone)
  const turn = (day: WallDay, half: 'am' | 'pm', begins: number): Turn => {
    const start = instantOfDay(day, begins, zone)
    return { at: start > now ? start : now, key: `${dayText(day)}${half}` }
  }
  const tomorrow = turn(nextWorkday(today), 'am', NINE)
  if (!isWorkday(today)) return [tomorrow]
  const isSoon = dueAt !== null && dueAt <= tomorrow.at
  return [
    ...(now < instantOfDay(today, ONE, zone) ? [turn(today, 'am', NINE)] : []),
    ...(isSoon && now < instantOfDay(today, FIVE, zone) ? [turn(today, 'pm', ONE)] : []),
    tomorrow,
  ]
}

const EIGHT = 8 * 60
const TWENTY = 20 * 60

/** True from 8:00 to 20:00 on weekdays in the zone: a message that was held up may still come then. */
export function mayReach(timezone: string | null, now: Date): boolean {
  const zone = zoneOf({ timezone })
  const today = wallDayOf(now, zone)
  return isWorkday(today) && now >= instantOfDay(today, EIGHT, zone) && now < instantOfDay(today, TWENTY, zone)
}

const isWorkday = (day: WallDay): boolean => weekdayOf(day) !== 0 && weekdayOf(day) !== 6

function nextWorkday(day: WallDay): WallDay {
  let next = day + 1
  while (!isWorkday(next)) next++
  return next
}

const dayText = (day: WallDay): string => dateOf(new Date(day * DAY_MS))
