/** The card of requests that were made together: "Approve all", each of its lines, and its pages. */
import type { ApprovalButton } from '../../../../blocks/approval/card.js'
import {
  approvedSomeMessage,
  type ApproveAllButton,
  type PageButton,
  readLineChoice,
} from '../../../../blocks/approval/together.js'
import { approveMany, type Approved } from '../../../core/many/approve-many.js'
import { readApproval } from '../../../core/posts/approval/approval.js'
import { type ApprovalsRef, readApprovalsTogether } from '../../../core/many/approvals-together.js'
import { noteBegin } from '../../reply/kept-messages.js'
import { errorText } from '../../reply/errors.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { refreshHome } from '../home/home.js'
import { showDetails } from '../pins/details.js'
import { choiceOf, valueOf } from '../cards/pressed.js'
import { openReject, openRequestChanges } from './approval.js'
import { refreshTogether, togetherSubject } from './read-together.js'

/**
 * Schedules the pins that can be scheduled. For the others, the person gets the reasons, and everybody sees them at their lines.
 */
export async function approveAllByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { client, context } = args
  const { member, slackUserId } = context
  const { versions, ...ref } = valueOf<ApproveAllButton>(args)
  const { lines } = await readApprovalsTogether(deps, member.actor, ref)
  const wanted = lines.flatMap(({ approval: { id } }, index) => {
    const version = versions[index]
    return version == null ? [] : [{ approvalId: id, number: index + 1, version }]
  })
  const { results } = await approveMany(deps, member.actor, { accountId: ref.accountId, approvals: wanted })
  const left = results.flatMap(({ error }, index) =>
    error ? [{ number: wanted[index]?.number ?? 0, why: errorText(error) }] : [],
  )
  await refreshPressed(deps, args, ref)
  if (left.length > 0) {
    const message = approvedSomeMessage({ approved: countOf(results), left })
    await args.respond({ response_type: 'ephemeral', replace_original: false, ...message })
  }
  await refreshHome(deps, client, { member, slackUserId })
}

const countOf = (results: readonly Approved[]): number => results.filter(({ post }) => post).length

async function refreshPressed(deps: SlackDeps, { client, body, context }: ActionArgs, ref: ApprovalsRef): Promise<void> {
  const { channel_id: channel, message_ts: ts } = body.container
  if (typeof channel !== 'string' || typeof ts !== 'string') return
  await refreshTogether(deps, client, context.member.actor, { ...ref, channel, ts })
}

/** Changes the page for everybody in the channel, because the card is one message. */
export async function turnTogether(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { at, ...ref } = valueOf<PageButton>(args)
  const { actor } = args.context.member
  await noteBegin(deps.db.sql, { ...actor, subject: togetherSubject(ref) }, at)
  await refreshPressed(deps, args, ref)
}

/** The menu of a line: each choice does what the button of that name does on the card of one request. */
export async function chooseOfLine(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const chosen = readLineChoice(choiceOf(args))
  if (!chosen) return
  const { verb, ...ref } = chosen
  switch (verb) {
    case 'change':
      return openRequestChanges(deps, asButton(args, ref))
    case 'reject':
      return openReject(deps, asButton(args, ref))
    case 'show': {
      const { accountId, postId } = await readApproval(deps, args.context.member.actor, ref)
      return showDetails(deps, args, { accountId, postId, from: 'card' })
    }
  }
}

function asButton(args: ActionArgs, ref: ApprovalButton): ActionArgs {
  const { action_id, block_id, action_ts } = args.action
  const value = JSON.stringify(ref)
  const button = { type: 'button', action_id, block_id, action_ts, text: { type: 'plain_text', text: '' }, value }
  return { ...args, action: button as ActionArgs['action'] } // everything that the listeners read of a button
}
