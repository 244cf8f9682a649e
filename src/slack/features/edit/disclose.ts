/** Declares that AI made or changed the media of a pin, when its file says this and a person agrees. */
import { action } from '../../../../blocks/pin/problems/preflight.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import type { PinRef } from '../../../../blocks/pin/buttons.js'
import { AI_MODIFIED } from '../../../core/posts/content.js'
import { editPost } from '../../../core/posts/edit.js'
import { readPost } from '../../../core/posts/list.js'
import { onAction } from '../../listener.js'
import { checkedCardOf } from '../cards/cards.js'
import { answerClick, changed, changeOf, shown, whatBecame } from '../pins/click.js'
import { isConflict, isGone } from '../cards/find-pin.js'
import { valueOf } from '../cards/pressed.js'

onAction(action.disclose, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  const { actor } = args.context.member
  const disclose = async () => {
    try {
      const { aiDisclosures } = await readPost(deps, actor, pin)
      if (aiDisclosures.includes(AI_MODIFIED))
        return shown(
          pinCard(await checkedCardOf(deps, actor, await readPost(deps, actor, pin)), { headline: 'It’s declared already.' }),
        )
      const post = await editPost(deps, actor, { ...pin, changes: { aiDisclosures: [...aiDisclosures, AI_MODIFIED] } })
      const card = await checkedCardOf(deps, actor, post)
      return changed(pinCard(card, { headline: 'Declared: made with AI.', undo: changeOf(post) }))
    } catch (error) {
      if (!isConflict(error) && !isGone(error)) throw error
      return whatBecame(deps, actor, pin, 'This pin can’t be changed anymore.')
    }
  }
  await answerClick(deps, args, from, await disclose())
})
