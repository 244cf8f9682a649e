/** “Test another version” and “End test”, in the details of a pin. */
import { action, type PinRef } from '../../../../blocks/pin/buttons.js'
import { beginTwin, endTwin } from '../../../core/insight/twins/twins.js'
import { onAction } from '../../listener.js'
import { isGone } from '../cards/find-pin.js'
import { valueOf } from '../cards/pressed.js'
import { answerClick, whatBecame } from '../pins/click.js'
import { openEdit } from './edit.js'

/** Opens the form of the other version, which a second press finds again. */
onAction(action.testVersion, async (deps, args) => {
  const { accountId, postId, from } = valueOf<PinRef>(args)
  const other = await beginTwin(deps, args.context.member.actor, { accountId, postId })
  await openEdit(deps, args, { schedules: true }, { accountId, postId: other, from, on: 'media' })
})

onAction(action.endTest, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  const { actor } = args.context.member
  const said = await endTwin(deps, actor, pin).then(
    () => 'Test ended. Both pins stay.',
    (error: unknown) => {
      if (isGone(error)) return 'This test was ended already.'
      throw error
    },
  )
  await answerClick(deps, args, from, await whatBecame(deps, actor, pin, said))
})
