/** Unschedules and deletes pins: at once, because there is an Undo. */
import type { PinRef } from '../../../../blocks/pin/buttons.js'
import { goneCard, pinCard } from '../../../../blocks/pin/card.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deletePost } from '../../../core/posts/delete.js'
import { readPost } from '../../../core/posts/list.js'
import { unschedulePost } from '../../../core/posts/unschedule.js'
import { cardOf } from '../cards/cards.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { type Answer, answerClick, changed, changeOf, shown, whatBecame } from '../pins/click.js'
import { isConflict, isGone } from '../cards/find-pin.js'

type Pin = Pick<PinRef, 'accountId' | 'postId'>

export async function unscheduleByMenu(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  await answerClick(deps, args, from, await unscheduled(deps, args.context.member.actor, pin))
}

/** Unschedules the pin; a second click finds a draft and changes nothing, so it offers no Undo. */
async function unscheduled(deps: SlackDeps, actor: Actor, pin: Pin): Promise<Answer> {
  try {
    const before = await readPost(deps, actor, pin)
    const post = await unschedulePost(deps, actor, pin)
    const card = await cardOf(deps, actor, post)
    if (before.status === 'draft') return shown(pinCard(card, { headline: 'It’s already unscheduled.' }))
    return changed(pinCard(card, { headline: 'Unscheduled. It’s a draft now.', undo: changeOf(post) }))
  } catch (error) {
    if (!isConflict(error) && !isGone(error)) throw error
    return whatBecame(deps, actor, pin, 'This pin can’t be unscheduled anymore.')
  }
}

export async function deleteByMenu(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  await answerClick(deps, args, from, await deleted(deps, args.context.member.actor, pin))
}

async function deleted(deps: SlackDeps, actor: Actor, pin: Pin): Promise<Answer> {
  try {
    const post = await deletePost(deps, actor, pin)
    return changed(goneCard(post, { headline: 'Deleted.', undo: changeOf(post) }))
  } catch (error) {
    if (!isConflict(error) && !isGone(error)) throw error
    return whatBecame(deps, actor, pin, 'This pin can’t be deleted anymore.')
  }
}
