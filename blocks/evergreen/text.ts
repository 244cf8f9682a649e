/** Evergreen in words: why nothing goes out, and what came of a run. */
import type { SlotRule } from '../../src/core/slots/week/timeslot.js'
import type { EvergreenPost, NothingBecause } from '../../src/core/posts/evergreen/evergreen.js'
import { failureText } from '../pins/failure-text.js'
import { inline } from '../kit/kit.js'
import { type CardPost, titleOf } from '../pins/text.js'
import { ago, slackDate } from '../kit/times.js'

export type EvergreenSlot = SlotRule & { id: string }

/** Of the coming slot: what is so, and what changes it. */
export const NOTHING_WILL: Record<NothingBecause, string> = {
  empty_pool: 'the pool is empty. Add a published pin below.',
  spacing: 'every pin of the pool is too near to another one with the same link. Spacing rules say how far apart they must be.',
  evergreen_paused: 'evergreen is paused.',
  publishing_paused: 'publishing is paused for the whole account. An admin resumes it in /pin settings.',
  not_connected: 'the account has to be connected again. Ask an admin.',
  no_credit: 'no credit is left for it.',
  too_late: 'its time has passed.',
}

/** Of a slot that has passed. */
const NOTHING_DID: Record<NothingBecause, string> = {
  empty_pool: 'the pool was empty',
  spacing: 'every pin was too near to another one with its link',
  evergreen_paused: 'evergreen was paused',
  publishing_paused: 'publishing was paused',
  not_connected: 'the account was not connected',
  no_credit: 'no credit was left',
  too_late: 'the service was away at that time',
}

/** `post` null: it was deleted; `reason` null: there was one. */
export type RunLine = { at: Date; post: CardPost | null; reason: NothingBecause | null }

export function runLine({ at, post, reason }: RunLine): string {
  const when = slackDate(at)
  if (reason !== null) return `${when}: nothing went out, ${NOTHING_DID[reason]}.`
  return post === null ? `${when}: a pin that was deleted.` : `${when}: *${inline(titleOf(post), 60)}*, ${becameOf(post)}.`
}

function becameOf({ status, failure }: CardPost): string {
  switch (status) {
    case 'queued':
      return 'on the schedule'
    case 'uploading':
      return 'being published'
    case 'sent':
      return 'published'
    case 'draft':
      return failure === null
        ? 'taken off the schedule'
        : `not published: ${inline(failureText(failure).what.replace(/\.$/, ''))}`
  }
}

/** `last out 40 days ago`, or when it will be. */
export const lastOut = ({ lastOutAt }: Pick<EvergreenPost, 'lastOutAt'>, now: Date): string =>
  lastOutAt > now ? `goes out ${slackDate(lastOutAt)}` : `last out ${ago(lastOutAt, now)}`

export const timesRepeated = ({ runs }: Pick<EvergreenPost, 'runs'>): string =>
  runs === 0 ? 'not repeated yet' : runs === 1 ? 'repeated once' : `repeated ${runs} times`
