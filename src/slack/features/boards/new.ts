/** "New board": the form, and the creation of the board. */
import { action } from '../../../../blocks/boards/view.js'
import { boardsMemory, newBoardMemory } from '../../../../blocks/boards/memory.js'
import type { ViewOutput } from '@slack/bolt'
import { view, type BoardValues, EMPTY_BOARD, newBoardView } from '../../../../blocks/boards/forms.js'
import { quoted } from '../../../../blocks/boards/text.js'
import { field } from '../../../../blocks/ids.js'
import { done } from '../../../../blocks/kit/banner.js'
import type { Board } from '../../../core/boards/board.js'
import { createBoard } from '../../../core/boards/create-board.js'
import { connectsFor, isFixableHere } from '../../accounts.js'
import { chosen, typed } from '../../forms/values.js'
import { onAction, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshBoardList } from './boards.js'
import { boardErrorText } from './errors.js'
import { lateSentence, slowForm } from '../../forms/slow-form.js'

onAction(action.newBoard, async (_deps, { body, client }) => {
  if (!body.view) return
  const view = newBoardView({ memory: { below: boardsMemory.read(body.view) }, values: EMPTY_BOARD })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

/** Creates one board, however often the form is sent. */
onView(view.newBoard, async (deps, args) => {
  const { view, client, context } = args
  const { member } = context
  const { below } = newBoardMemory.read(view)
  const values = valuesIn(view)
  await slowForm(deps, args, {
    work: () => madeOnce(deps, args, { accountId: below.accountId, values }),
    working: 'Creating the board…',
    late: lateSentence(view, madeText),
    notDone: `${quoted(values.name)} wasn’t created.`,
    again: async (problem, error) =>
      newBoardView({ memory: { below }, values, problem, connects: await connectsFor(deps, member, below, error) }),
    needsForm: (error) => isFixableHere(error, member, below.accountId),
    after: async (made) => {
      if (made.isReplay) return
      const banner = done(madeText(made))
      await refreshBoardList(deps, client, { context, viewId: view.previous_view_id, memory: below, banner, showing: made.id })
    },
  })
})

type Made = Pick<Board, 'id' | 'name'> & { isReplay: boolean }
const madeText = ({ name }: Made) => `Board ${quoted(name)} created.`

async function madeOnce(
  deps: SlackDeps,
  { view, context }: ViewArgs,
  { accountId, values }: { accountId: string; values: BoardValues },
): Promise<Made> {
  const { actor } = context.member
  const input = { accountId, ...values, description: values.description.trim() === '' ? null : values.description }
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => createBoard(deps, actor, input, beforeCommit),
    ({ id, name }: Board) => ({ id, name }),
  ).catch((error: unknown) => {
    throw boardErrorText(error, 'makeBoard')
  })
  return { ...data, isReplay }
}

const valuesIn = (view: ViewOutput): BoardValues => ({
  name: typed(view, field.name),
  description: typed(view, field.description),
  privacy: chosen(view, field.privacy)?.id === 'secret' ? 'secret' : 'public',
})
