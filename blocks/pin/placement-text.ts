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
  if (spaced.length === 0 || show === 'count') return [context(afterText(placement))]
  return [context(`*Why this time?* ${skippedText(spaced, spacingDays)}`)]
}

/** Counts the passed-over slots. The ones beyond those the core names may have been skipped by a rule, too. */
function afterText({ passedOver, more, spacingDays }: Placement): string {
  const length = passedOver.length + more
  const count = more >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(length)
  const isSpaced = passedOver.some(({ reason }) => reason === 'spacing') || (more > 0 && spacingDays !== null)
  const noun = isSpaced ? 'earlier slot' : 'scheduled pin'
  return `After ${count} ${noun}${length === 1 ? '' : 's'}.`
}

/** "Tue 9:30 AM was skipped: same link within 7 days (“Twin”)." */
function skippedText(spaced: readonly PassedOver[], days: number | null): string {
  const named = spaced.slice(0, TIMES_NAMED).map(({ at }) => slackDate(at))
  const rest = spaced.length - named.length
  const times = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
  const title = spaced.find(({ post }) => post?.title)?.post?.title
  const other = title ? ` (“${inline(title, TITLE)}”)` : ''
  const within = days === null ? 'too near' : `within ${days === 1 ? '1 day' : `${days} days`}`
  return `${times} ${spaced.length === 1 ? 'was' : 'were'} skipped: same link ${within}${other}.`
}
