/** The menu beside a board: passes each choice to its form or view. */
import { action } from '../../../../blocks/boards/view.js'
import { ofBoard } from '../../../../blocks/ids.js'
import { boardsMemory } from '../../../../blocks/boards/memory.js'
import { notDone } from '../../../../blocks/kit/banner.js'
import { RELEVANCE_TITLES } from '../../../../blocks/relevance/text.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { isGone } from '../cards/find-pin.js'
import { refreshBoardList } from '../boards/boards.js'
import { BOARD_GONE } from '../boards/errors.js'
import { renameFormOf } from '../boards/rename.js'
import { openSections } from '../boards/sections.js'
import { findBoard } from '../boards/sections-view.js'
import { openBoardUtm } from '../settings/utm.js'
import { fitForm } from './fit-form.js'
import { boardRequest, formFor } from './keyword-form.js'

onAction(action.boardMenu, async (deps, args) => {
  if (args.action.type !== 'overflow') return
  const [verb, boardId = ''] = args.action.selected_option.value.split(':')
  if (verb === ofBoard.rename) return openRename(deps, args, boardId)
  if (verb === ofBoard.fit || verb === ofBoard.ideas) return openKeywordForm(deps, args, boardId, verb)
  if (verb === ofBoard.utm) return openUtm(deps, args, boardId)
  await openSections(deps, args, boardId)
})

async function openRename(deps: SlackDeps, args: ActionArgs, boardId: string): Promise<void> {
  const { body, client } = args
  const found = await findListed(deps, args, boardId)
  if (found) await client.views.push({ trigger_id: body.trigger_id, view: renameFormOf(found.board, found.memory) })
}

async function openUtm(deps: SlackDeps, args: ActionArgs, boardId: string): Promise<void> {
  const found = await findListed(deps, args, boardId)
  if (found) await openBoardUtm(deps, args, found.board)
}

/** Finds the board; if it is gone, says so above the list. */
async function findListed(deps: SlackDeps, { body: { view }, client, context }: ActionArgs, boardId: string) {
  if (!view) return undefined
  const memory = boardsMemory.read(view)
  const board = await findBoard(deps, context.member.actor, { accountId: memory.accountId, boardId }).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (board) return { board, memory }
  await refreshBoardList(deps, client, { context, viewId: view.id, memory, banner: notDone(BOARD_GONE) })
  return undefined
}

/** Opens the form over the list; its answer is a message. */
async function openKeywordForm(
  deps: SlackDeps,
  { body, client, context }: ActionArgs,
  boardId: string,
  aim: 'fit' | 'ideas',
): Promise<void> {
  if (!body.view) return
  const { accountId, responseUrl } = boardsMemory.read(body.view)
  const { member } = context
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'push', title: RELEVANCE_TITLES[aim] }, async () => {
    const requested = await boardRequest(deps, member, { accountId, boardId })
    return aim === 'fit'
      ? fitForm(deps, member, requested, { responseUrl })
      : formFor(requested, { aim: { kind: 'ideas' }, responseUrl })
  })
}
