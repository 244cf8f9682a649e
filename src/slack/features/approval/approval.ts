/** "Approve", and the forms behind "Request changes" and "Reject", on the card of a requested pin. */
import type { ReasonMemory } from '../../../../blocks/approval/memory.js'
import {
  approvalCard,
  type ApprovalButton,
  decidedMessage,
  type Shown,
  timePastMessage,
} from '../../../../blocks/approval/card.js'
import { rejectView, requestChangesView } from '../../../../blocks/approval/forms.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { messageView, noticeMessage } from '../../../../blocks/kit/sentence.js'
import { writeListRef } from '../../../../blocks/pin/memory.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { readDecidable } from '../../../core/posts/approval/decidable.js'
import { approvePin } from '../../../core/posts/approval/decide.js'
import { undoDecision } from '../../../core/posts/undo/decision.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readApprovalCard, refreshCard } from './card.js'
import { asOfADraft, errorText } from '../../reply/errors.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { listView } from '../../../../blocks/pin/lists/list-view.js'
import { listAgain } from '../pins/lists/lists.js'
import { layForm, listPressed, valueOf } from '../cards/pressed.js'
import { homePageOf, refreshHome, sayOnHome } from '../home/home.js'

export const approveByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> => approve(deps, args, false)
export const approveForNextSlot = (deps: SlackDeps, args: ActionArgs): Promise<void> => approve(deps, args, true)

async function approve(deps: SlackDeps, args: ActionArgs, inNextOpenSlot: boolean): Promise<void> {
  const ref = valueOf<ApprovalButton>(args)
  try {
    await approvePin(deps, args.context.member.actor, { ...ref, inNextOpenSlot })
  } catch (error) {
    return refused(deps, args, ref, error)
  }
  await showAll(deps, args, ref, 'Approved and scheduled.')
}

/** Handles "Undo" of any decision, on its card. */
export async function undoByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const ref = valueOf<ApprovalButton>(args)
  await undoDecision(deps, args.context.member.actor, ref)
  await showAll(deps, args, ref, 'Undone. It waits for approval again.')
}

/** Shows errors that belong beside the card; the guard shows the rest. */
async function refused(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, error: unknown): Promise<void> {
  if (!(error instanceof DomainError)) throw error
  switch (error.details.reason) {
    case 'approval_time_past': {
      const shown = shownBy(args, ref)
      const model = await readApprovalCard(deps, args.context.member.actor, ref)
      await refreshCard(deps, args, { model, shown })
      return answer(deps, args, timePastMessage(errorText(error), { ...ref, ...(shown && { shown }) }, model.approval))
    }
    case 'approval_decided':
      return tooLate(deps, args, ref)
    case 'approval_outdated':
      return changedSince(deps, args, ref, errorText(error))
    default:
      throw asOfADraft(error)
  }
}

async function tooLate(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton): Promise<void> {
  const { actor } = args.context.member
  const model = await readApprovalCard(deps, actor, ref)
  await refreshCard(deps, args, { model, shown: shownBy(args, ref) })
  await answer(deps, args, decidedMessage(model.approval, model.card?.post))
}

/** Shows the changed pin to a person who decided on an older version, so that they decide again. */
async function changedSince(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, sentence: string): Promise<void> {
  const model = await readApprovalCard(deps, args.context.member.actor, ref)
  const shown = shownBy(args, ref)
  await refreshCard(deps, args, { model, shown })
  const { text, blocks } = noticeMessage(sentence)
  await answer(deps, args, shown ? { text, blocks } : { text, blocks: [...blocks, ...approvalCard(model).blocks] })
}

async function showAll(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, sentence: string): Promise<void> {
  const { client, body, context } = args
  const { member, slackUserId } = context
  const model = await readApprovalCard(deps, member.actor, ref)
  await refreshCard(deps, args, { model, shown: shownBy(args, ref) })
  const viewer = { member, slackUserId, page: homePageOf(body.view) }
  const message = noticeMessage(`${sentence} ${titleOf(model.approval)}`)
  if (body.view?.type === 'home') return sayOnHome(deps, client, viewer, message)
  if (!cardPressed(args)) await answer(deps, args, message)
  await refreshHome(deps, client, viewer)
}

/**
 * Answers this person alone: beside the card, in place of their own message, as a form over Home, or above the list of requests.
 */
async function answer(deps: SlackDeps, args: ActionArgs, message: Message): Promise<void> {
  const { body, client, context, respond } = args
  const list = listPressed(args)
  const view = list
    ? listView(list.kind, await listAgain(deps, context.member, list, message), {})
    : messageView('Approval', message)
  if (body.view?.type === 'modal') await client.views.update({ view_id: body.view.id, view })
  else if (body.view) await client.views.open({ trigger_id: body.trigger_id, view })
  else await respond({ response_type: 'ephemeral', replace_original: body.container['is_ephemeral'] === true, ...message })
}

/** Returns the card if its own button was clicked. */
function cardPressed({ body }: ActionArgs): Shown | undefined {
  const { type, channel_id: channel, message_ts: ts, is_ephemeral: isEphemeral } = body.container
  return type === 'message' && isEphemeral !== true ? { channel: String(channel), ts: String(ts) } : undefined
}
function shownBy(args: ActionArgs, { shown, batchId }: ApprovalButton): Shown | undefined {
  if (shown) return shown
  const pressed = cardPressed(args)
  return pressed && batchId !== undefined ? { ...pressed, batchId } : pressed
}

export const openRequestChanges = (deps: SlackDeps, args: ActionArgs): Promise<void> => openReason(deps, args, requestChangesView)
export const openReject = (deps: SlackDeps, args: ActionArgs): Promise<void> => openReason(deps, args, rejectView)

/** Opens the form, or refuses before the person types: they may not decide, or are too late. */
async function openReason(deps: SlackDeps, args: ActionArgs, make: typeof requestChangesView): Promise<void> {
  const { body, context } = args
  const ref = valueOf<ApprovalButton>(args)
  try {
    const approval = await readDecidable(deps, context.member.actor, ref)
    const shown = shownBy(args, ref)
    const homePage = homePageOf(body.view)
    const { accountId, approvalId } = ref
    const list = listPressed(args)
    const memory: ReasonMemory = {
      accountId,
      approvalId,
      ...(shown && { shown }),
      ...(homePage && { homePage }),
      ...(list && { list: writeListRef(list) }),
    }
    await layForm(args, make({ memory, post: approval }))
  } catch (error) {
    await refused(deps, args, ref, error)
  }
}
