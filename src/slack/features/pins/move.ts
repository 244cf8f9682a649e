/** Moving a pin: "Next slot" at once, "Move" and "Schedule" by a modal. */
import { type MoveMemory, moveMemory, type OpenedFrom } from '../../../../blocks/pins/memory.js'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import { pinCard } from '../../../../blocks/pins/card.js'
import { type MoveModel, moveView } from '../../../../blocks/pins/move.js'
import { field, when as whenIds } from '../../../../blocks/ids.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { needsApproval } from '../../../core/posts/approval/request.js'
import { readPost } from '../../../core/posts/list.js'
import { requireMayChange } from '../../../core/posts/permissions.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { schedulePost, type SchedulePost } from '../../../core/posts/schedule.js'
import type { Placement } from '../../../core/slots/placement.js'
import { chosenAccount } from '../../people/accounts.js'
import { cardOf } from './cards.js'
import { chosen, chosenTime } from '../../forms/values.js'
import { asOfADraft } from '../../reply/errors.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import {
  type Answer,
  answerClick,
  changed,
  changeOf,
  findPin,
  isConflict,
  isGone,
  openedFrom,
  shown,
  valueOf,
  whatBecame,
} from './click.js'
import { mayRequest } from '../../people/rights.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshHome } from '../home/home.js'
import { peekNextOpenSlot } from '../composer/open.js'

const TOO_LATE = 'This pin can’t be moved anymore.'

export async function moveToNextSlot(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { from, ...pin } = valueOf<PinRef>(args)
  await answerClick(deps, args, from, await placed(deps, args.context.member.actor, pin))
}

/** A late click finds the pin changed: then the answer is what has become of it. A second one finds it where it shall be. */
async function placed(deps: SlackDeps, actor: Actor, pin: Omit<PinRef, 'from'>): Promise<Answer> {
  try {
    const before = await readPost(deps, actor, pin)
    const post = await placeOnSchedule(schedulePost(deps, actor, { ...pin, when: { kind: 'nextOpenSlot' } }))
    const card = await cardOf(deps, actor, post)
    const { placement, approval } = post
    if (approval) return shown(pinCard(card, { headline: waitsSentence }))
    if (post.version === before.version)
      return shown(pinCard(card, { headline: 'It’s already in the earliest open slot.', placement }))
    return changed(pinCard(card, { headline: 'Scheduled in the next open slot.', undo: changeOf(post), placement }))
  } catch (error) {
    if (!isConflict(error) && !isGone(error)) throw error
    return whatBecame(deps, actor, pin, TOO_LATE)
  }
}

export async function openMove(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context } = args
  const { member } = context
  const { from, ...pin } = valueOf<PinRef>(args)
  const post = await findPin(deps, member.actor, pin)
  if (!post || post.status === 'sent' || post.status === 'uploading') {
    return answerClick(deps, args, from, await whatBecame(deps, member.actor, pin, TOO_LATE))
  }
  requireMayChange(member.actor, post) // before they choose a time
  const memory = { ...openedFrom(args), seenAt: secondsOf(post.sendAt) }
  await client.views.open({ trigger_id: body.trigger_id, view: moveView(await moveModel(deps, member, post, memory)) })
}

/** The form for the time of a draft that was just fixed; undefined where this person may not request one. */
export async function timeOfFixed(
  deps: SlackDeps,
  member: Member,
  { post, memory, isSaved }: { post: Post; memory: OpenedFrom; isSaved: boolean },
): Promise<ReturnType<typeof moveView> | undefined> {
  if (!mayRequest(member.actor, await readAccount(deps, member.actor, post))) return undefined
  return moveView(await moveModel(deps, member, post, { ...memory, seenAt: null, follows: { isSaved } }))
}

const secondsOf = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000)

async function moveModel(deps: SlackDeps, member: Member, post: Post, memory: MoveMemory): Promise<MoveModel> {
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  const nextOpenSlot = await peekNextOpenSlot(deps, member, { accountId: account.id, postId: post.id, url: post.url })
  const asks = needsApproval(member.actor, account, { kind: 'nextOpenSlot' })
  return { post, memory, nextOpenSlot, timezone, now: deps.clock(), accountZone: account.timezone, asks }
}

/** The pin is not where this person saw it: they are shown where it is now, and may send the form again. */
class MovedMeanwhile extends Error {
  constructor(readonly post: Post) {
    super('the pin was moved meanwhile')
  }
}

/** @throws MovedMeanwhile */
async function requireAsSeen(deps: SlackDeps, actor: Actor, { seenAt, ...pin }: MoveMemory, when: SchedulePost['when']) {
  const post = await findPin(deps, actor, pin)
  const sendAt = post ? secondsOf(post.sendAt) : null
  if (!post || seenAt === undefined || sendAt === seenAt) return
  const isOpen = post.status === 'draft' || post.status === 'queued' // of another the core says what it is
  if (isOpen && !(when.kind === 'at' && secondsOf(when.at) === sendAt)) throw new MovedMeanwhile(post)
}

export async function submitMove(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { member, slackUserId } = context
  const { actor } = member
  const memory = moveMemory.read(view)
  const { accountId, postId, responseUrl, replacesCard, homePage, follows } = memory
  const viewId = follows ? `${view.id} ${view.callback_id}` : view.id // one view, two forms: each takes effect once
  const input = { accountId, postId, when: movedTo(view) }
  let placement: Placement | undefined // a replay reports nothing
  let isAsked = false
  const outcome = await submitOnce(
    deps,
    { actor, viewId, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      await requireAsSeen(deps, actor, memory, input.when)
      const placed = await placeOnSchedule(schedulePost(deps, actor, input, beforeCommit))
      placement = placed.placement
      isAsked = placed.approval !== undefined
      return placed
    },
    changeOf,
  ).catch((error: unknown) => {
    if (error instanceof MovedMeanwhile) return error
    throw error
  })
  if (outcome instanceof MovedMeanwhile) {
    const { post } = outcome
    const again = { isNextSlot: input.when.kind === 'nextOpenSlot', at: chosenTime(view, field.time) }
    const model = await moveModel(deps, member, post, { ...memory, seenAt: secondsOf(post.sendAt) })
    return ack({ response_action: 'update', view: moveView({ ...model, again }) })
  }
  const { data: undo, isReplay } = outcome
  await ack()
  if (isReplay) return
  const post = await readPost(deps, actor, undo)
  const words = isAsked ? { headline: waitsSentence } : { headline: 'Scheduled.', undo, placement }
  const card = pinCard(await cardOf(deps, actor, post), words)
  await sendToPerson(deps, { client, slackUserId, responseUrl, replacesOriginal: replacesCard }, card)
  await refreshHome(deps, client, { member, slackUserId, page: homePage })
}

/** @throws BAD_REQUEST sendAt */
function movedTo(view: ViewArgs['view']): SchedulePost['when'] {
  if (chosen(view, field.when)?.id === whenIds.nextOpenSlot) return { kind: 'nextOpenSlot' }
  const at = chosenTime(view, field.time)
  if (!at) throw badRequest('sendAt', 'Choose a date and time.')
  return { kind: 'at', at }
}

/** The core's advice is for a new pin: here it is a draft already, and a button beside changes it. */
async function placeOnSchedule(scheduling: Promise<Placed>): Promise<Placed> {
  try {
    return await scheduling
  } catch (error) {
    const lacking = error instanceof DomainError && error.code === 'BAD_REQUEST' ? LACKING[error.details.field ?? ''] : undefined
    if (lacking === undefined) throw asOfADraft(error)
    throw badRequest('when', `Add a ${lacking} first: press “Edit”.`)
  }
}
const LACKING: Record<string, string> = {
  title: 'title',
  description: 'description',
  url: 'destination link',
  boardId: 'board',
}
