/** "Move" and "Schedule": the form for the time of a pin. */
import { type MoveMemory, moveMemory, type OpenedFrom, rememberTime, timeSeen } from '../../../../blocks/pins/memory.js'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import { pinCard } from '../../../../blocks/pins/card.js'
import { type MoveModel, movedText, moveView, timeChosen } from '../../../../blocks/pins/move.js'
import { field, when as whenIds } from '../../../../blocks/ids.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { isApprovalNeeded, requireMayScheduleOrAsk } from '../../../core/posts/approval/request.js'
import { listPosts, readPost } from '../../../core/posts/list.js'
import { requireMayChange } from '../../../core/posts/permissions.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { readStates } from '../../../core/posts/state/read.js'
import { plainState } from '../../../core/posts/state/state.js'
import { schedulePost, type SchedulePost } from '../../../core/posts/schedule.js'
import { MovedSinceSeen } from '../../../core/posts/seen.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import type { Warning } from '../../../core/posts/warnings/warning.js'
import { warningsFor } from '../../../core/posts/warnings/warnings.js'
import type { Placement } from '../../../core/slots/placement.js'
import { chosenAccount, zoneOf } from '../../people/accounts.js'
import { askedOf } from '../approval/asked.js'
import { cardOf, checkedCardOf } from './cards.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { chosen, chosenTime, isAsked } from '../../forms/values.js'
import { explainLacking, lackingOf } from './lacking.js'
import { UNMOVED } from './next-slots.js'
import { submitSwap } from './swap.js'
import type { ActionArgs, SlackDeps, ViewArgs, ViewClosedArgs } from '../../listener.js'
import { answerClick, answerForm, changeOf, openedFrom, whatBecame } from './click.js'
import { valueOf, layForm } from './pressed.js'
import { findPin } from './find-pin.js'
import { mayRequest } from '../../people/rights.js'
import { foreseenDenial } from '../../reply/foreseen.js'
import { submitOnce } from '../../forms/submit-once.js'

const TOO_LATE = 'This pin can’t be moved anymore.'

export async function openMove(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { member } = args.context
  const { from, ...pin } = valueOf<PinRef>(args)
  const post = await findPin(deps, member.actor, pin)
  if (!post || post.status === 'sent' || post.status === 'uploading') {
    return answerClick(deps, args, from, await whatBecame(deps, member.actor, pin, TOO_LATE))
  }
  requireMayChange(member.actor, post) // before they choose a time
  const lacking = lackingOf(post)
  if (lacking !== undefined) {
    const message = pinCard(await cardOf(deps, member.actor, post), { headline: lacking })
    return answerClick(deps, args, from, { message, isChange: false }) // its card has "Edit"
  }
  const memory = { ...openedFrom(args), seenAt: rememberTime(post.sendAt) }
  await layForm(args, moveView(await moveModel(deps, member, post, memory)))
}

/** The form for the time of a draft that was just fixed; undefined where this person may not request one. */
export async function timeOfFixed(
  deps: SlackDeps,
  member: Member,
  { post, memory, follows }: { post: Post; memory: OpenedFrom; follows: MoveMemory['follows'] },
): Promise<ReturnType<typeof moveView> | undefined> {
  if (!mayRequest(member.actor, await readAccount(deps, member.actor, post))) return undefined
  return moveView(await moveModel(deps, member, post, { ...memory, seenAt: null, ...(follows && { follows }) }))
}

/** @param shown what was chosen, where the form is shown once more */
async function moveModel(
  deps: SlackDeps,
  member: Member,
  post: Post,
  memory: MoveMemory,
  shown: Pick<MoveModel, 'again' | 'isMoved'> = {},
): Promise<MoveModel> {
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  requireMayScheduleOrAsk(member.actor, account)
  const asks = isApprovalNeeded(member.actor, account.id)
  const [slots, others, newest] = await Promise.all([
    peekSlots(deps, member, post),
    pinsToSwap(deps, member, post),
    asks ? listApprovalsOf(deps, member.actor, { accountId: post.accountId, postId: post.id, limit: 1 }) : [],
  ])
  const [state = plainState(post)] = await readStates(deps, [post])
  const reader = { timezone, locale: member.locale }
  const model: MoveModel = {
    post,
    state,
    memory,
    slots,
    others,
    asks,
    ...reader,
    ...shown,
    now: deps.clock(),
    accountZone: account.timezone,
    requestedTime: newest[0]?.requestedTime,
  }
  const isPaidFor = asks || post.status !== 'draft'
  const { accountId } = post
  const [warnings, denied] = await Promise.all([
    warningsOfForm(deps, member, post, model),
    isPaidFor ? undefined : foreseenDenial(deps, member.actor, { accountId, count: 1, isDraft: true }),
  ])
  return { ...model, warnings, denied }
}

/** What is said before it is sent. A form without it is better than none. */
async function warningsOfForm(deps: SlackDeps, { actor }: Member, post: Post, model: MoveModel): Promise<Warning[]> {
  const { accountId, id: postId, url } = post
  return warningsFor(deps, actor, { accountId, postId, url, when: 'at', at: timeChosen(model) }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the warnings of a form were not found')
    return []
  })
}

/** Another choice, slot or time: what the form asks for, and says of it, follows. */
export async function followMove(deps: SlackDeps, { body: { view }, client, context: { member } }: ActionArgs): Promise<void> {
  if (!view) return
  const memory = moveMemory.read(view)
  const post = await findPin(deps, member.actor, memory)
  if (!post) return // who sends the form is told
  const model = await moveModel(deps, member, post, memory, { again: choiceIn(view) })
  await updateUnlessChanged(client, view, moveView(model))
}

const choiceIn = (view: ViewArgs['view']): NonNullable<MoveModel['again']> => ({
  when: wayOf(view),
  slot: slotOf(view),
  at: isAsked(view, field.time) ? chosenTime(view, field.time) : undefined,
})

const SWAPS_OFFERED = 50

/** The next scheduled pins at other times than this one; none for a draft, which has no place to give. */
async function pinsToSwap(deps: SlackDeps, { actor }: Member, { accountId, sendAt, status }: Post): Promise<Post[]> {
  if (status !== 'queued') return []
  const page = {
    accountId,
    status: 'queued',
    limit: SWAPS_OFFERED + 1,
    cursor: null,
    startDate: deps.clock(),
    endDate: null,
  } as const
  const { posts } = await listPosts(deps, actor, page)
  return posts.filter((post) => post.sendAt?.getTime() !== sendAt?.getTime()).slice(0, SWAPS_OFFERED)
}

const SLOTS_OFFERED = 20

/** The open slots but its own, one of each time: a read, no claim. undefined where it takes longer than a form may. */
async function peekSlots(deps: SlackDeps, { actor }: Member, post: Post): Promise<Date[] | undefined> {
  const { accountId, id: postId, url } = post
  const looking = listOpenSlots(deps, actor, { accountId, limit: SLOTS_OFFERED + 1, pin: { postId, url } })
  const isThere = await settlesWithin(looking, deps.timeouts.slotsMs)
  const found = looking.catch((error: unknown) => {
    deps.log.debug({ err: error }, 'the open slots for a form were not found')
    return undefined
  })
  if (!isThere) return undefined
  const times = (await found)?.map(({ at }) => at.getTime()).filter((at) => at !== post.sendAt?.getTime())
  return times && [...new Set(times)].slice(0, SLOTS_OFFERED).map((at) => new Date(at))
}

/** Closed without a time: what was saved in the form before it is said now, with its Undo. */
export async function tellSaved(deps: SlackDeps, args: ViewClosedArgs): Promise<void> {
  const { actor } = args.context.member
  const memory = moveMemory.read(args.view)
  const { accountId, postId, follows } = memory
  if (follows?.version === undefined) return
  const post = await findPin(deps, actor, memory)
  if (!post) return
  const undo = { accountId, postId, version: follows.version }
  const headline = post.status === 'draft' ? 'Saved. It’s still a draft.' : 'Saved.'
  const card = await cardOf(deps, actor, post)
  const fixed = { ...card, post: { ...card.post, failure: null } } // what failed is what was just changed
  await answerForm(deps, args, memory, pinCard(fixed, { headline, ...(post.version === undo.version && { undo }) }))
}

export async function submitMove(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { view, ack } = args
  const { member } = args.context
  const { actor } = member
  const memory = moveMemory.read(view)
  const { accountId, postId, follows, seenAt } = memory
  if (wayOf(view) === 'swap') return submitSwap(deps, args, memory)
  const viewId = follows ? `${view.id} ${view.callback_id}` : view.id // one view, two forms: each takes effect once
  const input = { accountId, postId, when: movedTo(view) }
  const seen = seenAt === undefined ? {} : { seenAt: timeSeen(seenAt) }
  let placement: Placement | undefined // a replay reports nothing
  let warnings: Warning[] | undefined
  let request: Placed | undefined
  let before: Post | undefined
  const outcome = await submitOnce(
    deps,
    { actor, viewId, callbackId: view.callback_id, input },
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
    const { post } = outcome // they are shown where it is now, and may send the form again
    const asShown = { ...memory, seenAt: rememberTime(post.sendAt) }
    const model = await moveModel(deps, member, post, asShown, { again: choiceIn(view), isMoved: true })
    return ack({ response_action: 'update', view: moveView(model) })
  }
  const { data: undo, isReplay } = outcome
  await ack()
  if (isReplay) return
  const post = await readPost(deps, actor, undo)
  const timezone = await zoneOf(deps, member, post)
  const isUnmoved = before?.version === undo.version
  const headline = movedText(before?.status, post.sendAt, { timezone, locale: member.locale, now: deps.clock() })
  const asked = request && (await askedOf(deps, member, request))
  const words =
    asked !== undefined
      ? { headline: waitsSentence, asked, warnings }
      : isUnmoved
        ? { headline: UNMOVED, placement }
        : { headline, undo, placement, warnings }
  const card = pinCard(await checkedCardOf(deps, actor, post), words)
  await answerForm(deps, args, memory, card)
}

type Way = 'nextOpenSlot' | 'slot' | 'swap' | 'at'
const WAYS = new Map<string | undefined, Way>([
  [whenIds.nextOpenSlot, 'nextOpenSlot'],
  [whenIds.slot, 'slot'],
  [whenIds.swap, 'swap'],
])
const wayOf = (view: ViewArgs['view']): Way => WAYS.get(chosen(view, field.when)?.id) ?? 'at'

/** @throws BAD_REQUEST sendAt, slot */
function movedTo(view: ViewArgs['view']): SchedulePost['when'] {
  const way = wayOf(view)
  if (way === 'nextOpenSlot') return { kind: 'nextOpenSlot' }
  if (way === 'slot') {
    const slot = slotOf(view)
    if (!slot) throw badRequest('slot', 'Choose a slot.')
    return { kind: 'openSlot', at: slot }
  }
  const at = chosenTime(view, field.time)
  if (!at) throw badRequest('sendAt', 'Choose a date and time.')
  return { kind: 'at', at }
}

function slotOf(view: ViewArgs['view']): Date | null {
  const seconds = chosen(view, field.slot)?.id
  return seconds === undefined ? null : new Date(Number(seconds) * 1000)
}
