/** “Edit on Pinterest” and “Delete from Pinterest”: each shows what it changes before it does. */
import { createHash } from 'node:crypto'
import type { ModalView } from '@slack/types'
import { type PublishedMemory, publishedMemory } from '../../../../blocks/edit/memory.js'
import {
  action as editAction,
  deletePublishedView,
  type EditRef,
  publishedView,
  type PublishedValues,
  type ShownChange,
  view,
} from '../../../../blocks/edit/published.js'
import { field } from '../../../../blocks/ids.js'
import type { Named } from '../../../../blocks/boards/inputs.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { action, type PinRef } from '../../../../blocks/pin/buttons.js'
import { openedFromMemory } from '../../../../blocks/pin/memory.js'
import { listBoards } from '../../../core/boards/boards.js'
import type { Actor } from '../../../core/lib/actor.js'
import { isApprovalNeeded } from '../../../core/posts/approval/request.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import { decidePinEdit } from '../../../core/publish/published/decide.js'
import { differing, type PinEdit, type PinFields, sayEnd } from '../../../core/publish/published/pin-edit.js'
import {
  deletePublished,
  editPublished,
  type EditPublished,
  type PublishedNow,
  readPublishedNow,
} from '../../../core/publish/published/request.js'
import { typedContent } from '../../forms/content.js'
import { openInTime } from '../../forms/open.js'
import { slowForm } from '../../forms/slow-form.js'
import { readKept, submitOnce } from '../../forms/submit-once.js'
import { chosen } from '../../forms/values.js'
import { onAction, onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import type { Explanation } from '../../reply/errors.js'
import { findPin } from '../cards/find-pin.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { findSections } from '../cards/section-choices.js'
import { renderPinEditAsked } from './render-pin-edit.js'
import { answerClick, answerForm, itIsGone, openedFrom, whatBecame } from '../pins/click.js'

onAction(action.editPublished, async (deps, args) => {
  const { body, client, context } = args
  const { actor } = context.member
  const { accountId, postId } = valueOf<PinRef>(args)
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title: 'Edit on Pinterest' }, async () => {
    const read = await readPublishedNow(deps, actor, { accountId, postId })
    const values = await valuesOf(deps, actor, read.now, accountId)
    return formOf({ read, values, memory: memoryFor(openedFrom(args), values), asks: isApprovalNeeded(actor, accountId) })
  })
})

type Form = { read: PublishedNow; values: PublishedValues; memory: PublishedMemory; asks: boolean }
const formOf = ({ read: { post, editedOnPinterest }, ...form }: Form, changes?: ShownChange[]): ModalView =>
  publishedView({ ...form, isSavedPin: post.savedPin !== null, editedOnPinterest, changes })

/** Remembers the board for the search of its sections. */
function memoryFor(
  { boardId: _, shown: __, ...memory }: PublishedMemory,
  { board }: PublishedValues,
  shown?: string,
): PublishedMemory {
  return { ...memory, ...(board && { boardId: board.id }), ...(shown !== undefined && { shown }) }
}

async function valuesOf(deps: SlackDeps, actor: Actor, now: PinFields, accountId: string): Promise<PublishedValues> {
  const { boards } = await listBoards(deps, actor, { accountId })
  const sections = now.boardSectionId === null ? [] : await findSections(deps, actor, { accountId, boardId: now.boardId })
  const named = (id: string | null, name: string | undefined, thing: string): Named | null =>
    id === null ? null : { id, name: name ?? `${thing} ${id}` }
  return {
    title: now.title ?? '',
    description: now.description ?? '',
    link: now.url ?? '',
    altText: now.altText ?? '',
    board: named(now.boardId, boards.find(({ id }) => id === now.boardId)?.name, 'Board'),
    section: named(now.boardSectionId, sections?.find(({ id }) => id === now.boardSectionId)?.name, 'Section'),
  }
}

function valuesOfView({ view: sent }: ViewArgs): PublishedValues {
  const { title, description, link, altText } = typedContent(sent)
  return { title, description, link, altText, board: chosen(sent, field.board), section: chosen(sent, field.section) }
}

/** Lines of an input lose their breaks in Slack, which is no change. */
const squeezed = (words: string | null) => (words ?? '').replace(/\s+/g, ' ').trim()

/** Returns the fields that the person has changed. A section of another board was not cleared, so it goes. */
function changesOf(values: PublishedValues, now: PinFields, isSavedPin: boolean): EditPublished['changes'] {
  const { title, description, link, altText, board, section } = values
  const isMoved = (board?.id ?? null) !== now.boardId || (section?.id ?? null) !== now.boardSectionId
  const boardSectionId = board?.id !== now.boardId && section?.id === now.boardSectionId ? null : (section?.id ?? null)
  return {
    ...(!isSavedPin && squeezed(title) !== squeezed(now.title) && { title }),
    ...(!isSavedPin && squeezed(description) !== squeezed(now.description) && { description }),
    ...(!isSavedPin && link.trim() !== (now.url ?? '') && { url: link }),
    ...(!isSavedPin && squeezed(altText) !== squeezed(now.altText) && { altText }),
    ...(isMoved && board && { board: { boardId: board.id, boardSectionId } }),
  }
}

/** The form shows what it changes, or the change was requested, or refused because the pin is gone. */
type Sent = { kind: 'shows'; view: ModalView } | { kind: 'asked'; sentence: string; isReplay: boolean }

onView(view.editPublished, async (deps, args) => {
  const { view: sent } = args
  const memory = publishedMemory.read(sent)
  await slowForm(deps, args, {
    work: () => showOrAsk(deps, args, memory),
    working: 'Reading the pin on Pinterest…',
    inTime: (done) => (done.kind === 'shows' ? done.view : undefined),
    late: (done) => (done.kind === 'shows' ? { view: done.view } : undefined),
    notDone: 'Nothing was changed.',
    again: (problem) => again(deps, args, memory, problem),
    after: async (done) => {
      if (done.kind === 'asked' && !done.isReplay) await answerForm(deps, args, memory, noticeMessage(done.sentence))
    },
  })
})

const again = async (deps: SlackDeps, args: ViewArgs, memory: PublishedMemory, problem: Explanation): Promise<ModalView> =>
  publishedView({
    memory,
    values: valuesOfView(args),
    asks: isApprovalNeeded(args.context.member.actor, memory.accountId),
    isSavedPin: (await findPin(deps, args.context.member.actor, memory))?.savedPin != null,
    editedOnPinterest: [],
    problem,
  })

/** Requests the change only if the form has shown exactly this one. */
async function showOrAsk(deps: SlackDeps, args: ViewArgs, memory: PublishedMemory): Promise<Sent> {
  const { view: sent, context } = args
  const { actor } = context.member
  const key = { accountId: memory.accountId, postId: memory.postId }
  const values = valuesOfView(args)
  const input = { ...key, values, shown: memory.shown ?? null }
  const submission = { actor, viewId: sent.id, callbackId: sent.callback_id, input }
  const kept = await readKept<{ sentence: string }>(deps, submission)
  if (kept) return { kind: 'asked', sentence: kept.sentence, isReplay: true }
  const read = await readPublishedNow(deps, actor, key)
  const changes = changesOf(values, read.now, read.post.savedPin !== null)
  const { before, after } = await editPublished(deps, actor, { ...key, changes, preview: true })
  const shown = createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('base64url')
    .slice(0, 12)
  if (after && shown !== memory.shown) {
    const form = { read, values, memory: memoryFor(memory, values, shown), asks: isApprovalNeeded(actor, key.accountId) }
    return { kind: 'shows', view: formOf(form, await shownChanges(deps, actor, key.accountId, before, after)) }
  }
  const { data, isReplay } = await submitOnce(
    deps,
    submission,
    (beforeCommit) => editPublished(deps, actor, { ...key, changes }, beforeCommit),
    (edit: PinEdit) => ({ sentence: askedSentence(edit) }),
  )
  return { kind: 'asked', sentence: data.sentence, isReplay }
}

function askedSentence(edit: PinEdit): string {
  if (edit.state === 'refused') return sayEnd(edit) ?? ''
  if (edit.state === 'pending_approval') return 'Asked for approval. We’ll message you when the pin is changed on Pinterest.'
  return 'Changing the pin on Pinterest. We’ll message you when it’s done.'
}

onAction([editAction.approveEdit, editAction.declineEdit], async (deps, args) => {
  const decision = args.action.action_id === editAction.approveEdit ? 'approve' : 'decline'
  const { actor } = args.context.member
  const ref = valueOf<EditRef>(args)
  await decidePinEdit(deps, actor, { ...ref, decision })
  await args.respond({ replace_original: true, ...(await renderPinEditAsked(deps, actor, ref)) })
})

async function shownChanges(
  deps: SlackDeps,
  actor: Actor,
  accountId: string,
  before: PinFields,
  after: PinFields,
): Promise<ShownChange[]> {
  const { boards } = await listBoards(deps, actor, { accountId })
  const sections = await Promise.all(
    [before, after].map(async ({ boardId, boardSectionId }) =>
      boardSectionId === null ? [] : findSections(deps, actor, { accountId, boardId }),
    ),
  )
  const names = new Map([...boards, ...sections.flatMap((some) => some ?? [])].map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? id))
  return differing(before, after).map((name) => {
    const isPlace = name === 'boardId' || name === 'boardSectionId'
    return {
      field: name,
      before: isPlace ? nameOf(before[name]) : (before[name] ?? ''),
      after: isPlace ? nameOf(after[name]) : (after[name] ?? ''),
    }
  })
}

onAction(action.deletePublished, async (deps, args) => {
  const { actor } = args.context.member
  const { from, ...pin } = valueOf<PinRef>(args)
  requireMaySchedule(actor, pin.accountId, 'published')
  const post = await findPin(deps, actor, pin)
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  if (post.pinDeletedAt)
    return answerClick(deps, args, from, await whatBecame(deps, actor, pin, 'This pin is no longer on Pinterest.'))
  await layForm(args, deletePublishedView(post, openedFrom(args)))
})

onView(view.deletePublished, async (deps, args) => {
  const { view: sent, context } = args
  const { actor } = context.member
  const memory = openedFromMemory.read(sent)
  const { accountId, postId } = memory
  const post = await findPin(deps, actor, memory)
  await slowForm(deps, args, {
    work: () =>
      submitOnce(
        deps,
        { actor, viewId: sent.id, callbackId: sent.callback_id, input: { accountId, postId } },
        (beforeCommit) => deletePublished(deps, actor, { accountId, postId, confirm: post?.pinId ?? '' }, beforeCommit),
        ({ id }: PinEdit) => ({ id }),
      ),
    working: 'Asking Pinterest…',
    late: () => undefined,
    notDone: 'Nothing was deleted.',
    after: async ({ isReplay }) => {
      if (isReplay) return
      await answerForm(deps, args, memory, noticeMessage('Deleting the pin from Pinterest. We’ll message you when it’s done.'))
    },
  })
})
