/** "Duplicate": a draft with all that a pin has, by one click. */
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import { pinCard } from '../../../../blocks/pins/card.js'
import type { Actor } from '../../../core/lib/actor.js'
import { duplicatePost } from '../../../core/posts/duplicate.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { cardOf } from './cards.js'
import { type Answer, answerClick, changeOf, itIsGone, shown } from './click.js'
import { isGone } from './find-pin.js'
import { valueOf } from './pressed.js'

export const duplicateByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  duplicate(deps, args, valueOf<PinRef>(args))

/** The card of the pin itself stays: the draft has one of its own. */
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
