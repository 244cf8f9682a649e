/** "Approve" and "Release", the forms behind the other decisions, and "Undo", on the card of a requested pin. */
import type { ReasonMemory } from '../../../../blocks/approval/memory.js'
import {
  action,
  approvalCard,
  type ApprovalButton,
  approvedWords,
  decidedMessage,
  heldMessage,
  minuteOf,
  readMoreChoice,
  type Shown,
  stepApprovedWords,
  timePastMessage,
} from '../../../../blocks/approval/card.js'
import { holdView, rejectView, requestChangesView } from '../../../../blocks/approval/forms.js'
import { type Message, section } from '../../../../blocks/kit/kit.js'
import { messageView, noticeMessage } from '../../../../blocks/kit/sentence.js'
import { writeListRef } from '../../../../blocks/pin/memory.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { readApproval } from '../../../core/posts/approval/approval.js'
import { readDecidable, requireApprovable } from '../../../core/posts/approval/decidable.js'
import { releaseRequest } from '../../../core/posts/approval/hold.js'
import { approvePin } from '../../../core/posts/approval/decide.js'
import { undoDecision } from '../../../core/posts/undo/decision.js'
import { asShown, statusOf } from '../../../core/posts/approval/status.js'
import { DomainError } from '../../../core/lib/errors.js'
import { openClientLink } from './client-links.js'
import { readApprovalCard, refreshCard } from './card.js'
import { asOfADraft, errorText } from '../../reply/errors.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { listView } from '../../../../blocks/pin/lists.js'
import { listAgain } from '../pins/lists/lists.js'
import { choiceOf, layForm, listPressed, valueOf } from '../cards/pressed.js'
import { openEdit } from '../edit/edit.js'
import { homePageOf, refreshHome, sayOnHome } from '../home/home.js'

onAction(action.approve, (deps, args) => approve(deps, args, false))
onAction(action.approveNextSlot, (deps, args) => approve(deps, args, true))

async function approve(deps: SlackDeps, args: ActionArgs, inNextOpenSlot: boolean): Promise<void> {
  const ref = valueOf<ApprovalButton>(args)
  const { accountId, approvalId, version, at } = ref
  const input = { accountId, approvalId, version, inNextOpenSlot }
  const placed = await approvePin(deps, args.context.member.actor, input).catch((error: unknown) =>
    refused(deps, args, ref, error),
  )
  if (!placed) return
  const { approval } = placed
  const words = approval ? stepApprovedWords(asShown(approval, deps.clock())) : approvedWords(placed, at)
  await showAll(deps, args, ref, { text: words, blocks: [section(words)] })
  if (approval) return
  const isAsShown = at === undefined || placed.sendAt === null || at === minuteOf(placed.sendAt)
  if (cardPressed(args) && (placed.lostSlot || !isAsShown))
    await args.respond({ response_type: 'ephemeral', replace_original: false, text: words })
}

onAction(action.release, async (deps, args) => {
  const ref = valueOf<ApprovalButton>(args)
  try {
    await releaseRequest(deps, args.context.member.actor, ref)
  } catch (error) {
    return refused(deps, args, ref, error)
  }
  await showAll(deps, args, ref, await aboutIt(deps, args, ref, 'Released.'))
})

/** Handles the menu of a card: the rarer decisions. */
onAction(action.approvalMore, async (deps, args) => {
  const chosen = readMoreChoice(choiceOf(args))
  if (!chosen) return
  const { verb, ...ref } = chosen
  if (verb === 'link') {
    const { accountId, postId } = await readApproval(deps, args.context.member.actor, ref)
    return openClientLink(deps, args, { accountId, postIds: [postId] })
  }
  await (verb === 'hold' ? openHold(deps, args, ref) : openEditAndApprove(deps, args, ref))
})

/** Handles "Undo" of any decision, on its card. */
onAction(action.undoDecision, async (deps, args) => {
  const ref = valueOf<ApprovalButton>(args)
  await undoDecision(deps, args.context.member.actor, ref)
  await showAll(deps, args, ref, await aboutIt(deps, args, ref, 'Undone. It waits for approval again.'))
})

async function aboutIt(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, sentence: string): Promise<Message> {
  const { title } = await readApproval(deps, args.context.member.actor, ref)
  return noticeMessage(`${sentence} ${titleOf({ title })}`)
}

const BESIDE = ['approval_time_past', 'approval_decided', 'approval_outdated', 'approval_on_hold'] as const
type Beside = (typeof BESIDE)[number]
const isBeside = (reason: string | undefined): reason is Beside => BESIDE.some((one) => one === reason)

/** Shows errors that belong beside the card, with the card as it is now; the guard shows the rest. */
async function refused(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, error: unknown): Promise<void> {
  if (!(error instanceof DomainError)) throw error
  const { reason } = error.details
  if (!isBeside(reason)) throw asOfADraft(error)
  const { model, shown } = await refreshed(deps, args, ref)
  switch (reason) {
    case 'approval_time_past':
      return answer(deps, args, timePastMessage(errorText(error), { ...ref, ...(shown && { shown }) }, model.approval))
    case 'approval_decided':
      return answer(deps, args, decidedMessage(model.approval, model.card?.post))
    case 'approval_on_hold':
      return answer(deps, args, model.approval.hold ? heldMessage(model.approval.hold) : noticeMessage(errorText(error)))
    case 'approval_outdated': {
      const { text, blocks } = noticeMessage(errorText(error))
      // who decided on an older version sees the changed pin, to decide again
      return answer(deps, args, { text, blocks: shown ? blocks : [...blocks, ...approvalCard(model).blocks] })
    }
  }
}

async function showAll(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton, message: Message): Promise<void> {
  const { client, body, context } = args
  const { member, slackUserId } = context
  await refreshed(deps, args, ref)
  const viewer = { member, slackUserId, page: homePageOf(body.view) }
  if (body.view?.type === 'home') return sayOnHome(deps, client, viewer, message)
  if (!cardPressed(args)) await answer(deps, args, message)
  await refreshHome(deps, client, viewer)
}

/** Reads the card again, and updates the one that is shown. */
async function refreshed(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton) {
  const model = await readApprovalCard(deps, args.context.member.actor, ref)
  const shown = shownBy(args, ref)
  await refreshCard(deps, args, { model, shown })
  return { model, shown }
}

/**
 * Answers this person alone: beside the card, in place of their own message, as a form over Home, or above the list of requests.
 */
async function answer(deps: SlackDeps, args: ActionArgs, message: Message): Promise<void> {
  const { body, client, context, respond } = args
  const list = listPressed(args)
  const shown = list ? await listAgain(deps, context.member, list, message) : message
  const view = list ? listView(list.kind, shown, {}) : messageView('Approval', message)
  if (body.view?.type === 'modal') await client.views.update({ view_id: body.view.id, view })
  else if (body.view) await client.views.open({ trigger_id: body.trigger_id, view })
  else await respond({ response_type: 'ephemeral', replace_original: body.container['is_ephemeral'] === true, ...shown })
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

type Open = (deps: SlackDeps, args: ActionArgs, ref?: ApprovalButton) => Promise<void>
export const openRequestChanges: Open = (deps, args, ref) => openReason(deps, args, requestChangesView, ref)
onAction(action.requestChanges, (deps, args) => openRequestChanges(deps, args))
export const openReject: Open = (deps, args, ref) => openReason(deps, args, rejectView, ref)
onAction(action.rejectPin, (deps, args) => openReject(deps, args))
export const openHold: Open = (deps, args, ref) => openReason(deps, args, holdView, ref)

/** Opens the form that edits the pin, whose submit also approves it. */
export async function openEditAndApprove(deps: SlackDeps, args: ActionArgs, ref: ApprovalButton): Promise<void> {
  const { clock } = deps
  try {
    const approval = await requireApprovable(deps.db.sql, args.context.member.actor, ref, clock())
    const { accountId, approvalId, version } = ref
    const shown = shownBy(args, ref)
    const isPast = statusOf(approval, clock()) === 'expired'
    const approves = { approvalId, version, ...(isPast && { isPast }), ...(shown && { shown }) }
    await openEdit(deps, args, { approves }, { accountId, postId: approval.postId, from: 'list' })
  } catch (error) {
    await refused(deps, args, ref, error)
  }
}

/** Opens the form, or refuses before the person types: they may not decide, or are too late. */
async function openReason(
  deps: SlackDeps,
  args: ActionArgs,
  make: typeof requestChangesView,
  ref = valueOf<ApprovalButton>(args),
): Promise<void> {
  const { body, context } = args
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
      ...(list && !body.view && body.response_url && { responseUrl: body.response_url }),
    }
    await layForm(args, make({ memory, post: approval }))
  } catch (error) {
    await refused(deps, args, ref, error)
  }
}
