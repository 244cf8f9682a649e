/** Reads each list of pins again from its reference, after a click in it. Modules imported here must not import click.ts. */
import { inList, outcomeLineOf, outcomeSection } from '../../../../../blocks/pin/lists.js'
import type { ListKind, ListRef } from '../../../../../blocks/pin/memory.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import type { SlackDeps } from '../../../listener.js'
import { isGone } from '../../cards/find-pin.js'
import { foundAgain } from '../find.js'
import { requestsAgain } from './requests.js'
import { queueAgain } from '../queue.js'
import { detailsAgain } from './read-details.js'
import { somePinsAgain } from '../some-pins.js'
import { reviewAgain } from './review.js'
import { seriesAgain } from './read-series.js'

/** @throws NOT_FOUND nothing is left to show */
type Again<Kind extends ListKind> = (deps: SlackDeps, member: Member, ref: Extract<ListRef, { kind: Kind }>) => Promise<Message>

const LISTS: { [Kind in ListKind]: Again<Kind> } = {
  queue: queueAgain,
  some: somePinsAgain,
  found: foundAgain,
  requests: requestsAgain,
  series: seriesAgain,
  review: reviewAgain,
  details: detailsAgain,
}

/** @param answer its first line is shown above the list, or in the row of a review; all of it replaces a list that is gone */
export async function listAgain(deps: SlackDeps, member: Member, ref: ListRef, answer: Message): Promise<Message> {
  const make = LISTS[ref.kind] as Again<ListKind> // each gets a reference of its own kind
  try {
    if (ref.kind === 'review' && ref.position !== undefined) return await reviewAgain(deps, member, ref, answer)
    const { blocks } = await make(deps, member, ref)
    return inList({ text: answer.text, blocks: [outcomeSection(outcomeLineOf(answer)), ...blocks] }, ref)
  } catch (error) {
    if (isGone(error)) return answer
    throw error
  }
}
