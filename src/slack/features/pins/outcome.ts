/** “It’s published” and “It isn’t”: a person reports on a pin whose outcome is unknown. */
import { type OutcomeMemory, outcomeMemory } from '../../../../blocks/pin/memory.js'
import { field } from '../../../../blocks/ids.js'
import { view, outcomeView } from '../../../../blocks/pin/outcome.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { action, type Origin, type PinRef } from '../../../../blocks/pin/buttons.js'
import type { Actor } from '../../../core/lib/actor.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import type { Post } from '../../../core/posts/post.js'
import { type ReportedPost, setOutcome } from '../../../core/publish/settle/set-outcome.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { cardOf } from '../cards/cards.js'
import { typed } from '../../forms/values.js'
import { errorText } from '../../reply/errors.js'
import { onAction, type ActionArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { type Answer, answerClick, answerForm, changed, changeOf, openedFrom, whatBecame } from './click.js'
import { valueOf, layForm } from '../cards/pressed.js'
import { findPin, isConflict, isGone } from '../cards/find-pin.js'
import { submitOnce } from '../../forms/submit-once.js'
import { lateSentence, slowForm } from '../../forms/slow-form.js'
import { refreshHome } from '../home/home.js'

const KNOWN = 'We already know what happened to this pin.'
const THERE = 'Published: we found the pin on Pinterest.'
const UNCHECKED = 'Marked as published. Not checked: Pinterest doesn’t let Pinslot read this pin.'

onAction(action.pinNotThere, async (deps, args) => {
  const { actor } = args.context.member
  const { from, ...pin } = valueOf<PinRef>(args)
  await answerRequest(deps, args, from, await settleNotThere(deps, actor, pin))
})

async function settleNotThere(deps: SlackDeps, actor: Actor, pin: { accountId: string; postId: string }): Promise<Answer> {
  try {
    const post = await setOutcome(deps, actor, { ...pin, outcome: { kind: 'notThere' } })
    return changed(pinCard(await cardOf(deps, actor, post), { headline: notThereText(post) }))
  } catch (error) {
    if (!isConflict(error) && !isGone(error)) throw error
    return isKnown(deps, actor, pin, errorText(error))
  }
}

/** Answers with the pin's current state, because its outcome is already known; that replaces the buttons. */
async function isKnown(
  deps: SlackDeps,
  actor: Actor,
  pin: { accountId: string; postId: string },
  because = KNOWN,
): Promise<Answer> {
  return { ...(await whatBecame(deps, actor, pin, because)), isChange: true }
}

/** Answers for everybody if everybody sees the message. */
async function answerRequest(deps: SlackDeps, args: ActionArgs, from: Origin, answer: Answer): Promise<void> {
  const shared = sharedMessage(args, from)
  if (!shared) return answerClick(deps, args, from, answer)
  await args.client.chat.update({ ...shared, ...answer.message })
}

/** Returns the clicked message of a channel; undefined: it is the person's own, or a list. */
function sharedMessage({ body }: ActionArgs, from: Origin): OutcomeMemory['shared'] {
  const { type, channel_id: channel, message_ts: ts, is_ephemeral: isEphemeral } = body.container
  if (from !== 'card' || type !== 'message' || isEphemeral === true) return undefined
  return { channel: String(channel), ts: String(ts) }
}

function notThereText({ status }: Post): string {
  if (status === 'queued') return 'Thanks. We’ll publish it again as soon as possible.'
  return 'Thanks. It’s a draft now; you can schedule it again.'
}

onAction(action.pinThere, async (deps, args) => {
  const { actor } = args.context.member
  const { from, ...pin } = valueOf<PinRef>(args)
  requireMaySchedule(actor, pin.accountId, 'outcome') // before they search for the link
  const post = await findPin(deps, actor, pin)
  const shared = sharedMessage(args, from)
  if (!post || !needsOutcome(post)) {
    return answerRequest(deps, args, from, await isKnown(deps, actor, pin))
  }
  const memory: OutcomeMemory = { ...openedFrom(args), ...(shared && { shared }) }
  await layForm(args, outcomeView({ post, memory }))
})

/** True when the outcome may be unknown; the core decides. */
const needsOutcome = ({ status, failure }: Post): boolean =>
  status === 'uploading' || (status === 'draft' && failure?.reason === 'outcome_unknown')

onView(view.outcome, async (deps, args) => {
  const { view, context } = args
  const { member } = context
  const memory = outcomeMemory.read(view)
  const link = typed(view, field.platformPin)
  await slowForm(deps, args, {
    work: () => settleOnce(deps, args, memory, link),
    working: 'Looking for the pin on Pinterest…',
    late: lateSentence(view, ({ data }) => thereText(data)),
    notDone: 'Nothing was saved.',
    again: async (problem) => {
      const post = await findPin(deps, member.actor, memory)
      return post ? outcomeView({ post, memory, typed: link, problem }) : noticeView(problem.sentence)
    },
    after: async ({ isReplay, data }) => {
      if (isReplay) return
      await showInOrigin(deps, args, memory, await thereNow(deps, member.actor, memory, thereText(data)))
    },
  })
})

type Said = ChangeRef & { isUnchecked?: true }
const thereText = ({ isUnchecked }: Said): string => (isUnchecked ? UNCHECKED : THERE)

/** Updates the message with the buttons once the outcome is known, even if the form shows why the report was refused. */
async function settleOnce(
  deps: SlackDeps,
  args: ViewArgs,
  memory: OutcomeMemory,
  pinId: string,
): Promise<{ isReplay: boolean; data: Said }> {
  const { view, context } = args
  const { actor } = context.member
  const input = { accountId: memory.accountId, postId: memory.postId, outcome: { kind: 'there', pinId } as const }
  return submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => setOutcome(deps, actor, input, beforeCommit),
    (post: ReportedPost): Said => ({ ...changeOf(post), ...(post.isUnchecked && { isUnchecked: true }) }),
  ).catch(async (error: unknown) => {
    if (isConflict(error) && error.details.reason === 'outcome_known' && memory.shared)
      await showInOrigin(deps, args, memory, await isKnown(deps, actor, memory, errorText(error)))
    throw error
  })
}

async function thereNow(deps: SlackDeps, actor: Actor, memory: OutcomeMemory, text: string): Promise<Answer> {
  return { ...(await whatBecame(deps, actor, memory, text)), isChange: true }
}

async function showInOrigin(deps: SlackDeps, args: ViewArgs, memory: OutcomeMemory, { message }: Answer): Promise<void> {
  if (!memory.shared) return answerForm(deps, args, memory, message)
  await args.client.chat.update({ ...memory.shared, ...message })
  const { member, slackUserId } = args.context
  await refreshHome(deps, args.client, { member, slackUserId, page: memory.homePage })
}

onAction(action.viewBoard, async () => {})
onAction(action.receipt, async () => {})
