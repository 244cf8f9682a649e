/** `/pin find`: searches pins by their words. */
import { askMemory, listMemory, type ListRef } from '../../../../blocks/pin/memory.js'
import { field } from '../../../../blocks/ids.js'
import { action, view, findView, foundMessage } from '../../../../blocks/pins/search.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { inList, listView } from '../../../../blocks/pin/lists.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { SEARCHED, searchPosts } from '../../../core/posts/search.js'
import { chosenAccount } from '../../accounts.js'
import { askOrAnswer } from '../../reply/ask-or-answer.js'
import { cardsOf } from '../cards/cards.js'
import { laterOf } from '../cards/later.js'
import { rowOf } from '../cards/read-week.js'
import { listPressed } from '../cards/pressed.js'
import { typed } from '../../forms/values.js'
import { onAction, type CommandArgs, type SlackDeps, onView } from '../../listener.js'
import { sendToPerson } from '../../reply/send-to-person.js'

/** The pins in a message: two blocks each, below Slack's 50. */
const PINS_SHOWN = 15

export const findByCommand = (deps: SlackDeps, args: CommandArgs, words: string): Promise<void> =>
  askOrAnswer(args, words, { ask: findView, answer: () => search(deps, args.context.member, words) })

onAction(action.find, async (_deps, { body, client }) => {
  const memory = body.response_url ? { responseUrl: body.response_url } : {}
  await client.views.open({ trigger_id: body.trigger_id, view: findView(memory) })
})

/** Handles the form of `/pin find`, answered by a message, and of "Find" on Home, which becomes the list. */
onView(view.find, async (deps, { view, client, context, ack }) => {
  const { member, slackUserId } = context
  const { responseUrl, accountId: currentAccountId = member.currentAccountId } = askMemory.read(view)
  const message = await search(deps, { ...member, currentAccountId }, typed(view, field.words))
  if (responseUrl === undefined) return ack({ response_action: 'update', view: listView('found', message, {}) })
  await ack()
  await sendToPerson(deps, { client, slackUserId, responseUrl }, message)
})

/** Searches another account for the same words and replaces the list. */
onAction(action.foundAccount, async (deps, args) => {
  const { action, body, client, context, respond } = args
  const list = listPressed(args)
  if (action.type !== 'static_select' || list?.kind !== 'found') return
  const member = { ...context.member, currentAccountId: action.selected_option.value }
  const message = await search(deps, member, list.words)
  if (!body.view) return void (await respond({ response_type: 'ephemeral', replace_original: true, ...message }))
  await client.views.update({ view_id: body.view.id, view: listView('found', message, listMemory.read(body.view)) })
})

export const foundAgain = (
  deps: SlackDeps,
  member: Member,
  { accountId, words }: Extract<ListRef, { kind: 'found' }>,
): Promise<Message> => search(deps, { ...member, currentAccountId: accountId }, words)

/** @throws BAD_REQUEST words */
async function search(deps: SlackDeps, member: Member, words: string): Promise<Message> {
  const { account, accounts, timezone } = await chosenAccount(deps, member)
  const { posts, isPartial } = await searchPosts(deps, member.actor, { accountId: account.id, words, limit: PINS_SHOWN + 1 })
  const shown = posts.slice(0, PINS_SHOWN)
  const [cards, later] = await Promise.all([
    cardsOf(deps, member.actor, shown, { firstOpen: new Map() }),
    laterOf(deps, member, shown, timezone),
  ])
  const rows = cards.map((card) => ({ ...rowOf(deps, card), later: later.get(card.post.id) }))
  const isCut = posts.length > PINS_SHOWN
  const searched = isPartial ? SEARCHED : null
  const message = foundMessage({ words: words.trim(), account, accounts, rows, isCut, searched })
  return inList(message, { kind: 'found', accountId: account.id, words: words.trim() })
}
