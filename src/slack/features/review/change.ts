/** What is pressed in a row of a review, and its forms. */
import { field } from '../../../../blocks/ids.js'
import type { ReviewListRef } from '../../../../blocks/review/view.js'
import { pictureView, wordsView } from '../../../../blocks/review/forms.js'
import { itemMemory, lackingMemory } from '../../../../blocks/review/memory.js'
import { listRefOf } from '../../../../blocks/pins/lists/list-ref.js'
import { badRequest, notFound } from '../../../core/lib/errors.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import { addPicture, addSearched, chooseBoardOf, fillLacking, lackingIn } from '../../../core/posts/review/amend.js'
import { leaveOut, readReview } from '../../../core/posts/review/change.js'
import { listBoards } from '../../../core/boards/boards.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { chosen, chosenFiles, typed } from '../../forms/values.js'
import type { ActionArgs, Listener, OptionsArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { optionsOfBoards } from '../composer/options.js'
import { layForm, valueOf } from '../pins/pressed.js'
import { readItems } from './bring.js'
import { showIn } from './show.js'

/** @throws NOT_FOUND it was pressed in another view than ours */
export function pressedIn({ action, body }: ActionArgs): { ref: ReviewListRef; place: { channel: string; ts: string } } {
  const ref = listRefOf(action.block_id)
  const channel = body.channel?.id
  const ts = body.message?.ts
  if (ref?.kind !== 'review' || channel === undefined || ts === undefined) throw notFound('Resource')
  return { ref, place: { channel, ts } }
}

const itemOf = ({ position }: ReviewListRef): number => {
  if (position === undefined) throw notFound('Resource')
  return position
}

/** The review is shown again in place, on its page. */
export async function showPressed(
  deps: SlackDeps,
  args: ActionArgs,
  more: { at?: number; headline?: string } = {},
): Promise<void> {
  const { ref, place } = pressedIn(args)
  const { accountId, reviewId, at } = ref
  const shown = { accountId, reviewId, ...(at !== undefined && { at }), ...more }
  const show = () => showIn(deps, args.client, args.context.member, place, shown)
  await show()
  deps.whenMoreCome(show)
}

export const refreshReview: Listener<ActionArgs> = (deps, args) => showPressed(deps, args)

export const turnReview: Listener<ActionArgs> = (deps, args) => {
  const { action } = args
  return showPressed(deps, args, { at: action.type === 'button' ? Number(action.value) : 0 })
}

export async function leaveOutOfReview(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { ref } = pressedIn(args)
  await leaveOut(deps, args.context.member.actor, { ...ref, position: itemOf(ref), ...valueOf<{ isLeftOut: boolean }>(args) })
  await showPressed(deps, args)
}

export async function chooseReviewBoard(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { action, context } = args
  const { ref } = pressedIn(args)
  const boardId = action.type === 'external_select' ? action.selected_option?.value : undefined
  if (boardId === undefined) return
  await chooseBoardOf(deps, context.member.actor, { ...ref, position: itemOf(ref), boardId })
  await showPressed(deps, args)
}

/** What people search for, into the description of the row's draft. */
export async function addReviewWord(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { action, context } = args
  if (action.type !== 'button' || action.value === undefined) return
  const { ref } = pressedIn(args)
  await addSearched(deps, context.member.actor, { ...ref, position: itemOf(ref), word: action.value })
  await showPressed(deps, args)
}

/** Of the account that the row is of. */
export async function reviewBoardOptions(deps: SlackDeps, { options, context, ack }: OptionsArgs): Promise<void> {
  const ref = listRefOf(options.block_id)
  if (ref?.kind !== 'review') return ack({ options: [] })
  const { boards } = await listBoards(deps, context.member.actor, ref)
  await ack({ options: optionsOfBoards(boards, options.value) })
}

export async function tryAgain(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { client, context } = args
  const { ref } = pressedIn(args)
  await readItems(deps, { client, ...context }, { ref, positions: [itemOf(ref)], which: 'again' })
}

export async function openPicture(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { ref } = pressedIn(args)
  const position = itemOf(ref)
  const { items } = await readReview(deps, args.context.member.actor, ref)
  const item = items.find((one) => one.position === position)
  if (!item) throw notFound('Resource')
  await layForm(args, pictureView({ ...ref, at: ref.at ?? 0, position }, item.name))
}

export async function submitPicture(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { position, accountId, reviewId } = itemMemory.read(view)
  const [file] = chosenFiles(view, field.files)
  if (!file) throw badRequest(field.files, 'Add an image or video.')
  const ref = { accountId, reviewId }
  await addPicture(deps, context.member.actor, { ...ref, position, file })
  await ack()
  await readItems(deps, { client, ...context }, { ref, positions: [position], which: 'again' })
}

export async function openWords(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { ref } = pressedIn(args)
  const { accountId, reviewId, at = 0 } = ref
  const lacking = lackingIn(await readReview(deps, args.context.member.actor, ref))
  const lacks = lacking.map((draft) => missingToSchedule(draft))
  const count = (...fields: string[]) => lacks.filter((missing) => missing.some((one) => fields.includes(one))).length
  await layForm(
    args,
    wordsView(
      { accountId, reviewId, at, shown: fingerprintOf(lacking) },
      { words: count('title', 'description'), links: count('url'), boards: count('boardId') },
    ),
  )
}

export async function submitWords(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { at, shown, ...ref } = lackingMemory.read(view)
  const { member } = context
  const boardId = chosen(view, field.board)?.id ?? null
  await fillLacking(deps, member.actor, {
    ...ref,
    words: typed(view, field.title).trim(),
    url: typed(view, field.link).trim(),
    boardId,
    shown,
  })
  await ack()
  const { shownIn } = await readReview(deps, member.actor, ref)
  if (shownIn) await showIn(deps, client, member, shownIn, { ...ref, at })
}
