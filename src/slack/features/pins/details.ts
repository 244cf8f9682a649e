/** `/pin 12`, and "Details" of a pin. */
import { askMemory } from '../../../../blocks/pin/memory.js'
import { field } from '../../../../blocks/ids.js'
import { clip } from '../../../../blocks/kit/kit.js'
import { view, showView } from '../../../../blocks/pins/search.js'
import { action, type PinRef } from '../../../../blocks/pin/buttons.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import type { Post } from '../../../core/posts/post.js'
import { chosenAccount } from '../../accounts.js'
import { askOrAnswer } from '../../reply/ask-or-answer.js'
import { typed } from '../../forms/values.js'
import { onAction, type ActionArgs, type CommandArgs, type SlackDeps, onView } from '../../listener.js'
import { answerClick, itIsGone } from './click.js'
import { findPin } from '../cards/find-pin.js'
import { openList } from './lists/open-list.js'
import { valueOf } from '../cards/pressed.js'
import { readDetails } from './lists/read-details.js'
import { sendToPerson } from '../../reply/send-to-person.js'

/** The most characters of the typed text that the sentence about it repeats. */
const MOST_ECHOED = 100
/** Waiting time for the drawn picture: the message is not updated later. */
const DRAWN_TIMEOUT_MS = 1500

export async function showByCommand(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const answer = async () => readDetails(deps, member, await requirePin(deps, member, words), DRAWN_TIMEOUT_MS)
  await askOrAnswer(args, words, { ask: showView, answer })
}

/** Handles the form with the number of a pin. */
onView(view.show, async (deps, { view, client, context, ack }) => {
  const { member, slackUserId } = context
  const post = await requirePin(deps, member, typed(view, field.pin))
  await ack()
  const message = await readDetails(deps, member, post, DRAWN_TIMEOUT_MS)
  const { responseUrl } = askMemory.read(view)
  await sendToPerson(deps, { client, slackUserId, responseUrl }, message)
})

onAction(action.details, async (deps, args) => {
  await showDetails(deps, args, valueOf<PinRef>(args))
})

export async function showDetails(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  const { member } = args.context
  const post = await findPin(deps, member.actor, pin)
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  await openList(deps, args, { kind: 'details', ...pin }, () => readDetails(deps, member, post))
}

/** Finds a pin by its number, first in the current account, then in the others. @throws NoAccount · BAD_REQUEST postId */
async function requirePin(deps: SlackDeps, member: Member, words: string): Promise<Post> {
  const wanted = words.trim()
  const postId = /^#?\s*(\d{1,18})$/.exec(wanted)?.[1]
  if (postId === undefined) {
    throw badRequest('postId', `“${clip(wanted, MOST_ECHOED)}” isn’t a pin number like 12. Use /pin find to search by words.`)
  }
  const { accounts, account } = await chosenAccount(deps, member)
  for (const { id: accountId } of [account, ...accounts.filter(({ id }) => id !== account.id)]) {
    const post = await findPin(deps, member.actor, { accountId, postId })
    if (post) return post
  }
  throw badRequest('postId', `Can’t find pin ${postId}. Use /pin find to search by words.`)
}
