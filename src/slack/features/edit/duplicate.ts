/** "Duplicate": makes a draft with all values of a pin, by one click. */
import { action, type PinRef } from '../../../../blocks/pin/buttons.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import type { Actor } from '../../../core/lib/actor.js'
import { duplicatePost } from '../../../core/posts/create/duplicate.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { cardOf } from '../cards/cards.js'
import { type Answer, answerClick, changeOf, itIsGone, shown } from '../pins/click.js'
import { isGone } from '../cards/find-pin.js'
import { valueOf } from '../cards/pressed.js'

onAction(action.duplicate, (deps, args) => duplicate(deps, args, valueOf<PinRef>(args)))

/** Keeps the card of the pin: the draft has its own. */
export async function duplicate(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  await answerClick(deps, args, from, await duplicated(deps, args.context.member.actor, pin))
}

async function duplicated(deps: SlackDeps, actor: Actor, pin: { accountId: string; postId: string }): Promise<Answer> {
  try {
    const draft = await duplicatePost(deps, actor, pin)
    const headline = `Duplicated. Pin ${draft.id} is a draft with the same content.`
    return shown(pinCard(await cardOf(deps, actor, draft), { headline, undo: changeOf(draft) }))
  } catch (error) {
    if (isGone(error)) return itIsGone(pin)
    throw error
  }
}
