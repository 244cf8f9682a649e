/** Handles the submitted forms of "Request changes", "Reject" and "Hold". */
import { view as viewIds } from '../../../../blocks/approval/forms.js'
import { reasonMemory } from '../../../../blocks/approval/memory.js'
import type { ModalView } from '@slack/types'
import { type ApprovalCardModel, decidedView, heldMessage } from '../../../../blocks/approval/card.js'
import { messageView, noticeMessage } from '../../../../blocks/kit/sentence.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { listView } from '../../../../blocks/pin/lists.js'
import { readListRef } from '../../../../blocks/pin/memory.js'
import { field } from '../../../../blocks/ids.js'
import { holdRequest } from '../../../core/posts/approval/hold.js'
import { declinePin } from '../../../core/posts/approval/decide.js'
import { readApprovalCard, refreshCard } from './card.js'
import { chosenTime, typed } from '../../forms/values.js'
import { onView } from '../../listener.js'
import { isConflict } from '../cards/find-pin.js'
import { listAgain } from '../pins/lists/lists.js'
import { showBelow } from '../../forms/show-below.js'
import { refreshHome } from '../home/home.js'

onView([viewIds.requestChanges, viewIds.rejectPin, viewIds.hold], async (deps, args) => {
  const { view, client, context, ack } = args
  const { member, slackUserId } = context
  const { shown, homePage, list: written, responseUrl, ...ref } = reasonMemory.read(view)
  const reason = typed(view, field.reason)
  const { does, done } = deciding(view.callback_id)
  const isDone = await does().then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false
      throw error
    },
  )
  const model = await readApprovalCard(deps, member.actor, ref)
  await (isDone ? ack() : ack({ response_action: 'update', view: lateView(model) }))
  await refreshCard(deps, args, { model, shown })
  const list = readListRef(written)
  if (list && isDone) {
    const message = noticeMessage(`${done} ${titleOf(model.approval)}`)
    const again = await listAgain(deps, member, list, message)
    if (responseUrl === undefined) await showBelow(deps, client, view.previous_view_id, listView(list.kind, again, {}))
    else await deps.respondTo(responseUrl, again, { replacesOriginal: true })
  }
  await refreshHome(deps, client, { member, slackUserId, page: homePage })

  function deciding(form: string): { does: () => Promise<unknown>; done: string } {
    switch (form) {
      case viewIds.hold:
        return {
          does: () => holdRequest(deps, member.actor, { ...ref, reason, until: chosenTime(view, field.until) }),
          done: 'On hold.',
        }
      case viewIds.rejectPin:
        return { does: () => declinePin(deps, member.actor, { ...ref, reason, kind: 'rejected' }), done: 'Rejected.' }
      default:
        return {
          does: () => declinePin(deps, member.actor, { ...ref, reason, kind: 'changes_requested' }),
          done: 'Changes requested.',
        }
    }
  }
})

/** Another person was faster: the decision, or the hold. */
function lateView({ approval, card }: ApprovalCardModel): ModalView {
  const { hold } = approval
  return hold ? messageView('Pinslot', heldMessage(hold)) : decidedView(approval, card?.post)
}
