/** The buttons in a row of a review, and their forms. */
import { action as rowsAction } from '../../../../blocks/review/rows.js'
import { field } from '../../../../blocks/ids.js'
import { GOOD } from '../../../../blocks/kit/feedback.js'
import { inline } from '../../../../blocks/kit/kit.js'
import { action as rowMenuAction, readRowChoice } from '../../../../blocks/review/row-menu.js'
import { action as reviewAction, type OpenButton, type ReviewListRef } from '../../../../blocks/review/view.js'
import { view, pictureView, timeView, wordsView } from '../../../../blocks/review/forms.js'
import { itemMemory, lackingMemory, type ReviewMemory } from '../../../../blocks/review/memory.js'
import { listRefOf } from '../../../../blocks/pin/lists.js'
import { badRequest, notFound } from '../../../core/lib/errors.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import { addPicture, addSearched, chooseBoardOf, fillLacking, lackingIn } from '../../../core/sources/review/amend.js'
import { chooseTime, leaveOut, readReview, spreadLinks } from '../../../core/sources/review/change.js'
import type { ReviewRef } from '../../../core/sources/review/model.js'
import { planReview } from '../../../core/sources/review/plan.js'
import { rateDrafts } from '../../../core/sources/review/rate.js'
import { listBoards } from '../../../core/boards/boards.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { chosen, chosenFiles, chosenTime, typed, typedAddress } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onOptions, onView } from '../../listener.js'
import { optionsOfBoards } from '../composer/options.js'
import { chosenAccount } from '../../accounts.js'
import { choiceOf, layForm, valueOf } from '../cards/pressed.js'
import { readItems } from './bring.js'
import { reviewNow, type Shown, showIn } from '../pins/lists/review.js'

/**
 * Returns the review of the click; without `place`, only this person sees the message.
 * @throws NOT_FOUND the click was in another view than ours
 */
export function pressedIn({ action, body }: ActionArgs): { ref: ReviewListRef; place?: { channel: string; ts: string } } {
  const ref = listRefOf(action.block_id)
  if (ref?.kind !== 'review') throw notFound('Resource')
  const channel = body.channel?.id
  const ts = body.message?.ts
  const isShared = channel !== undefined && ts !== undefined && body.container['is_ephemeral'] !== true
  return { ref, ...(isShared && { place: { channel, ts } }) }
}

const itemOf = ({ position }: ReviewListRef): number => {
  if (position === undefined) throw notFound('Resource')
  return position
}

/** Redraws the review on its page. If that message is for this person alone, the one in their direct messages is redrawn, too. */
export async function showPressed(deps: SlackDeps, args: ActionArgs, more: Omit<Shown, keyof ReviewRef> = {}): Promise<void> {
  const { place } = pressedIn(args)
  const { responseUrl, ...ref } = memoryOf(args)
  const shown = { ...ref, ...more }
  const show = () =>
    place ? showIn(deps, args.client, args.context.member, place, shown) : showBelow(deps, args, { ...shown, responseUrl })
  await show()
  deps.whenMoreCome(show)
}

/** Returns the reference to the review for a form or a later change. */
function memoryOf(args: ActionArgs): ReviewMemory {
  const { ref, place } = pressedIn(args)
  const { accountId, reviewId, at = 0 } = ref
  const { response_url: responseUrl } = args.body
  return { accountId, reviewId, at, ...(!place && responseUrl !== undefined && { responseUrl }) }
}

/** Updates the clicked message if only this person sees it, and the review in their direct messages. */
async function showBelow(
  deps: SlackDeps,
  { client, context: { member } }: Pick<ActionArgs, 'client' | 'context'>,
  { responseUrl, ...shown }: Shown & { responseUrl?: string | undefined },
): Promise<void> {
  if (responseUrl !== undefined)
    await deps.respondTo(responseUrl, await reviewNow(deps, member, shown), { replacesOriginal: true })
  const { shownIn } = await readReview(deps, member.actor, shown)
  if (shownIn) await showIn(deps, client, member, shownIn, shown)
}

onAction(reviewAction.reviewRefresh, (deps, args) => showPressed(deps, args))

onAction([reviewAction.reviewNext, reviewAction.reviewFirst], (deps, args) => {
  const { action } = args
  return showPressed(deps, args, { at: action.type === 'button' ? Number(action.value) : 0 })
})

onAction(rowsAction.reviewLeaveOut, async (deps, args) => {
  const { ref } = pressedIn(args)
  await leaveOut(deps, args.context.member.actor, { ...ref, position: itemOf(ref), ...valueOf<{ isLeftOut: boolean }>(args) })
  await showPressed(deps, args)
})

onAction(rowsAction.reviewBoard, async (deps, args) => {
  const { action, context } = args
  const { ref } = pressedIn(args)
  const boardId = action.type === 'external_select' ? action.selected_option?.value : undefined
  if (boardId === undefined) return
  await chooseBoardOf(deps, context.member.actor, { ...ref, position: itemOf(ref), boardId })
  await showPressed(deps, args)
})

/** Notes whether the drafts are of use; the buttons stay, because people change their minds. */
onAction(reviewAction.reviewRate, async (deps, args) => {
  const { action, context } = args
  if (action.type !== 'feedback_buttons') return
  await rateDrafts(deps, context.member.actor, { ...pressedIn(args).ref, isUseful: action.value === GOOD })
  await showPressed(deps, args, { headline: 'Thanks for telling us.' })
})

/** Handles "Review them", and replaces the message that announced the pins. */
onAction(reviewAction.reviewOpen, async (deps, args) => {
  const { body, context, respond } = args
  const message = await reviewNow(deps, context.member, valueOf<OpenButton>(args))
  await respond({ response_type: 'ephemeral', replace_original: body.container['is_ephemeral'] === true, ...message })
})

/** Handles "Spread them" and "Don’t spread". */
onAction(reviewAction.reviewSpread, async (deps, args) => {
  await spreadLinks(deps, args.context.member.actor, { ...pressedIn(args).ref, ...valueOf<{ isSpread: boolean }>(args) })
  await showPressed(deps, args)
})

/** Handles the menu of a row. */
onAction(rowMenuAction.reviewMore, async (deps, args) => {
  const { ref } = pressedIn(args)
  const position = itemOf(ref)
  const { actor } = args.context.member
  const choice = readRowChoice(choiceOf(args))
  if (!choice) return
  switch (choice.kind) {
    case 'leave':
      await leaveOut(deps, actor, { ...ref, position, isLeftOut: true })
      return showPressed(deps, args)
    case 'time':
      return openTime(deps, args, { ...ref, position })
    case 'word': {
      const { word } = choice
      const undo = await addSearched(deps, actor, { ...ref, position, word })
      const words = undo ? `Added “${inline(word)}” to the description.` : `“${inline(word)}” is in the description already.`
      return showPressed(deps, args, { note: { position, outcome: { words, ...(undo && { undo }) } } })
    }
  }
})

async function openTime(deps: SlackDeps, args: ActionArgs, { position, ...ref }: ReviewListRef & { position: number }) {
  const { member } = args.context
  const { times, review } = await planReview(deps, member.actor, ref)
  const item = review.items.find((one) => one.position === position)
  if (item?.state.name !== 'ready') throw notFound('Post')
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: ref.accountId })
  const { post } = item.state
  const sendAt = item.sendAt ?? times.get(post.id)?.sendAt ?? null
  await layForm(
    args,
    timeView({ ...memoryOf(args), position }, { name: post.title ?? item.name, sendAt, timezone, accountZone: account.timezone }),
  )
}

onView(view.reviewTime, async (deps, args) => {
  const { view, context, ack } = args
  const { position, at, responseUrl, ...ref } = itemMemory.read(view)
  await chooseTime(deps, context.member.actor, { ...ref, position, sendAt: chosenTime(view, field.time) })
  await ack()
  await showBelow(deps, args, { ...ref, at, responseUrl })
})

/** Lists boards of the row's account. */
onOptions(rowsAction.reviewBoard, async (deps, { options, context, ack }) => {
  const ref = listRefOf(options.block_id)
  if (ref?.kind !== 'review') return ack({ options: [] })
  const { boards } = await listBoards(deps, context.member.actor, ref)
  await ack({ options: optionsOfBoards(boards, options.value) })
})

onAction(rowsAction.reviewAgain, async (deps, args) => {
  const { client, context } = args
  const { ref, place } = pressedIn(args)
  await readItems(deps, { client, ...context }, { ref, positions: [itemOf(ref)], which: 'again' })
  if (!place) await showPressed(deps, args)
})

onAction(rowsAction.reviewAddPicture, async (deps, args) => {
  const { ref } = pressedIn(args)
  const position = itemOf(ref)
  const { items } = await readReview(deps, args.context.member.actor, ref)
  const item = items.find((one) => one.position === position)
  if (!item) throw notFound('Resource')
  await layForm(args, pictureView({ ...memoryOf(args), position }, item.name))
})

onView(view.reviewPicture, async (deps, { view, client, context, ack }) => {
  const { position, at, responseUrl, ...ref } = itemMemory.read(view)
  const [file] = chosenFiles(view, field.files)
  if (!file) throw badRequest(field.files, 'Add an image or video.')
  await addPicture(deps, context.member.actor, { ...ref, position, file })
  await ack()
  await readItems(deps, { client, ...context }, { ref, positions: [position], which: 'again' })
  if (responseUrl !== undefined) await showBelow(deps, { client, context }, { ...ref, at, responseUrl })
})

onAction(reviewAction.reviewSameWords, async (deps, args) => {
  const { ref } = pressedIn(args)
  const lacking = lackingIn(await readReview(deps, args.context.member.actor, ref))
  const lacks = lacking.map((draft) => missingToSchedule(draft))
  const count = (...fields: string[]) => lacks.filter((missing) => missing.some((one) => fields.includes(one))).length
  await layForm(
    args,
    wordsView(
      { ...memoryOf(args), shown: fingerprintOf(lacking) },
      { words: count('title', 'description'), links: count('url'), boards: count('boardId') },
    ),
  )
})

onView(view.reviewWords, async (deps, { view, client, context, ack }) => {
  const { at, shown, responseUrl, ...ref } = lackingMemory.read(view)
  const { member } = context
  const boardId = chosen(view, field.board)?.id ?? null
  await fillLacking(deps, member.actor, {
    ...ref,
    words: typed(view, field.title).trim(),
    url: typedAddress(view, field.link),
    boardId,
    shown,
  })
  await ack()
  await showBelow(deps, { client, context }, { ...ref, at, responseUrl })
})
