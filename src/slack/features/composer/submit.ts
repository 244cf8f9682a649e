/**
 * Submits the composer: makes the pin once, however often it is sent. Errors are shown under their fields, and no choice is
 * lost.
 */
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { view, composerView } from '../../../../blocks/composer/view.js'
import { pageOf, rememberFiles } from '../../../../blocks/composer/model.js'
import { movedText } from '../../../../blocks/pin/move.js'
import { pinCard, pinView } from '../../../../blocks/pin/card.js'
import { seriesCard, seriesView } from '../../../../blocks/pins/series.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { findDefaultLink } from '../../../core/boards/cache.js'
import { rememberBoard } from '../../../core/boards/last-board.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import { createPosts } from '../../../core/posts/create/create.js'
import { requireForm } from '../../../core/posts/create/form.js'
import { readPost } from '../../../core/posts/list.js'
import { warningsOfAll } from '../../../core/posts/state/warning.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { chosenAccount } from '../../accounts.js'
import { preflightShown } from '../../../core/preflight/check.js'
import { plainState } from '../../../core/posts/state/state.js'
import { askedOf } from '../cards/asked.js'
import { cardsOf } from '../cards/cards.js'
import { slowForm } from '../../forms/slow-form.js'
import type { Explanation } from '../../reply/errors.js'
import { onView, type SlackDeps } from '../../listener.js'
import { type Addressee, sendToPerson } from '../../reply/send-to-person.js'
import { submitOnce } from '../../forms/submit-once.js'
import { withPage } from '../../../core/sources/generations/one-pin.js'
import { composerModel, pageFor } from './composer.js'
import { inForm } from './errors.js'
import { type ComposerForm, formOf } from './form.js'
import { pinInput, type PinInput, mediaOf, type Source } from './to-new-post.js'
import { refreshHome, sayOnHome } from '../home/home.js'

const SAVING = 'Saving your pin…'
/** Waiting time for a picture that must be uploaded to Slack: the form is closed, and the card is not updated later. */
const PICTURE_TIMEOUT_MS = 2500

type Submitted = ComposerForm & { view: ViewOutput; member: Member; addressee: Addressee }
type Made = { posts: Placed[]; isReplay: boolean }

onView(view.composer, async (deps, args) => {
  const { view, client, context } = args
  const { member, slackUserId } = context
  const form = formOf(view)
  const { responseUrl } = form.memory
  const submitted = { ...form, view, member, addressee: { client, slackUserId, responseUrl } }
  await slowForm(deps, args, {
    work: (report) => makePin(deps, submitted, report),
    working: SAVING,
    inTime: 'clear',
    late: async ({ posts }) => {
      const saved = await savedView(deps, member, posts)
      return saved && { view: saved } // announce() sends their card as the message
    },
    again: (problem) => formAgain(deps, submitted, problem),
    notDone: 'Your pin wasn’t saved.',
    responseUrl,
    after: (made) => announce(deps, submitted, made),
  })
})

async function makePin(deps: SlackDeps, submitted: Submitted, report: (sentence: string) => void): Promise<Made> {
  const { view, values, member, addressee } = submitted
  const { actor } = member
  const typed = pinInput(submitted)
  const requested = await completed(deps, submitted, typed, report)
  const files = requested.sources.flatMap((source) => (source.kind === 'file' ? [source.file] : []))
  const onFetch = (turn: number) => report(files.length === 1 ? 'Loading the file…' : `Loading file ${turn} of ${files.length}…`)
  let made: Placed[] = [] // as they were made: this card must not undo later changes
  const { isReplay, data } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input: typed },
    async (beforeCommit) => {
      requireInForm(() => requireForm(requested.post, { hasMedia: requested.sources.length > 0 }, deps.clock()), {
        ...requested,
        values,
      })
      return deps.withUploads(deps, { actor, client: addressee.client, files, onFetch }, async (uploadIds) => {
        report(SAVING)
        const input = { ...requested.post, ...mediaOf(requested.sources, uploadIds) }
        made = await createPosts(deps, actor, input, beforeCommit).catch((error: unknown) => {
          throw inForm(error, { ...requested, values })
        })
        return made
      })
    },
    (posts: Post[]) => ({ postIds: posts.map(({ id }) => id) }),
  )
  if (!isReplay) return { isReplay, posts: made }
  const { accountId } = requested.post
  return { isReplay, posts: await Promise.all(data.postIds.map((postId) => readPost(deps, actor, { accountId, postId }))) }
}

/** Fills empty fields from the link's page, and reads it now if the form has not done so. */
async function completed(
  deps: SlackDeps,
  form: Submitted,
  typed: PinInput,
  report: (sentence: string) => void,
): Promise<PinInput> {
  const { post, sources } = typed
  const isPageNeeded = post.title === null || sources.length === 0
  if (isPageNeeded && post.url !== null && pageOf(form) === undefined) report('Reading the page…')
  const page = isPageNeeded || pageOf(form) ? await pageFor(deps, form.member, form) : null
  const ofPage: Source[] =
    page?.pictureUrl && sources.length === 0 ? [{ kind: 'link', url: page.pictureUrl, isOfPage: true }] : []
  const { account } = await chosenAccount(deps, { ...form.member, currentAccountId: post.accountId })
  return {
    ...typed,
    post: withPage(
      { ...post, url: post.url ?? (await findDefaultLink(deps.db.sql, account, post.board?.boardId ?? null)) },
      page,
      {
        hasOwnPicture: sources.length > 0,
        isDraft: post.when.kind === 'draft',
      },
    ),
    sources: [...sources, ...ofPage],
  }
}

/** Checks before any file is fetched, so that one answer lists everything that is missing. */
function requireInForm(check: () => void, requested: Parameters<typeof inForm>[1]): void {
  try {
    check()
  } catch (error) {
    throw inForm(error, requested)
  }
}

/** The form with its values and errors. We cannot fill a file field, so the chosen files are listed above it. */
async function formAgain(deps: SlackDeps, { member, memory, values }: Submitted, problem: Explanation): Promise<ModalView> {
  const files = rememberFiles([...values.keptFiles, ...values.files])
  const { files: _before, ...rest } = memory
  const model = await composerModel(deps, member, {
    memory: { ...rest, fileRound: memory.fileRound + 1, ...(files.length > 0 && { files }) },
    values: { ...values, keptFiles: files, files: [] },
  })
  return composerView({ ...model, problem })
}

/** Returns the view of the saved pins; undefined: none is left. */
async function savedView(deps: SlackDeps, member: Member, posts: Post[]): Promise<ModalView | undefined> {
  const cards = await cardsOf(deps, member.actor, posts)
  const [card] = cards
  if (!card) return undefined
  return cards.length > 1 ? seriesView('Pins saved', cards, scheduledOn(posts)) : pinView('Pin saved', card)
}

const scheduledOn = ({ length }: Post[]) => `Your pin is scheduled on ${length} boards.`

function headlineOf(post: Placed, reading: Parameters<typeof movedText>[2]): ReturnType<typeof movedText> {
  if (post.approval) return { headline: waitsSentence }
  return post.status === 'draft' ? { headline: 'Draft saved.' } : movedText(undefined, post, reading)
}

/** Stores the choice for the next form; if that fails, the next form starts with the board before. */
async function rememberChoice(deps: SlackDeps, { actor }: Member, choice: { accountId: string; boardId: string }): Promise<void> {
  await rememberBoard(deps, actor, choice).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the board of a pin was not remembered'),
  )
}

async function announce(deps: SlackDeps, { addressee, member, memory }: Submitted, { posts, isReplay }: Made): Promise<void> {
  const [post] = posts
  if (isReplay || !post) return // its card was sent already
  const { accounts, account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: post.accountId })
  const words = {
    account: accounts.length > 1 ? account.username : undefined,
    undo: { accountId: post.accountId, postId: post.id, version: post.version },
    placement: post.placement,
    asked: await askedOf(deps, member, post),
    warnings: warningsOfAll(posts),
  }
  if (post.boardId !== null) await rememberChoice(deps, member, { ...post, boardId: post.boardId })
  const waiting: SlackDeps = { ...deps, picturesOf: (sources) => deps.picturesOf(sources, PICTURE_TIMEOUT_MS) }
  const cards = await cardsOf(waiting, member.actor, posts)
  const [card = { post, picture: null, state: plainState(post) }] = cards
  const message =
    posts.length > 1
      ? seriesCard(cards, { ...words, headline: scheduledOn(posts) }, fingerprintOf(posts))
      : pinCard(
          { ...card, findings: (await preflightShown(deps, member.actor, post)).findings },
          {
            ...words,
            ...headlineOf(post, { timezone, locale: member.locale, now: deps.clock() }),
          },
        )
  const { client, slackUserId } = addressee
  const viewer = { member, slackUserId, page: memory.homePage }
  const answer = () => (memory.onHome ? sayOnHome(deps, client, viewer, message) : sendToPerson(deps, addressee, message))
  // the pin exists: "try again" would make a second one
  await answer().catch((error: unknown) => deps.log.warn({ err: error }, 'the card of a pin was not delivered'))
  if (!memory.onHome) await refreshHome(deps, client, viewer)
}
