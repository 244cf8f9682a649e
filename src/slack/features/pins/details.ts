/** `/pin show`, and "Details" of a pin: everything there is to know of it. */
import { askMemory } from '../../../../blocks/pins/memory.js'
import { field } from '../../../../blocks/ids.js'
import { showView } from '../../../../blocks/pins/search.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { InEvergreen, PinRef } from '../../../../blocks/pins/buttons.js'
import { pinDetails } from '../../../../blocks/pins/details.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest, notFound } from '../../../core/lib/errors.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { listPostChanges } from '../../../core/posts/history.js'
import { isEvergreen } from '../../../core/posts/evergreen/membership.js'
import type { Post } from '../../../core/posts/post.js'
import { isOutcomeOpen } from '../../../core/posts/publish/settle/set-outcome.js'
import { chosenAccount, readerZone } from '../../people/accounts.js'
import { askOrAnswer } from '../../reply/ask-or-answer.js'
import { cardOf } from './cards.js'
import { typed } from '../../forms/values.js'
import type { ActionArgs, CommandArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { answerClick, findPin, itIsGone, shown, valueOf } from './click.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { findSections } from '../boards/section-choices.js'

const CHANGES_SHOWN = 5
const APPROVALS_SHOWN = 3

export async function showByCommand(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const answer = async () => readDetails(deps, member, await requirePin(deps, member, words))
  await askOrAnswer(args, words, { ask: showView, answer })
}

/** The form of `/pin show` without a number. */
export async function submitShow(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { member, slackUserId } = context
  const message = await readDetails(deps, member, await requirePin(deps, member, typed(view, field.pin)))
  await ack()
  const { responseUrl } = askMemory.read(view)
  await sendToPerson(deps, { client, slackUserId, responseUrl }, message)
}

export async function showDetailsByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await showDetails(deps, args, valueOf<PinRef>(args))
}

export async function showDetails(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  const { member } = args.context
  const post = await findPin(deps, member.actor, pin)
  await answerClick(deps, args, from, post ? shown(await readDetails(deps, member, post)) : itIsGone(pin))
}

/** A number says nothing of its account: the chosen one first, then the others. @throws NoAccount · BAD_REQUEST postId */
async function requirePin(deps: SlackDeps, member: Member, words: string): Promise<Post> {
  const wanted = words.trim()
  const postId = /^#?\s*(\d{1,18})$/.exec(wanted)?.[1]
  if (postId === undefined) {
    throw badRequest('postId', `“${wanted}” isn’t a pin number like 12. Use /pin find to search by words.`)
  }
  const { accounts, account } = await chosenAccount(deps, member)
  for (const { id: accountId } of [account, ...accounts.filter(({ id }) => id !== account.id)]) {
    const post = await findPin(deps, member.actor, { accountId, postId })
    if (post) return post
  }
  throw badRequest('postId', `Can’t find pin ${postId}. Use /pin find to search by words.`)
}

async function readDetails(deps: SlackDeps, member: Member, post: Post): Promise<Message> {
  const { actor } = member
  const { accountId, id: postId } = post
  const [card, accounts, history, approvals, sections, evergreen, isUnresolved] = await Promise.all([
    cardOf(deps, actor, post),
    listAccounts(deps, actor),
    listPostChanges(deps, actor, { accountId, postId, limit: CHANGES_SHOWN }),
    listApprovalsOf(deps, actor, { accountId, postId, limit: APPROVALS_SHOWN }),
    findSections(deps, actor, post.boardSectionId === null ? { accountId, boardId: null } : post),
    evergreenOf(deps, member, post),
    post.status === 'uploading' && isOutcomeOpen(deps, actor, { accountId, postId }),
  ])
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const sectionName = sections?.find(({ id }) => id === post.boardSectionId)?.name ?? null
  const { organizationId } = post
  const more = await deps.picturesOf(post.media.slice(1).map((media) => ({ kind: 'media', organizationId, media })))
  const morePictures = more.filter((picture) => picture !== null)
  const timezone = readerZone(member, account)
  return pinDetails({
    card,
    morePictures,
    sectionName,
    account,
    timezone,
    history,
    approvals,
    evergreen,
    isUnresolved,
    now: deps.clock(),
  })
}

/** A pin that repeats another is not offered to be repeated itself: its source is. */
async function evergreenOf(deps: SlackDeps, { actor }: Member, post: Post): Promise<InEvergreen> {
  if (post.status !== 'sent' || post.sourcePostId !== null) return undefined
  return (await isEvergreen(deps, actor, { accountId: post.accountId, postId: post.id })) ? 'in' : 'out'
}
