/** "Take back" on the card of a pin that waits for approval, for the requester. */
import { action, type PinRef } from '../../../../blocks/pin/buttons.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import { takeBackRequest } from '../../../core/posts/approval/request.js'
import { onAction } from '../../listener.js'
import { errorText } from '../../reply/errors.js'
import { cardOf } from '../cards/cards.js'
import { answerClick, changed, itIsGone, whatBecame } from '../pins/click.js'
import { isConflict, isGone } from '../cards/find-pin.js'
import { valueOf } from '../cards/pressed.js'

onAction(action.takeBack, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  const { actor } = args.context.member
  const takenBack = async () =>
    changed(
      pinCard(await cardOf(deps, actor, (await takeBackRequest(deps, actor, pin)).post), {
        headline: 'Request withdrawn. It’s a draft.',
      }),
    )
  const answer = await takenBack().catch((error: unknown) => {
    if (isGone(error)) return itIsGone(pin)
    if (isConflict(error)) return whatBecame(deps, actor, pin, errorText(error))
    throw error
  })
  await answerClick(deps, args, from, answer)
})
