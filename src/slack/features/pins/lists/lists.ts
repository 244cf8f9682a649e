/**
 * Each list of pins, made again from its reference: what `answerClick` shows in place of a list that was pressed in. What is imported here must
 * not import click.ts.
 */
import { inList } from '../../../../../blocks/pin/lists/list-ref.js'
import type { ListKind, ListRef } from '../../../../../blocks/pin/memory.js'
import { outcomeLineOf, outcomeSection } from '../../../../../blocks/pin/lists/outcome-line.js'
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

/** @throws NOT_FOUND there is nothing any more that it could be made of */
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

/** @param answer to the press: its first line is said above the list, in the row of a review, and all of it in place of a list that is gone */
export async function listAgain(deps: SlackDeps, member: Member, ref: ListRef, answer: Message): Promise<Message> {
  const make = LISTS[ref.kind] as Again<ListKind> // each is given a reference of its own kind
  try {
    if (ref.kind === 'review' && ref.position !== undefined) return await reviewAgain(deps, member, ref, answer)
    const { blocks } = await make(deps, member, ref)
    return inList({ text: answer.text, blocks: [outcomeSection(outcomeLineOf(answer)), ...blocks] }, ref)
  } catch (error) {
    if (isGone(error)) return answer
    throw error
  }
}
