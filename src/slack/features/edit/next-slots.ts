/** Moves a pin by one click: a draft to the next open slot, a scheduled pin to the slot before or after. */
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { action, type SeenPinRef } from '../../../../blocks/pin/buttons.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import { movedText } from '../../../../blocks/pin/move.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readPost } from '../../../core/posts/list.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import type { NewTime } from '../../../core/posts/when.js'
import { onAction, type ActionArgs, type Listener, type SlackDeps } from '../../listener.js'
import { zoneOf } from '../../accounts.js'
import { askedOf } from '../cards/asked.js'
import { openEdit } from './edit.js'
import { cardOf } from '../cards/cards.js'
import { type Answer, answerClick, changed, changeOf, shown, whatBecame } from '../pins/click.js'
import { valueOf } from '../cards/pressed.js'
import { findPin, isConflict, isGone } from '../cards/find-pin.js'
import { explainLacking } from '../pins/lacking.js'

const TOO_LATE = 'This pin can’t be moved anymore.'
const CHANGED = 'This pin was changed in the meantime. Here’s the current version.'
/** The answer to a move that changes nothing and so has no Undo. */
export const UNMOVED = 'It’s already in the earliest open slot.'

/** Schedules a draft, or opens its form with what is missing at the top. */
onAction(action.nextSlot, async (deps, args) => {
  const post = await findPin(deps, args.context.member.actor, valueOf<SeenPinRef>(args))
  if (post?.status === 'draft' && missingToSchedule(post).length > 0) return openEdit(deps, args, { schedules: true })
  await move(deps, args, { kind: 'nextOpenSlot' })
})

export const moveBeside =
  (kind: 'earlier' | 'later'): Listener<ActionArgs> =>
  (deps, args) =>
    move(deps, args, { kind })

async function move(deps: SlackDeps, args: ActionArgs, when: NewTime): Promise<void> {
  const { from, ...pin } = valueOf<SeenPinRef>(args)
  await answerClick(deps, args, from, await placed(deps, args.context.member, pin, when))
}

/** Moves the pin. A late click, after the pin has changed, gets its current state; a second click finds the pin already moved. */
async function placed(deps: SlackDeps, member: Member, pin: Omit<SeenPinRef, 'from'>, when: NewTime): Promise<Answer> {
  const { actor } = member
  try {
    const before = await readPost(deps, actor, pin)
    const post = await explainLacking(() => schedulePost(deps, actor, { ...pin, when }))
    const [card, timezone] = await Promise.all([cardOf(deps, actor, post), zoneOf(deps, member, post)])
    const { placement, approval } = post
    if (approval) return shown(pinCard(card, { headline: waitsSentence, asked: await askedOf(deps, member, post) }))
    if (post.version === before.version) return shown(pinCard(card, { headline: UNMOVED, placement }))
    const moved = movedText(before.status, post, { timezone, locale: member.locale, now: deps.clock() })
    return changed(pinCard(card, { ...moved, undo: changeOf(post), placement }))
  } catch (error) {
    if (isNoLater(error, when)) return whatBecame(deps, actor, pin, 'No later slot is open. Choose “Move” for another time.')
    if (!isConflict(error) && !isGone(error)) throw error
    if (isConflict(error) && error.details.reason === 'post_status_changed') return whatBecame(deps, actor, pin, CHANGED)
    return whatBecame(deps, actor, pin, TOO_LATE)
  }
}

const isNoLater = (error: unknown, { kind }: NewTime): boolean =>
  kind === 'later' && error instanceof DomainError && error.details.reason === 'no_open_slot'

onAction(action.earlier, moveBeside('earlier'))
onAction(action.later, moveBeside('later'))
