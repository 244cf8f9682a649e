/** "Save pin": the pin is made once, however often it is sent; errors come back under their fields and nothing chosen is lost. */
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { composerView } from '../../../../blocks/composer/view.js'
import { rememberFiles } from '../../../../blocks/composer/model.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { pinCard, pinView } from '../../../../blocks/pins/card.js'
import type { Card } from '../../../../blocks/pins/text.js'
import { seriesCard, seriesView } from '../../../../blocks/pins/series.js'
import { workingView } from '../../../../blocks/kit/working.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { createPosts } from '../../../core/posts/create.js'
import { readPost } from '../../../core/posts/list.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { chosenAccount } from '../../people/accounts.js'
import { picturesOfPosts } from '../pins/cards.js'
import { explain } from '../../reply/errors.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { ACK_TIMEOUT_MS, settlesWithin } from '../../forms/timeout.js'
import { makeProgress, type Progress } from '../../reply/progress.js'
import { readersOf } from '../../people/rights.js'
import { type Addressee, sendToPerson } from '../../reply/send-to-person.js'
import { submitOnce } from '../../forms/submit-once.js'
import { composerModel } from './composer.js'
import { inForm } from './errors.js'
import { type ComposerForm, formOf } from './form.js'
import { askedPin, mediaOf } from './pin.js'
import { refreshHome } from '../home/home.js'

const SAVING = 'Fetching the picture and saving the pin…'

type Submitted = ComposerForm & { view: ViewOutput; member: Member; addressee: Addressee }
type Made = { posts: Placed[]; isReplay: boolean }

export async function submitComposer(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { member, slackUserId } = context
  const form = formOf(view)
  const addressee = { client, slackUserId, responseUrl: form.memory.responseUrl }
  const submitted = { ...form, view, member, addressee }
  const working = (sentence: string) => workingView('New pin', sentence)
  const progress = makeProgress(SAVING, async (now) => void (await replaceView(deps, addressee, view.id, working(now))))
  const making = makePin(deps, submitted, progress)
  const isQuick = await settlesWithin(making, ACK_TIMEOUT_MS)
  if (isQuick) {
    const made = await making // what it throws is shown under its field by the guard
    await ack({ response_action: 'clear' })
    return announce(deps, submitted, made)
  }
  await ack({ response_action: 'update', view: working(progress.sentence) })
  progress.start()
  const settled = await making.then(
    (made) => ({ made }),
    (error: unknown) => ({ error }),
  )
  await progress.stop()
  if ('error' in settled) return giveBack(deps, submitted, settled.error)
  const saved = await savedView(deps, member, settled.made.posts)
  if (saved) await replaceView(deps, addressee, view.id, saved)
  await announce(deps, submitted, settled.made)
}

async function makePin(deps: SlackDeps, submitted: Submitted, progress: Progress): Promise<Made> {
  const { view, values, member, addressee } = submitted
  const { actor } = member
  const requested = askedPin(submitted)
  const files = requested.sources.flatMap((source) => (source.kind === 'file' ? [source.file] : []))
  const onFetch = (turn: number) =>
    progress.report(files.length === 1 ? 'Fetching the file…' : `Fetching ${turn} of ${files.length} files…`)
  let made: Placed[] = [] // as the making left them: what was done to them since is not for this card to take back
  const { isReplay, data } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input: requested },
    (beforeCommit) =>
      deps.withUploads(deps, { actor, client: addressee.client, files, onFetch }, async (uploadIds) => {
        progress.report(SAVING)
        const input = { ...requested.post, ...mediaOf(requested.sources, uploadIds) }
        made = await createPosts(deps, actor, input, beforeCommit).catch((error: unknown) => {
          throw inForm(error, { ...requested, values })
        })
        return made
      }),
    (posts: Post[]) => ({ postIds: posts.map(({ id }) => id) }),
  )
  if (!isReplay) return { isReplay, posts: made }
  const { accountId } = requested.post
  return { isReplay, posts: await Promise.all(data.postIds.map((postId) => readPost(deps, actor, { accountId, postId }))) }
}

/**
 * The form again, as it was filled, with its errors; a person who closed it meanwhile gets a message. A file field cannot be
 * filled by us: the files chosen are listed above it.
 */
async function giveBack(deps: SlackDeps, { member, memory, values, view, addressee }: Submitted, error: unknown): Promise<void> {
  const problem = explain(deps, error, { callbackId: view.callback_id })
  const files = rememberFiles([...values.keptFiles, ...values.files])
  const { files: _before, ...rest } = memory
  const model = await composerModel(deps, member, {
    memory: { ...rest, fileRound: memory.fileRound + 1, ...(files.length > 0 && { files }) },
    values: { ...values, keptFiles: files, files: [] },
  })
  const isShown = await replaceView(deps, addressee, view.id, composerView({ ...model, problem }))
  if (!isShown) await sendToPerson(deps, addressee, noticeMessage(`Your pin was not saved. ${problem.sentence}`))
}

/** @returns false when the view was closed meanwhile */
async function replaceView(deps: SlackDeps, { client }: Addressee, viewId: string, view: ModalView): Promise<boolean> {
  try {
    await client.views.update({ view_id: viewId, view })
    return true
  } catch (error) {
    deps.log.debug({ err: error }, 'a view was closed before its answer')
    return false
  }
}

/** undefined where there is nothing to be shown. */
async function savedView(deps: SlackDeps, member: Member, posts: Post[]): Promise<ModalView | undefined> {
  const cards = await cardsMade(deps, member, posts)
  const [card] = cards
  if (!card) return undefined
  return cards.length > 1 ? seriesView('Pins saved', cards, scheduledOn(posts)) : pinView('Pin saved', card)
}

const scheduledOn = ({ length }: Post[]) => `Your pin is scheduled on ${length} boards.`

/** Slack has no way to clear a time field again, so a time beside another choice is no mistake, but no request either. */
const savedAsDraft = ({ at }: Submitted['values']) =>
  `Your pin is saved as a draft.${at ? ' The time in the form was not used: to send it out then, press “Schedule”.' : ''}`

function headlineOf(post: Placed, values: Submitted['values']): string {
  if (post.approval) return waitsSentence
  return post.status === 'draft' ? savedAsDraft(values) : 'Your pin is scheduled.'
}

async function cardsMade(deps: SlackDeps, { actor }: Member, posts: Post[]): Promise<Card[]> {
  const [pictures, readerOf] = await Promise.all([picturesOfPosts(deps, posts), readersOf(deps, actor)])
  return posts.map((post, index) => ({ post, picture: pictures[index] ?? null, reader: readerOf(post) }))
}

async function announce(
  deps: SlackDeps,
  { addressee, member, memory, values }: Submitted,
  { posts, isReplay }: Made,
): Promise<void> {
  const [post] = posts
  if (isReplay || !post) return // its card is there already
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  const words = {
    account: accounts.length > 1 ? account.username : undefined,
    undo: { accountId: post.accountId, postId: post.id, version: post.version },
    placement: post.placement,
  }
  const cards = await cardsMade(deps, member, posts)
  const [card = { post, picture: null }] = cards
  const message =
    posts.length > 1
      ? seriesCard(cards, { ...words, headline: scheduledOn(posts) })
      : pinCard(card, {
          ...words,
          headline: headlineOf(post, values),
        })
  // the pin is made: an apology with "try again" would make it twice
  await sendToPerson(deps, addressee, message).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the card of a pin was not delivered'),
  )
  await refreshHome(deps, addressee.client, { member, slackUserId: addressee.slackUserId, page: memory.homePage })
}
