/** "Move" and "Schedule": the form for the time of a pin. */
import { moveMemory, rememberTime, timeSeen, type MoveMemory } from '../../../../blocks/pin/memory.js'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { action as pinButtonsAction, type PinRef } from '../../../../blocks/pin/buttons.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import { action as moveAction, view, movedText, moveView, swappedText } from '../../../../blocks/pin/move.js'
import { readPost } from '../../../core/posts/list.js'
import { requireMayChange } from '../../../core/posts/permissions.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { MovedSinceSeen } from '../../../core/posts/seen.js'
import type { Warning } from '../../../core/posts/state/warning.js'
import type { Placement } from '../../../core/slots/placement.js'
import { zoneOf } from '../../accounts.js'
import { askedOf } from '../cards/asked.js'
import { openEdit } from './edit.js'
import { choiceIn, movedTo, timeModel, wayOf } from './time.js'
import { checkedCardOf, cardOf } from '../cards/cards.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { explainLacking } from '../pins/lacking.js'
import { UNMOVED } from './next-slots.js'
import { onAction, type ActionArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { answerClick, answerForm, changeOf, openedFrom, whatBecame } from '../pins/click.js'
import { valueOf, layForm } from '../cards/pressed.js'
import { findPin, lastChanger } from '../cards/find-pin.js'
import { submitOnce } from '../../forms/submit-once.js'
import { field } from '../../../../blocks/ids.js'
import { badRequest } from '../../../core/lib/errors.js'
import { type Swapped, swapPosts } from '../../../core/posts/schedule/swap.js'
import { chosen } from '../../forms/values.js'

const TOO_LATE = 'This pin can’t be moved anymore.'

export async function openMove(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { member } = args.context
  const { from, ...pin } = valueOf<PinRef>(args)
  const post = await findPin(deps, member.actor, pin)
  if (!post || post.status === 'sent' || post.status === 'uploading') {
    return answerClick(deps, args, from, await whatBecame(deps, member.actor, pin, TOO_LATE))
  }
  requireMayChange(member.actor, post) // before they choose a time
  if (missingToSchedule(post).length > 0) return openEdit(deps, args, { schedules: true })
  const memory = { ...openedFrom(args), seenAt: rememberTime(post.sendAt) }
  await layForm(args, moveView({ ...(await timeModel(deps, member, post)), memory }))
}
onAction(pinButtonsAction.move, openMove)

/** Redraws the form's inputs and sentences after another choice, slot or time. */
onAction(
  [moveAction.moveWhen, moveAction.moveSlot, moveAction.moveTime],
  async (deps, { body: { view }, client, context: { member } }) => {
    if (!view) return
    const memory = moveMemory.read(view)
    const post = await findPin(deps, member.actor, memory)
    if (!post) return // sending the form shows that it is gone
    const model = await timeModel(deps, member, post, { again: choiceIn(view) })
    await updateUnlessChanged(client, view, moveView({ ...model, memory }))
  },
)

onView(view.move, async (deps, args) => {
  const { view, ack } = args
  const { member } = args.context
  const { actor } = member
  const memory = moveMemory.read(view)
  const { accountId, postId, seenAt } = memory
  if (wayOf(view) === 'swap') return submitSwap(deps, args, memory)
  const input = { accountId, postId, when: movedTo(view) }
  const seen = seenAt === undefined ? {} : { seenAt: timeSeen(seenAt) }
  let placement: Placement | undefined // a replay reports nothing
  let warnings: Warning[] | undefined
  let request: Placed | undefined
  let before: Post | undefined
  const outcome = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      before = await findPin(deps, actor, memory)
      const placed = await explainLacking(() => schedulePost(deps, actor, { ...input, ...seen }, beforeCommit))
      placement = placed.placement
      warnings = placed.warnings
      request = placed
      return placed
    },
    changeOf,
  ).catch((error: unknown) => {
    if (error instanceof MovedSinceSeen) return error
    throw error
  })
  if (outcome instanceof MovedSinceSeen) {
    const { post } = outcome // the form shows the current time, and can be sent again
    const asShown = { ...memory, seenAt: rememberTime(post.sendAt) }
    const movedBy = await lastChanger(deps, member, post)
    const model = await timeModel(deps, member, post, { again: choiceIn(view), movedBy })
    return ack({ response_action: 'update', view: moveView({ ...model, memory: asShown }) })
  }
  const { data: undo, isReplay } = outcome
  await ack()
  if (isReplay) return
  const post = await readPost(deps, actor, undo)
  const timezone = await zoneOf(deps, member, post)
  const isUnmoved = before?.version === undo.version
  const moved = movedText(before?.status, post, { timezone, locale: member.locale, now: deps.clock() })
  const asked = request && (await askedOf(deps, member, request))
  const words =
    asked !== undefined
      ? { headline: waitsSentence, asked, warnings }
      : isUnmoved
        ? { headline: UNMOVED, placement }
        : { ...moved, undo, placement, warnings }
  const card = pinCard(await checkedCardOf(deps, actor, post), words)
  await answerForm(deps, args, memory, card)
})

/** Swaps two pins only if both are as shown: this one by its time, the other by its version. */
async function submitSwap(deps: SlackDeps, args: ViewArgs, memory: MoveMemory): Promise<void> {
  const { view, ack } = args
  const { member } = args.context
  const { actor } = member
  const { accountId, postId, seenAt } = memory
  const [otherPostId, otherVersion] = (chosen(view, field.otherPin)?.id ?? '').split(':')
  if (!otherPostId) throw badRequest(field.otherPin, 'Choose a pin to swap with.')
  const input = { accountId, postId, otherPostId, otherVersion: Number(otherVersion) }
  const seen = seenAt === undefined ? {} : { seenAt: timeSeen(seenAt) }
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => swapPosts(deps, actor, { ...input, ...seen }, beforeCommit),
    ({ post, other }: Swapped) => ({ undo: changeOf(post), otherPostId: other.id }),
  )
  await ack()
  if (isReplay) return
  const [post, other] = await Promise.all([
    readPost(deps, actor, data.undo),
    readPost(deps, actor, { accountId, postId: data.otherPostId }),
  ])
  const reader = { timezone: await zoneOf(deps, member, post), locale: member.locale, now: deps.clock() }
  const card = pinCard(await cardOf(deps, actor, post), { headline: swappedText(post, other, reader), undo: data.undo })
  await answerForm(deps, args, memory, card)
}
