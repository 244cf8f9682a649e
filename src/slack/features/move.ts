/** Putting a pin elsewhere: "Next slot" at once, "Move" and "Schedule" by a modal. */
import type { PinRef } from '../../../blocks/pin-card.js'
import { pinCard } from '../../../blocks/pin-card.js'
import { type MoveMemory, moveView } from '../../../blocks/move.js'
import { field, when as whenIds } from '../../../blocks/ids.js'
import type { Member } from '../../core/accounts/members.js'
import { badRequest, DomainError } from '../../core/errors.js'
import { readPost } from '../../core/posts/list.js'
import type { Post } from '../../core/posts/post.js'
import { schedulePost, type SchedulePost } from '../../core/posts/schedule.js'
import { chosenAccount } from '../accounts.js'
import { chosen, chosenTime } from '../entered.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../listener.js'
import { tellPerson } from '../say.js'
import { submitOnce } from '../submit-once.js'
import { refreshHome } from './home.js'
import { peekNextOpenSlot } from './open-composer.js'

const pinOf = ({ action }: ActionArgs): PinRef => JSON.parse(action.type === 'button' ? (action.value ?? '') : '') as PinRef // written by pinRef, signed by Slack

/** A card that others see, and a list, stay what they were. */
const isOwnCard = (args: ActionArgs): boolean => pinOf(args).from === 'card' && args.body.container['is_ephemeral'] === true

export async function moveToNextSlot(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { client, context, ack, respond } = args
  await ack()
  const { member, slackUserId } = context
  const { from, ...pin } = pinOf(args)
  const { post, headline } = await placed(deps, member, pin)
  const card = pinCard({ post, pictureUrl: deps.pictureUrl(post) }, { headline })
  const isOwn = isOwnCard(args)
  if (from === 'home') await tellPerson(deps, { client, slackUserId }, card)
  else await respond({ response_type: 'ephemeral', replace_original: isOwn, ...card })
  await refreshHome(deps, client, { member, slackUserId })
}

/** A late click finds the pin changed: then the answer is what has become of it. */
async function placed(deps: SlackDeps, { actor }: Member, pin: Omit<PinRef, 'from'>): Promise<{ post: Post; headline: string }> {
  try {
    const post = await placeOnSchedule(schedulePost(deps, actor, { ...pin, when: { kind: 'nextOpenSlot' } }))
    return { post, headline: 'It goes out in the next open slot.' }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error
    return { post: await readPost(deps, actor, pin), headline: 'It cannot be moved any more.' }
  }
}

export async function openMove(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context, ack, respond } = args
  await ack()
  const { member, slackUserId } = context
  const pin = pinOf(args)
  const post = await readPost(deps, member.actor, pin)
  if (post.status === 'sent' || post.status === 'uploading') {
    const card = pinCard({ post, pictureUrl: deps.pictureUrl(post) }, { headline: 'It cannot be moved any more.' })
    if (pin.from !== 'home') return void (await respond({ response_type: 'ephemeral', replace_original: false, ...card }))
    await tellPerson(deps, { client, slackUserId }, card)
    return refreshHome(deps, client, { member, slackUserId })
  }
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  const memory = {
    ...pin,
    ...(body.response_url && { responseUrl: body.response_url }),
    ...(isOwnCard(args) && { replacesCard: true }),
  }
  const nextOpenSlot = await peekNextOpenSlot(deps, member, account.id)
  const view = moveView({ post, memory, nextOpenSlot, timezone, accountZone: account.timezone })
  await client.views.open({ trigger_id: body.trigger_id, view })
}

export async function submitMove(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { member, slackUserId } = context
  const { actor } = member
  const { accountId, postId, responseUrl, replacesCard } = JSON.parse(view.private_metadata) as MoveMemory // written by moveView, signed by Slack
  const input = { accountId, postId, when: movedTo(view) }
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => placeOnSchedule(schedulePost(deps, actor, input, beforeCommit)),
    ({ id }: Post) => ({ postId: id }),
  )
  await ack()
  if (isReplay) return
  const post = await readPost(deps, actor, { accountId, postId: data.postId })
  const card = pinCard({ post, pictureUrl: deps.pictureUrl(post) }, { headline: 'Your pin has its time.' })
  await tellPerson(deps, { client, slackUserId, responseUrl, replacesOriginal: replacesCard }, card)
  await refreshHome(deps, client, { member, slackUserId })
}

/** @throws BAD_REQUEST sendAt */
function movedTo(view: ViewArgs['view']): SchedulePost['when'] {
  if (chosen(view, field.when)?.id === whenIds.nextOpenSlot) return { kind: 'nextOpenSlot' }
  const at = chosenTime(view, field.time)
  if (!at) throw badRequest('sendAt', 'Choose the date and the time at which the pin goes out.')
  return { kind: 'at', at }
}

/** The core's advice is for a new pin: here it is a draft already, and there is no form that changes one. */
async function placeOnSchedule(scheduling: Promise<Post>): Promise<Post> {
  try {
    return await scheduling
  } catch (error) {
    const lacking = error instanceof DomainError && error.code === 'BAD_REQUEST' ? LACKING[error.details.field ?? ''] : undefined
    if (lacking === undefined) throw error
    throw badRequest('when', `This draft has no ${lacking}. A draft cannot be changed yet: make the pin again, with it, by /pin.`)
  }
}
const LACKING: Record<string, string> = {
  title: 'title',
  description: 'description',
  url: 'destination link',
  boardId: 'board',
}
