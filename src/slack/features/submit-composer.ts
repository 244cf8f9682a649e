/** "Save pin": the pin is made once, however often it is sent; errors come back under their fields and nothing typed is lost. */
import type { ViewOutput } from '@slack/bolt'
import { composerView, type ComposerMemory, type ComposerValues } from '../../../blocks/composer.js'
import { pinCard, pinView } from '../../../blocks/pin-card.js'
import { noticeMessage } from '../../../blocks/notice.js'
import { workingView } from '../../../blocks/working.js'
import type { Member } from '../../core/accounts/members.js'
import { badRequest } from '../../core/errors.js'
import { createPost, type NewPost } from '../../core/posts/create.js'
import { readPost } from '../../core/posts/list.js'
import type { Post, When } from '../../core/posts/post.js'
import { chosenAccount } from '../accounts.js'
import { explain } from '../errors.js'
import type { SlackDeps, ViewArgs } from '../listener.js'
import { settlesWithin } from '../patience.js'
import { type Addressee, tellPerson } from '../say.js'
import { submitOnce } from '../submit-once.js'
import { composerModel, memoryOf, valuesOf } from './composer.js'
import { refreshHome } from './home.js'

/** What ends sooner is answered in the form itself: errors under their fields, or the form closed. */
const ACK_PATIENCE_MS = 1500

export async function submitComposer(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { member, slackUserId } = context
  const memory = memoryOf(view)
  const values = valuesOf(view)
  const addressee = { client, slackUserId, responseUrl: memory.responseUrl }
  const making = makePin(deps, member, { view, memory, values })
  const isQuick = await settlesWithin(making, ACK_PATIENCE_MS)
  if (!isQuick) {
    await ack({ response_action: 'update', view: workingView('New pin', 'Fetching the picture and saving the pin…') })
    const made = await making.catch((error: unknown) => giveBack(deps, { view, memory, values, member, addressee }, error))
    if (!made) return
    await replaceView(deps, addressee, view.id, pinView('Pin saved', { post: made.post, pictureUrl: deps.pictureUrl(made.post) }))
    return announce(deps, addressee, member, made)
  }
  const made = await making // what it throws is shown under its field by the guard
  await ack({ response_action: 'clear' })
  await announce(deps, addressee, member, made)
}

type Filled = { view: ViewOutput; memory: ComposerMemory; values: ComposerValues }
type Made = { post: Post; isReplay: boolean }

async function makePin(deps: SlackDeps, { actor }: Member, { view, memory, values }: Filled): Promise<Made> {
  const input = newPostOf(memory, values)
  const submission = { actor, viewId: view.id, callbackId: view.callback_id, input }
  const { isReplay, data } = await submitOnce(
    deps,
    submission,
    (beforeCommit) => createPost(deps, actor, input, beforeCommit),
    ({ id }: Post) => ({ postId: id }),
  )
  return { isReplay, post: await readPost(deps, actor, { accountId: memory.accountId, postId: data.postId }) }
}

/** What was left empty is not there; all other rules are the core's. @throws BAD_REQUEST boardSectionId, sendAt */
function newPostOf({ accountId }: ComposerMemory, values: ComposerValues): NewPost {
  const { board, section } = values
  if (section && !board) throw badRequest('boardSectionId', 'Choose the board this section is on, or take the section out.')
  const words = (text: string) => (text.trim() === '' ? null : text)
  return {
    accountId,
    media: { kind: 'url', url: values.image },
    title: words(values.title),
    description: words(values.description),
    url: words(values.link),
    altText: words(values.altText),
    board: board && { boardId: board.id, boardSectionId: section?.id ?? null },
    when: readWhen(values),
    isSimplified: true,
  }
}

/** @throws BAD_REQUEST sendAt */
export function readWhen({ when, at }: Pick<ComposerValues, 'when' | 'at'>): When {
  if (when !== 'at') return { kind: when }
  if (!at) throw badRequest('sendAt', 'Choose the date and the time at which the pin goes out.')
  return { kind: 'at', at }
}

/** The form again, as it was filled, with what was wrong; whoever closed it meanwhile is told in a message. */
async function giveBack(
  deps: SlackDeps,
  filled: Filled & { member: Member; addressee: Addressee },
  error: unknown,
): Promise<undefined> {
  const { member, memory, values, view, addressee } = filled
  const problem = explain(deps, error, { callbackId: view.callback_id })
  const model = await composerModel(deps, member, { memory, values })
  const isShown = await replaceView(deps, addressee, view.id, composerView({ ...model, problem }))
  if (!isShown) await tellPerson(deps, addressee, noticeMessage(`Your pin was not saved. ${problem.sentence}`))
  return undefined
}

/** @returns false when the view was closed meanwhile */
async function replaceView(
  deps: SlackDeps,
  { client }: Addressee,
  viewId: string,
  view: ReturnType<typeof pinView>,
): Promise<boolean> {
  try {
    await client.views.update({ view_id: viewId, view })
    return true
  } catch (error) {
    deps.log.debug({ err: error }, 'a view was closed before its answer')
    return false
  }
}

async function announce(deps: SlackDeps, addressee: Addressee, member: Member, { post, isReplay }: Made): Promise<void> {
  if (isReplay) return // its card is there already
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  const headline = post.status === 'draft' ? 'Your pin is saved as a draft.' : 'Your pin is scheduled.'
  const card = { post, pictureUrl: deps.pictureUrl(post) }
  const message = pinCard(card, { headline, account: accounts.length > 1 ? account.username : undefined })
  // the pin is made: an apology with "try again" would make it twice
  await tellPerson(deps, addressee, message).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the card of a pin was not delivered'),
  )
  await refreshHome(deps, addressee.client, { member, slackUserId: addressee.slackUserId })
}
