/** Evergreen in words: why nothing is published, and the result of a run. */
import type { SlotRule } from '../../src/core/slots/week/timeslot.js'
import type { EvergreenPost, NothingBecause } from '../../src/core/posts/evergreen/evergreen.js'
import { failureHead, failureText } from '../pin/failure-text.js'
import { inline } from '../kit/kit.js'
import { type CardPost, titleOf } from '../pin/text.js'
import { listed, whole } from '../kit/numbers.js'
import { ago, dayOfYear, slackDate } from '../kit/times.js'

export type EvergreenSlot = SlotRule & { id: string }

/** Why nothing will be published in the next slot, with the remedy. */
export const NOTHING_WILL: Record<NothingBecause, string> = {
  empty_pool: 'the pool is empty. Add a published pin below.',
  out_of_season: 'every pin in the pool waits for its months.',
  dead_links: 'the link of every pin in the pool leads nowhere.',
  spacing: 'every pin in the pool is too close to another pin with the same link. See the spacing rules.',
  blackout: 'the time is in a blackout.',
  day_full: 'the day has as many pins as your limit. See the posting guard in /pin settings.',
  evergreen_paused: 'evergreen is paused.',
  publishing_paused: 'publishing is paused for this account. Admins can resume it in /pin settings.',
  account_on_hold: 'Pinterest takes no pins from this account now. Admins can resume it in /pin settings.',
  not_connected: 'the account is disconnected. Ask an admin to reconnect it.',
  no_credit: 'no credits left.',
  too_late: 'its time has passed.',
}

/** Why nothing was published in a past slot. */
const NOTHING_DID: Record<NothingBecause, string> = {
  empty_pool: 'the pool was empty',
  out_of_season: 'every pin waited for its months',
  dead_links: 'every pin’s link led nowhere',
  spacing: 'every pin was too close to another one with the same link',
  blackout: 'the time was in a blackout',
  day_full: 'the day had as many pins as your limit',
  evergreen_paused: 'evergreen was paused',
  publishing_paused: 'publishing was paused',
  account_on_hold: 'Pinterest took no pins from the account',
  not_connected: 'the account was disconnected',
  no_credit: 'no credits were left',
  too_late: 'Pinslot was down at that time',
}

/** `post` null: it was deleted; `reason` null: a pin was published. */
export type RunLine = { at: Date; post: CardPost | null; reason: NothingBecause | null }

export function runLine({ at, post, reason }: RunLine): string {
  const when = slackDate(at)
  if (reason !== null) return `${when}: nothing went out, ${NOTHING_DID[reason]}.`
  return post === null ? `${when}: a deleted pin.` : `${when}: *${inline(titleOf(post), 60)}*, ${becameOf(post)}.`
}

function becameOf({ status, failure }: CardPost): string {
  switch (status) {
    case 'queued':
      return 'scheduled'
    case 'uploading':
      return 'being published'
    case 'sent':
      return 'published'
    case 'draft':
      return failure === null
        ? 'unscheduled'
        : `${failureHead(failure).head.toLowerCase()}: ${inline(failureText(failure).what.replace(/\.$/, ''))}`
  }
}

/** `last published 40 days ago`, or the coming time. */
export const lastOut = ({ lastOutAt }: Pick<EvergreenPost, 'lastOutAt'>, now: Date): string =>
  lastOutAt > now ? `goes out ${slackDate(lastOutAt)}` : `last published ${ago(lastOutAt, now)}`

export const timesRepeated = ({ runs }: Pick<EvergreenPost, 'runs'>): string =>
  runs === 0 ? 'not repeated yet' : runs === 1 ? 'repeated once' : `repeated ${runs} times`

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const shortMonth = (month: number): string => (MONTHS[month - 1] ?? '').slice(0, 3)

/** `until Dec 24, 2026`, `at most 3 times`, `only in Nov and Dec`; empty without limits. */
export const limitsText = ({ until, atMost, months }: EvergreenPost['limits'], now: Date): string[] => [
  ...(until === null ? [] : [`until ${dayOfYear(until, now)}`]),
  ...(atMost === null ? [] : [atMost === 1 ? 'at most once' : `at most ${whole(atMost)} times`]),
  ...(months.length === 0 ? [] : [`only in ${listed(months.map(shortMonth))}`]),
]
