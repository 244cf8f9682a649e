/** The lines of several requests, on their card and in the list, and the pages of the card. */
import { action as lineAction, readLineChoice } from '../../../../blocks/approval/line.js'
import { action, type PageButton } from '../../../../blocks/approval/together.js'
import type { ApprovalsRef } from '../../../core/many/approvals-together.js'
import { readApproval } from '../../../core/posts/approval/approval.js'
import { noteBegin } from '../../reply/kept-messages.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { showDetails } from '../pins/details.js'
import { openComment } from '../pins/comments.js'
import { choiceOf, valueOf } from '../cards/pressed.js'
import { openEditAndApprove, openHold, openReject, openRequestChanges } from './approval.js'
import { refreshTogether, togetherSubject } from './read-together.js'

async function refreshPressed(deps: SlackDeps, { client, body, context }: ActionArgs, ref: ApprovalsRef): Promise<void> {
  const { channel_id: channel, message_ts: ts } = body.container
  if (typeof channel !== 'string' || typeof ts !== 'string') return
  await refreshTogether(deps, client, context.member.actor, { ...ref, channel, ts })
}

/** Changes the page for everybody in the channel, because the card is one message. */
onAction([action.approvalsNext, action.approvalsFirst], async (deps, args) => {
  const { at, ...ref } = valueOf<PageButton>(args)
  const { actor } = args.context.member
  await noteBegin(deps.db.sql, { ...actor, subject: togetherSubject(ref) }, at)
  await refreshPressed(deps, args, ref)
})

/** The menu of a line: each choice does what the button of that name does on the card of one request. */
onAction(lineAction.approvalLine, async (deps, args) => {
  const chosen = readLineChoice(choiceOf(args))
  if (!chosen) return
  const { verb, ...ref } = chosen
  switch (verb) {
    case 'change':
      return openRequestChanges(deps, args, ref)
    case 'reject':
      return openReject(deps, args, ref)
    case 'hold':
      return openHold(deps, args, ref)
    case 'edit':
      return openEditAndApprove(deps, args, ref)
    case 'show': {
      const { accountId, postId } = await readApproval(deps, args.context.member.actor, ref)
      return showDetails(deps, args, { accountId, postId, from: ref.batchId === undefined ? 'list' : 'card' })
    }
    case 'comment': {
      const { accountId, postId } = await readApproval(deps, args.context.member.actor, ref)
      return openComment(deps, args, { accountId, postId, from: ref.batchId === undefined ? 'list' : 'card' })
    }
  }
})
