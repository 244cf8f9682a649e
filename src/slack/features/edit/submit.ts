/** "Save" of "Edit pin": once, only what was changed, and never over what somebody else changed meanwhile without asking. */
import { type EditMemory, editMemory } from '../../../../blocks/edit/memory.js'
import { type EditField, editView, type EditValues } from '../../../../blocks/edit/view.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { isFixable } from '../../../../blocks/pins/buttons.js'
import { becameView, pinCard } from '../../../../blocks/pins/card.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { editPost } from '../../../core/posts/edit.js'
import { readPost } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { cardOf } from '../pins/cards.js'
import { errorText } from '../../reply/errors.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { changeOf, findPin, isConflict, isGone } from '../pins/click.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { submitOnce } from '../../forms/submit-once.js'
import { editModel, valuesNow } from './edit.js'
import { changedFields, changesOf, fingerprintsOf, valuesOfPost, valuesOfView } from './form.js'
import { refreshHome } from '../home/home.js'
import { timeOfFixed } from '../pins/move.js'

/** A form as it was sent. */
type Sent = { memory: EditMemory; values: EditValues }

/** Somebody else has changed fields that this person changed too: they are shown what these are now, and may save again. */
class ChangedMeanwhile extends Error {
  constructor(
    readonly post: Post,
    readonly fields: EditField[],
  ) {
    super('the pin was changed meanwhile')
  }
}

export async function submitEdit(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { view, context, ack } = args
  const { member } = context
  const memory = editMemory.read(view)
  const values = valuesOfView(view)
  const fields = changedFields(view)
  if (fields.length === 0) {
    if (!(await goOn(deps, args, false))) await showSaved(deps, args, null)
    return
  }
  const input = { accountId: memory.accountId, postId: memory.postId, changes: changesOf(values, fields) }
  try {
    const { data: undo, isReplay } = await submitOnce(
      deps,
      { actor: member.actor, viewId: view.id, callbackId: view.callback_id, input },
      async (beforeCommit) => {
        await requireAsSeen(deps, member, { memory, values, fields })
        return editPost(deps, member.actor, input, beforeCommit)
      },
      changeOf,
    )
    await goOn(deps, args, true)
    if (!isReplay) await showSaved(deps, args, undo)
  } catch (error) {
    const answer = await answerTo(deps, member, { memory, values }, error)
    if (!answer) throw error // under its field
    await ack({ response_action: 'update', view: answer })
  }
}

/** Acks. @returns whether the form for the time follows: of a pin that failed and is fixed by now */
async function goOn(deps: SlackDeps, { view, context, ack }: ViewArgs, isSaved: boolean): Promise<boolean> {
  const { member } = context
  const { boardId: _board, sectionRound: _round, seen: _seen, ...memory } = editMemory.read(view)
  const requested = async () => {
    const post = await readPost(deps, member.actor, memory)
    if (post.status !== 'draft' || !isFixable(post) || (await waits(deps, member, post))) return undefined
    return timeOfFixed(deps, member, { post, memory, isSaved })
  }
  const next = await requested().catch((error: unknown) => {
    deps.log.warn({ err: error, postId: memory.postId }, 'the form for the time of a fixed pin was not opened') // what was changed is saved
    return undefined
  })
  await ack(next && { response_action: 'update', view: next })
  return next !== undefined
}

/** @throws ChangedMeanwhile · NOT_FOUND */
async function requireAsSeen(
  deps: SlackDeps,
  member: Member,
  { memory, values, fields }: Sent & { fields: EditField[] },
): Promise<void> {
  const post = await readPost(deps, member.actor, memory)
  const now = fingerprintsOf(valuesOfPost(post, null))
  const wanted = fingerprintsOf(values)
  const others = fields.filter((name) => now[name] !== memory.seen[name] && now[name] !== wanted[name])
  const isOpen = post.status === 'draft' || post.status === 'queued' // of another the core says what it is
  if (isOpen && others.length > 0) throw new ChangedMeanwhile(post, others)
}

/** What takes the form's place; undefined where the error belongs under one of its fields. @throws BAD_REQUEST boardId */
async function answerTo(
  deps: SlackDeps,
  member: Member,
  { memory, values }: Sent,
  error: unknown,
): Promise<ReturnType<typeof editView> | undefined> {
  if (error instanceof ChangedMeanwhile) return changedView(deps, member, { memory, values }, error)
  if (isConflict(error) && error.details.reason === 'post_not_editable') {
    const card = await cardOf(deps, member.actor, await readPost(deps, member.actor, memory))
    return becameView('Not saved', `Not saved. ${errorText(error)}`, card)
  }
  if (!isGone(error)) return undefined
  if (!(await findPin(deps, member.actor, memory))) return noticeView('Not saved: this pin was deleted.')
  throw badRequest('boardId', 'This board was deleted. Choose another one.')
}

async function changedView(
  deps: SlackDeps,
  member: Member,
  { memory, values }: Sent,
  { post, fields }: ChangedMeanwhile,
): Promise<ReturnType<typeof editView>> {
  const theirs = await valuesNow(deps, member, post)
  const now = fingerprintsOf(theirs)
  const seen = { ...memory.seen }
  for (const name of fields) seen[name] = now[name]
  const model = await editModel(deps, member, { post, memory: { ...memory, seen }, values })
  return editView({
    ...model,
    changed: fields.map((name) => ({ field: name, sentence: `Now: ${wordsIn(name, theirs) || 'nothing'}` })),
  })
}

function wordsIn(name: EditField, values: EditValues): string {
  if (name === 'board') return [values.board?.name, values.section?.name].filter((each) => each !== undefined).join(', ')
  return name === 'url' ? values.link : name === 'productTagPinIds' ? values.productTags : values[name]
}

const fixText = ({ failure }: Post) => (failure === null ? '' : ' Now pick a time.')

async function waits(deps: SlackDeps, { actor }: Member, { accountId, id: postId, status }: Post): Promise<boolean> {
  if (status !== 'draft') return false
  const [newest] = await listApprovalsOf(deps, actor, { accountId, postId, limit: 1 })
  return newest?.state === 'open'
}

/** @param undo null: nothing was changed */
async function showSaved(deps: SlackDeps, { view, client, context }: ViewArgs, undo: ChangeRef | null): Promise<void> {
  const { member, slackUserId } = context
  const memory = editMemory.read(view)
  const post = await readPost(deps, member.actor, memory)
  const card = await cardOf(deps, member.actor, post)
  const next = (await waits(deps, member, post)) ? ' It’s still waiting for approval.' : fixText(post)
  const headline = undo === null ? 'Nothing changed.' : `Saved.${next}`
  const fixed = undo === null ? card : { ...card, post: { ...post, failure: null } } // what failed is what was just changed
  const message = pinCard(fixed, { headline, ...(undo && { undo }) })
  const { responseUrl, replacesCard, homePage } = memory
  await sendToPerson(deps, { client, slackUserId, responseUrl, replacesOriginal: replacesCard }, message)
  await refreshHome(deps, client, { member, slackUserId, page: homePage })
}
