/** What every button on a pin shares: which pin it means, where its answer goes, and the reply to a late click. */
import type { OpenedFrom } from '../../../../blocks/pins/memory.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { MoreVerb, Origin, PinRef } from '../../../../blocks/pins/buttons.js'
import { goneCard, pinCard } from '../../../../blocks/pins/card.js'
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readPost } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { cardOf } from './cards.js'
import { homePageOf, refreshHome } from '../home/home.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { sendToPerson } from '../../reply/send-to-person.js'

/** What its button was given by our blocks, signed by Slack. */
export function valueOf<T>({ action }: ActionArgs): T {
  return JSON.parse(action.type === 'button' ? (action.value ?? '') : '') as T
}

export type MoreRef = PinRef & { verb: MoreVerb }

/** A choice of a pin's menu, written by moreValue. */
export function chosenOfMenu({ action }: ActionArgs): MoreRef {
  const value = action.type === 'overflow' ? action.selected_option.value : ''
  const [verb = '', accountId = '', postId = '', from = ''] = value.split(':')
  return { verb: verb as MoreVerb, accountId, postId, from: from as Origin } // written by moreValue, signed by Slack
}

/** A card that others see, and a list, stay what they were. */
const isOwnCard = ({ body }: ActionArgs, from: Origin): boolean => from === 'card' && body.container['is_ephemeral'] === true

/** Of the button that opens a form about its pin. */
export function openedFrom(args: ActionArgs): OpenedFrom {
  const { body } = args
  const pin = valueOf<PinRef>(args)
  const homePage = homePageOf(body.view)
  return {
    ...pin,
    ...(body.response_url && { responseUrl: body.response_url }),
    ...(isOwnCard(args, pin.from) && { replacesCard: true }),
    ...(homePage && { homePage }),
  }
}

/** `isChange`: the click did something, so that its card is not what it was. */
export type Answer = { message: Message; isChange: boolean }

/**
 * Beside the click, from Home in the person's messages. Only a change of the pin replaces the person's own card: after a second
 * click the answer to the first, with its Undo, must stay.
 */
export async function answerClick(deps: SlackDeps, args: ActionArgs, from: Origin, { message, isChange }: Answer): Promise<void> {
  const { client, body, context, respond } = args
  const { member, slackUserId } = context
  if (from === 'home') await sendToPerson(deps, { client, slackUserId }, message)
  else await respond({ response_type: 'ephemeral', replace_original: isChange && isOwnCard(args, from), ...message })
  await refreshHome(deps, client, { member, slackUserId, page: homePageOf(body.view) })
}

export const changed = (message: Message): Answer => ({ message, isChange: true })
export const shown = (message: Message): Answer => ({ message, isChange: false })

export const changeOf = ({ accountId, id, version }: Post): ChangeRef => ({ accountId, postId: id, version })

export const isConflict = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'CONFLICT'
export const isGone = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'NOT_FOUND'

/** undefined: it is not there any more. */
export async function findPin(
  deps: Pick<SlackDeps, 'db'>,
  actor: Actor,
  pin: { accountId: string; postId: string },
): Promise<Post | undefined> {
  return readPost(deps, actor, pin).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
}

/** The state of a pin that cannot be changed as requested. @param because the sentence that says why */
export async function whatBecame(
  deps: SlackDeps,
  actor: Actor,
  pin: { accountId: string; postId: string },
  because: string,
): Promise<Answer> {
  const post = await findPin(deps, actor, pin)
  return post ? shown(pinCard(await cardOf(deps, actor, post), { headline: because })) : itIsGone(pin)
}

/** Nobody knows its title any more. */
export const itIsGone = ({ postId }: { postId: string }): Answer =>
  shown(goneCard({ title: `Pin ${postId}` }, { headline: 'This pin was deleted.' }))
