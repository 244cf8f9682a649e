/** Handles the submitted forms of "Request changes" and "Reject". */
import { reasonMemory } from '../../../../blocks/approval/memory.js'
import { decidedView } from '../../../../blocks/approval/card.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { listView } from '../../../../blocks/pin/lists/list-view.js'
import { readListRef } from '../../../../blocks/pin/memory.js'
import { field, view as viewIds } from '../../../../blocks/ids.js'
import { declinePin } from '../../../core/posts/approval/decide.js'
import { readApprovalCard, refreshCard } from './card.js'
import { typed } from '../../forms/values.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { isConflict } from '../cards/find-pin.js'
import { listAgain } from '../pins/lists/lists.js'
import { showBelow } from '../../forms/show-below.js'
import { refreshHome } from '../home/home.js'

export async function submitReason(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { view, client, context, ack } = args
  const { member, slackUserId } = context
  const { shown, homePage, list: written, ...ref } = reasonMemory.read(view)
  const kind = view.callback_id === viewIds.rejectPin ? 'rejected' : 'changes_requested'
  const reason = typed(view, field.reason)
  const isDone = await declinePin(deps, member.actor, { ...ref, kind, reason }).then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false
      throw error
    },
  )
  const model = await readApprovalCard(deps, member.actor, ref)
  await (isDone ? ack() : ack({ response_action: 'update', view: decidedView(model.approval, model.card?.post) }))
  await refreshCard(deps, args, { model, shown })
  const list = readListRef(written)
  if (list && isDone) {
    const message = noticeMessage(`${kind === 'rejected' ? 'Rejected.' : 'Changes requested.'} ${titleOf(model.approval)}`)
    await showBelow(deps, client, view.previous_view_id, listView(list.kind, await listAgain(deps, member, list, message), {}))
  }
  await refreshHome(deps, client, { member, slackUserId, page: homePage })
}
