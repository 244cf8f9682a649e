/** Shared by all buttons on a pin: where their answer goes, and the reply to a late click. */
import { listMemory, type OpenedFrom, readListRef, type Whence, writeListRef } from '../../../../blocks/pin/memory.js'
import type { Message } from '../../../../blocks/kit/kit.js'

import { listView, outcomeLineOf, outcomeSection } from '../../../../blocks/pin/lists.js'
import type { Origin, PinRef } from '../../../../blocks/pin/buttons.js'
import { goneCard, pinCard } from '../../../../blocks/pin/card.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Post } from '../../../core/posts/post.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { findOwnChange } from '../../../core/posts/undo/own-change.js'
import { cardOf } from '../cards/cards.js'
import { findPin } from '../cards/find-pin.js'
import { listAgain } from './lists/lists.js'
import { chosenOfMenu, listPressed, valueOf } from '../cards/pressed.js'
import { homePageOf, refreshHome, sayOnHome } from '../home/home.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { sendToPerson } from '../../reply/send-to-person.js'

/** True when the click was on the person's own card, which the answer may replace. */
const isOwnCard = ({ body }: ActionArgs, from: Origin): boolean => from === 'card' && body.container['is_ephemeral'] === true

/** Returns where the answer goes once the form that this button opened is sent. */
export function openedFrom(args: ActionArgs, pin = valueOf<PinRef>(args)): OpenedFrom {
  return { ...pin, ...whenceOf(args, pin.from) }
}

/** Does the same for a button that is about no single pin. */
export function whenceOf(args: ActionArgs, from: Origin): Whence {
  const { body } = args
  const homePage = homePageOf(body.view)
  const list = listPressed(args)
  return {
    from,
    ...(body.response_url && { responseUrl: body.response_url }),
    ...(isOwnCard(args, from) && { replacesCard: true }),
    ...(homePage && { homePage }),
    ...(list && { list: writeListRef(list) }),
    ...(body.view?.type === 'modal' && { viewId: body.view.id }),
  }
}

/** `isChange`: the click changed the pin, so its card is outdated. */
export type Answer = { message: Message; isChange: boolean }

/**
 * Answers in the view of the click: a list or Home is shown again with the outcome as its first line (see
 * blocks/pin/lists.ts). Otherwise the answer is a message beside the button, and a change replaces the person's own
 * card; without a change, the first answer stays with its Undo.
 */
export async function answerClick(deps: SlackDeps, args: ActionArgs, from: Origin, answer: Answer): Promise<void> {
  const { client, body, context, respond } = args
  const { member, slackUserId } = context
  const { isChange } = answer
  const viewer = { member, slackUserId, page: homePageOf(body.view) }
  const list = listPressed(args)
  const message = body.view || list ? await keepingUndo(deps, args, answer) : answer.message
  if (body.view?.type === 'home') return sayOnHome(deps, client, viewer, message)
  if (body.view) await showInForm(deps, args, body.view, message)
  else if (list)
    await respond({ response_type: 'ephemeral', replace_original: true, ...(await listAgain(deps, member, list, message)) })
  else await respond({ response_type: 'ephemeral', replace_original: isChange && isOwnCard(args, from), ...message })
  await refreshHome(deps, client, viewer)
}

/** Keeps the Undo of the first click when a second one changed nothing and replaces its answer. */
async function keepingUndo(deps: SlackDeps, args: ActionArgs, { message, isChange }: Answer): Promise<Message> {
  if (isChange || outcomeLineOf(message).undo) return message
  const { accountId, postId } = args.action.type === 'overflow' ? chosenOfMenu(args) : valueOf<Partial<PinRef>>(args)
  if (accountId === undefined || postId === undefined) return message
  const own = await findOwnChange(deps, args.context.member.actor, { accountId, postId })
  return own ? { ...message, blocks: [outcomeSection({ words: message.text, undo: own })] } : message
}

/** Replaces the list in the form, and refreshes the list below from which the form was opened. */
async function showInForm(
  deps: SlackDeps,
  args: ActionArgs,
  view: { id: string; private_metadata: string },
  message: Message,
): Promise<void> {
  const { member } = args.context
  const list = listPressed(args)
  const memory = listMemory.read(view)
  const shown = list ? await listAgain(deps, member, list, message) : message
  await args.client.views.update({ view_id: view.id, view: listView(list?.kind, shown, memory) })
  await showBelowAgain(deps, member, memory, message)
}

/** Refreshes the list from which the form was opened, after a change in the form. */
async function showBelowAgain(
  deps: SlackDeps,
  member: Member,
  { responseUrl, list: written }: { responseUrl?: string; list?: string },
  message: Message,
): Promise<boolean> {
  const list = readListRef(written)
  if (!list || responseUrl === undefined) return false
  return deps.respondTo(responseUrl, await listAgain(deps, member, list, message), { replacesOriginal: true })
}

/**
 * Sends the answer to a form about a pin to where the person opened it. A response url lasts half an hour: after that it is a
 * direct message.
 */
export async function answerForm(
  deps: SlackDeps,
  { client, context: { member, slackUserId } }: Pick<ViewArgs, 'client' | 'context'>,
  memory: Whence,
  message: Message,
): Promise<void> {
  const { from, list: written, viewId, homePage: page, responseUrl, replacesCard } = memory
  const viewer = { member, slackUserId, page }
  if (from === 'home' && viewId === undefined) return sayOnHome(deps, client, viewer, message)
  const list = readListRef(written)
  const isShown =
    viewId === undefined
      ? await showBelowAgain(deps, member, memory, message)
      : await client.views
          .update({
            view_id: viewId,
            view: listView(list?.kind, list ? await listAgain(deps, member, list, message) : message, {}),
          })
          .then(
            () => true,
            (error: unknown) => {
              deps.log.debug({ err: error }, 'a form was closed before it was refreshed')
              return false
            },
          )
  if (!isShown) await sendToPerson(deps, { client, slackUserId, responseUrl, replacesOriginal: replacesCard }, message)
  await refreshHome(deps, client, viewer)
}

export const changed = (message: Message): Answer => ({ message, isChange: true })
export const shown = (message: Message): Answer => ({ message, isChange: false })

export const changeOf = ({ accountId, id, version }: Post): ChangeRef => ({ accountId, postId: id, version })

/** Returns the state of a pin that cannot be changed as requested. @param because the sentence with the reason */
export async function whatBecame(
  deps: SlackDeps,
  actor: Actor,
  pin: { accountId: string; postId: string },
  because: string,
): Promise<Answer> {
  const post = await findPin(deps, actor, pin)
  return post ? shown(pinCard(await cardOf(deps, actor, post), { headline: because })) : itIsGone(pin)
}

/** Names the pin by its number, because its title is deleted. */
export const itIsGone = ({ postId }: { postId: string }): Answer =>
  shown(goneCard({ title: `Pin ${postId}` }, { headline: 'This pin was deleted.' }))
