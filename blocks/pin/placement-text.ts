/** Why a pin is at its time: the open slots that a rule skipped, else how many pins go out before it. */
import type { ContextBlock } from '@slack/types'
import type { PassedOver, Placement } from '../../src/core/slots/placement.js'
import { context, inline } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

const TITLE = 30
/** The most times that one line names. */
const TIMES_NAMED = 3
/** The core stops counting here: see MOST_COUNTED in its placement.ts. */
const MOST_COUNTED = 100

/** Empty if no slot was passed over. @param show 'count' leaves out the rule, for a line without space for it */
export function placementBlocks(placement: Placement | undefined, show: 'all' | 'count' = 'all'): ContextBlock[] {
  if (!placement || placement.passedOver.length === 0) return []
  const { passedOver, spacingDays } = placement
  const spaced = passedOver.filter(({ reason }) => reason === 'spacing')
  const closed = passedOver.filter(({ reason }) => reason === 'blackout' || reason === 'day_full')
  if (spaced.length + closed.length === 0 || show === 'count') return [context(afterText(placement))]
  const why = [
    ...(spaced.length > 0 ? [skippedText(spaced, spacingDays)] : []),
    ...(['blackout', 'day_full'] as const).flatMap((reason) => closedText(closed, reason)),
  ]
  return [context(`*Why this time?* ${why.join(' ')}`)]
}

/** Counts the passed-over slots. The ones beyond those the core names may have been skipped by a rule, too. */
function afterText({ passedOver, more, spacingDays }: Placement): string {
  const length = passedOver.length + more
  const count = more >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(length)
  const isSpaced = passedOver.some(({ reason }) => reason !== 'taken') || (more > 0 && spacingDays !== null)
  const noun = isSpaced ? 'earlier slot' : 'scheduled pin'
  return `After ${count} ${noun}${length === 1 ? '' : 's'}.`
}

function timesSkipped(skipped: readonly PassedOver[]): string {
  const named = skipped.slice(0, TIMES_NAMED).map(({ at }) => slackDate(at))
  const rest = skipped.length - named.length
  const times = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
  return `${times} ${skipped.length === 1 ? 'was' : 'were'} skipped`
}

const CLOSED = { blackout: 'in a blackout', day_full: 'the day has as many pins as your limit' } as const

/** "Thu 9:30 AM was skipped: in a blackout." */
function closedText(closed: readonly PassedOver[], because: keyof typeof CLOSED): string[] {
  const skipped = closed.filter(({ reason }) => reason === because)
  return skipped.length === 0 ? [] : [`${timesSkipped(skipped)}: ${CLOSED[because]}.`]
}

/** "Tue 9:30 AM was skipped: same link within 7 days (“Twin”)." */
function skippedText(spaced: readonly PassedOver[], days: number | null): string {
  const title = spaced.find(({ post }) => post?.title)?.post?.title
  const other = title ? ` (“${inline(title, TITLE)}”)` : ''
  const within = days === null ? 'too near' : `within ${days === 1 ? '1 day' : `${days} days`}`
  return `${timesSkipped(spaced)}: same link ${within}${other}.`
}
