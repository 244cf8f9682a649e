/** "Save to a board" of an idea, and `/pin ideas save`: saves another person's public pin to one of our boards at a slot. */
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { field, when as whenIds } from '../../../../blocks/ids.js'
import { timeIn } from '../../../../blocks/kit/times.js'
import { pinCard, pinView } from '../../../../blocks/pin/card.js'
import { boardText } from '../../../../blocks/relevance/text.js'
import { action, view, SAVE_TITLE, type SaveIdea, saveView } from '../../../../blocks/saves/form.js'
import { type SaveMemory, saveMemory } from '../../../../blocks/saves/memory.js'
import { chooseAccount, type Member } from '../../../core/accounts/people/members.js'
import { rememberBoard } from '../../../core/boards/last-board.js'
import { EMPTY_CONTENT } from '../../../core/posts/content.js'
import { createPosts, type NewPost } from '../../../core/posts/create/create.js'
import { readPost } from '../../../core/posts/list.js'
import type { Placed } from '../../../core/posts/post.js'
import { proposeSave } from '../../../core/sources/review/propose-save.js'
import { openInTime } from '../../forms/open.js'
import { slowForm } from '../../forms/slow-form.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosen, chosenTime } from '../../forms/values.js'
import { onAction, type CommandArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { linkIn } from '../../input/links.js'
import { chosenAccount, readerZone, zoneOf } from '../../accounts.js'
import { schedulingOf } from '../../people/rights.js'
import { foreseenDenial } from '../../reply/foreseen.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { askedOf } from '../cards/asked.js'
import { peekNextOpenSlot } from '../composer/slot.js'
import { readWhen } from '../composer/to-new-post.js'
import { cardOf } from '../cards/cards.js'
import { valueOf } from '../cards/pressed.js'
import { accountOf, boardOf } from '../relevance/keyword-form.js'

/** @param words the number of a pin, or the address of its page */
export async function saveByCommand(deps: SlackDeps, { command, client, context }: CommandArgs, words: string): Promise<void> {
  const { member } = context
  const { account } = await chosenAccount(deps, member)
  const asked = { accountId: account.id, pin: linkIn(words) ?? words }
  await proposeSave(deps, member.actor, asked) // refused before a form opens
  const { trigger_id: triggerId, response_url: responseUrl } = command
  await openInTime(deps, { client, triggerId, how: 'open', title: SAVE_TITLE }, () =>
    formOf(deps, member, asked, { responseUrl }),
  )
}

/** Opens the form with the board for which the ideas were found. */
onAction(action.openSave, async (deps, args) => {
  const { body, client, context } = args
  const { accountId, boardId, pinId } = valueOf<SaveIdea>(args)
  const { trigger_id: triggerId, response_url: responseUrl } = body
  await openInTime(deps, { client, triggerId, how: 'open', title: SAVE_TITLE }, () =>
    formOf(deps, context.member, { accountId, pin: pinId, boardId }, { responseUrl }),
  )
})

type Asked = { accountId: string; pin: string; boardId?: string }

/** @throws NOT_FOUND account · FORBIDDEN · BAD_REQUEST savePinId */
async function formOf(
  deps: SlackDeps,
  member: Member,
  { accountId, pin, boardId }: Asked,
  opened: { responseUrl?: string | undefined; round?: number },
) {
  const { account, accounts } = await accountOf(deps, member, { accountId })
  const proposed = await proposeSave(deps, member.actor, { accountId, pin })
  const wanted = boardId ?? proposed.boardId
  const scheduling = schedulingOf(member.actor, account)
  const [board, nextOpenSlot, pictures, denied] = await Promise.all([
    wanted === null ? null : boardOf(deps, member.actor, { accountId, boardId: wanted }),
    peekNextOpenSlot(deps, member, { accountId, url: null }),
    deps.picturesOf([{ kind: 'elsewhere', url: proposed.pictureUrl ?? undefined }]),
    scheduling === 'direct' ? foreseenDenial(deps, member.actor, { accountId, count: 1, isDraft: false }) : undefined,
  ])
  const { responseUrl, round } = opened
  return saveView({
    memory: {
      accountId,
      pinId: proposed.pinId,
      ...(responseUrl !== undefined && { responseUrl }),
      ...(round !== undefined && { round }),
    },
    accounts,
    pin: { title: proposed.title, picture: pictures[0] ?? null, url: deps.platform.pages.pin(proposed.pinId) },
    board,
    nextOpenSlot,
    timezone: readerZone(member, account),
    accountZone: account.timezone,
    now: deps.clock(),
    locale: member.locale,
    scheduling,
    denied,
  })
}

/** Switches the account, with its boards and its schedule, and stores it as the person's current one. */
onAction(action.saveAccount, async (deps, { action, body, client, context }) => {
  const { view } = body
  if (!view || action.type !== 'static_select') return
  const { member, slackTeamId: teamId, slackUserId } = context
  const accountId = action.selected_option.value
  await chooseAccount(deps, member.actor, { teamId, slackUserId, accountId })
  const { pinId, responseUrl, round = 0 } = saveMemory.read(view)
  const shown = await formOf(deps, member, { accountId, pin: pinId }, { responseUrl, round: round + 1 })
  await client.views.update({ view_id: view.id, view: shown })
})

type Made = { post: Placed; isReplay: boolean }

/** Saves the pin once, however often the form is sent. */
onView(view.save, async (deps, args) => {
  const { view, context } = args
  const { member } = context
  const memory = saveMemory.read(view)
  await slowForm(deps, args, {
    work: () => makeSave(deps, args, memory),
    working: 'Saving…',
    inTime: 'clear',
    late: async ({ post }) => ({ view: pinView('Pin saved', await cardOf(deps, member.actor, post)) }),
    notDone: 'The pin wasn’t saved.',
    responseUrl: memory.responseUrl,
    after: (made) => announce(deps, args, memory, made),
  })
})

async function makeSave(deps: SlackDeps, { view, context }: ViewArgs, memory: SaveMemory): Promise<Made> {
  const { actor } = context.member
  const { accountId, pinId: savePinId } = memory
  const input: NewPost = {
    ...EMPTY_CONTENT,
    accountId,
    savePinId,
    media: null,
    carouselItems: [],
    series: null,
    board: { boardId: chosen(view, field.board)?.id ?? '', boardSectionId: null },
    when: whenIn(view),
  }
  let made: Placed | undefined
  const { isReplay, data } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      const posts = await createPosts(deps, actor, input, beforeCommit)
      made = posts[0]
      return posts
    },
    ([post]: Placed[]) => ({ postId: post?.id ?? '' }),
  )
  return { isReplay, post: made ?? (await readPost(deps, actor, { accountId, postId: data.postId })) }
}

/** Reads the time. A form without that choice belongs to a person who can only make drafts. @throws BAD_REQUEST sendAt */
function whenIn(view: ViewArgs['view']): NewPost['when'] {
  const choice = chosen(view, field.when)?.id
  const when = choice === whenIds.at ? 'at' : choice === whenIds.nextOpenSlot ? 'nextOpenSlot' : 'draft'
  return readWhen({ when, at: chosenTime(view, field.time) })
}

async function announce(
  deps: SlackDeps,
  { client, context }: ViewArgs,
  memory: SaveMemory,
  { post, isReplay }: Made,
): Promise<void> {
  if (isReplay) return // its card was sent already
  const { member, slackUserId } = context
  const { actor, locale } = member
  const { accountId, boardId } = post
  if (boardId !== null)
    await rememberBoard(deps, actor, { accountId, boardId }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the board of a pin was not remembered'),
    )
  const [card, timezone, asked] = await Promise.all([
    cardOf(deps, actor, post),
    zoneOf(deps, member, post),
    askedOf(deps, member, post),
  ])
  const headline = headlineOf(post, (at) => timeIn(at, timezone, deps.clock(), locale))
  const undo = { accountId, postId: post.id, version: post.version }
  const message = pinCard(card, { headline, undo, placement: post.placement, asked, warnings: post.warnings })
  // the post exists: "try again" would make a second one
  await sendToPerson(deps, { client, slackUserId, responseUrl: memory.responseUrl }, message).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the card of a pin was not delivered'),
  )
}

function headlineOf({ approval, sendAt, boardName }: Placed, written: (at: Date) => string): string {
  if (approval) return waitsSentence
  return sendAt ? `Saving to ${boardText({ name: boardName ?? '' })} on ${written(sendAt)}.` : 'Draft saved.'
}
