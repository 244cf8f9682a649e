/** The time of a pin in a form: the choices, and the chosen one. */
import type { ViewOutput } from '@slack/bolt'
import { type TimeModel, timeChosen } from '../../../../blocks/pin/move.js'
import { field, when as whenIds } from '../../../../blocks/ids.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { isApprovalNeeded, requireMayScheduleOrAsk } from '../../../core/posts/approval/request.js'
import type { EditPost } from '../../../core/posts/edit.js'
import { listPosts } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import { readStates } from '../../../core/posts/state/read.js'
import { plainState } from '../../../core/posts/state/state.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import type { Warning } from '../../../core/posts/state/warning.js'
import { warningsFor } from '../../../core/posts/state/warnings.js'
import { chosen, chosenTime, isAsked } from '../../forms/values.js'
import type { SlackDeps } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { foreseenDenial } from '../../reply/foreseen.js'

/** @param shown the current choices, if the form is redrawn */
export async function timeModel(
  deps: SlackDeps,
  member: Member,
  post: Post,
  shown: Pick<TimeModel, 'again' | 'movedBy' | 'keeps'> = {},
): Promise<TimeModel> {
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
  const model: TimeModel = {
    post,
    state,
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

/** Reads warnings before the form is sent. If that fails, the form is shown without them. */
async function warningsOfForm(deps: SlackDeps, { actor }: Member, post: Post, model: TimeModel): Promise<Warning[]> {
  const { accountId, id: postId, url } = post
  return warningsFor(deps, actor, { accountId, postId, url, when: 'at', at: timeChosen(model) }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the warnings of a form were not found')
    return []
  })
}

export const choiceIn = (view: ViewOutput): NonNullable<TimeModel['again']> => ({
  when: wayOf(view),
  slot: slotOf(view),
  at: isAsked(view, field.time) ? chosenTime(view, field.time) : undefined,
})

const SWAPS_OFFERED = 50

/** Lists the next scheduled pins at other times than this one; none for a draft, which has no time to swap. */
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

/**
 * Lists open slots except the pin's own, one for each time, without claiming any; undefined when that takes longer than a form
 * may.
 */
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

type Way = 'nextOpenSlot' | 'slot' | 'swap' | 'at' | 'draft'
const WAYS = new Map<string | undefined, Way>([
  [whenIds.nextOpenSlot, 'nextOpenSlot'],
  [whenIds.slot, 'slot'],
  [whenIds.swap, 'swap'],
  [whenIds.draft, 'draft'],
])
export const wayOf = (view: ViewOutput): Way => WAYS.get(chosen(view, field.when)?.id) ?? 'at'

/** @throws BAD_REQUEST sendAt, slot */
export function movedTo(view: ViewOutput): NonNullable<EditPost['when']> {
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

function slotOf(view: ViewOutput): Date | null {
  const seconds = chosen(view, field.slot)?.id
  return seconds === undefined ? null : new Date(Number(seconds) * 1000)
}
