/** The preview of a change of many pins, and the change itself. */
import type { ModalView } from '@slack/types'
import { countOf, manyDone } from '../../../../blocks/bulk/lines.js'
import { type ManyMemory, type PreviewManyMemory, previewManyMemory } from '../../../../blocks/bulk/memory.js'
import { view, previewManyView } from '../../../../blocks/bulk/preview.js'
import { field } from '../../../../blocks/ids.js'
import { outcomeSection } from '../../../../blocks/pin/lists.js'
import { whole } from '../../../../blocks/kit/numbers.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Problem } from '../../../../blocks/kit/problem.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { changeMany } from '../../../core/many/bulk/change.js'
import type { BulkAction, BulkChange, ChangeMany } from '../../../core/many/bulk/model.js'
import { submitOnce } from '../../forms/submit-once.js'
import { slowForm } from '../../forms/slow-form.js'
import { onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import type { Explanation } from '../../reply/errors.js'
import { answerForm } from '../pins/click.js'
import { isConflict } from '../cards/find-pin.js'
import { nameOf, rowsOf, seenIn } from './rows.js'

type Asked = Omit<PreviewManyMemory, 'seen'>

/** @throws as changeMany() · BAD_REQUEST link: a form cannot remember it together with so many pins */
export async function previewOf(deps: SlackDeps, member: Member, asked: Asked, problem?: Problem): Promise<ModalView> {
  const change = await changeMany(deps, member.actor, { ...inputOf(asked), preview: true })
  const memory = { ...asked, seen: seenIn(change) }
  requireRoom(memory)
  return previewManyView({
    memory,
    rows: rowsOf(deps, change),
    matched: change.matched,
    account: await nameOf(deps, member, asked.accountId),
    ...(problem && { problem }),
  })
}

/** Refuses a link for which the form's memory has no space left; of all values only the link can be shortened. */
function requireRoom(memory: PreviewManyMemory): void {
  const { edit: { url } = {}, which } = memory
  const room = previewManyMemory.room(memory)
  if (url === undefined || room >= 0) return
  const many = 'ids' in which ? ` for ${countOf(which.ids.length)} at once. Choose fewer pins, or use` : '. Use'
  throw badRequest(field.link, `This link is too long${many} a link of up to ${whole(url.length + room)} characters.`)
}

function inputOf({ accountId, which, kind, edit }: Asked): Omit<ChangeMany, 'preview'> {
  return { accountId, which: whichOf(which), action: actionOf(kind, edit) }
}

function whichOf(which: Asked['which']): ChangeMany['which'] {
  if ('ids' in which) return { kind: 'ids', ids: which.ids }
  const { status, boardId = null, text = null, from, to } = which
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))
  return { kind: 'filter', filter: { status, boardId, failureReason: null, from: at(from), to: at(to), text } }
}

function actionOf(kind: Asked['kind'], edit: Asked['edit'] = {}): BulkAction {
  switch (kind) {
    case 'edit':
      return { kind, edit }
    case 'reschedule':
    case 'unschedule':
    case 'delete':
      return { kind }
  }
}

/** Makes the previewed change; if other pins match since, changes nothing and previews those. */
onView(view.previewMany, async (deps, args) => {
  const { view, context } = args
  const { member } = context
  const memory = previewManyMemory.read(view)
  const { seen, ...asked } = memory
  await doMany(deps, args, {
    memory,
    input: { ...inputOf(asked), preview: false, seen },
    again: ({ sentence }) => previewOf(deps, member, asked, { sentence }),
  })
})

type Doing = {
  memory: ManyMemory
  input: ChangeMany
  /** Returns the current form when nothing was changed. */
  again: (problem: Explanation) => Promise<ModalView>
}
/** The stored result of a submission, so that it takes effect once. */
type Kept = { words: string; changeId: string | null }

/** Makes the change once, and answers with its Undo where the person was. */
export async function doMany(deps: SlackDeps, args: ViewArgs, { memory, input, again }: Doing): Promise<void> {
  const { view, context } = args
  const { actor } = context.member
  const { accountId } = input
  const toKept = (change: BulkChange): Kept => ({
    words: manyDone(input.action.kind, rowsOf(deps, change)),
    changeId: change.changeId,
  })
  await slowForm(deps, args, {
    work: () =>
      submitOnce(
        deps,
        { actor, viewId: view.id, callbackId: view.callback_id, input },
        (beforeCommit) => changeMany(deps, actor, input, beforeCommit),
        toKept,
      ),
    working: 'Changing them…',
    late: () => undefined,
    again,
    needsForm: isConflict,
    after: async ({ data, isReplay }) => {
      if (!isReplay) await answerForm(deps, args, memory.whence, messageOf(accountId, data))
    },
  })
}

function messageOf(accountId: string, { words, changeId }: Kept): Message {
  const undo = changeId === null ? {} : { undo: { accountId, changeId } }
  return { text: words, blocks: [outcomeSection({ words, ...undo })] }
}
