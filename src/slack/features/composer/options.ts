/** Options of the composer's selects while a person types. */
import { action as savesFormAction } from '../../../../blocks/saves/form.js'
import { action as keywordFormAction } from '../../../../blocks/relevance/keyword-form.js'
import { action as fixAction } from '../../../../blocks/bulk/fix.js'
import { action as publishedAction } from '../../../../blocks/edit/published.js'
import { action as editAction } from '../../../../blocks/edit/view.js'
import { action as boardsAction } from '../../../../blocks/composer/boards.js'
import { placeMemory } from '../../../../blocks/composer/memory.js'
import { whoSees } from '../../../../blocks/boards/text.js'
import { shared, field } from '../../../../blocks/ids.js'
import { option } from '../../../../blocks/kit/kit.js'
import { type Board, isPublic, publicBoards } from '../../../core/boards/board.js'
import { listBoards, listSections } from '../../../core/boards/boards.js'
import { findByName, type Named } from '../../input/by-name.js'
import { chosen } from '../../forms/values.js'
import { onOptions } from '../../listener.js'

const MOST_OPTIONS = 100

/** Lists names that begin with the words before names that contain them. Slack's limit cuts an option's text. */
export const optionsFor = (items: readonly Named[], words: string) =>
  findByName(items, words)
    .slice(0, MOST_OPTIONS)
    .map(({ id, name }) => option(name, id))

/** Marks boards that are not public, and lists them last. */
export function optionsOfBoards(boards: readonly Board[], words: string) {
  const found = findByName(boards, words)
  return [...publicBoards(found), ...found.filter((board) => !isPublic(board))]
    .slice(0, MOST_OPTIONS)
    .map((board) => option(board.name, board.id, whoSees(board)))
}

onOptions(
  [
    shared.composerBoard,
    boardsAction.composerAlsoOn,
    editAction.editBoard,
    publishedAction.publishedBoard,
    fixAction.fixBoard,
    keywordFormAction.keywordBoard,
    savesFormAction.saveBoard,
  ],
  async (deps, { options: { view, value }, context, ack }) => {
    if (!view) return ack({ options: [] })
    const { boards } = await listBoards(deps, context.member.actor, { accountId: placeMemory.read(view).accountId })
    await ack({ options: optionsOfBoards(boards, value) })
  },
)

onOptions(
  [boardsAction.composerSection, editAction.editSection, publishedAction.publishedSection],
  async (deps, { options: { view, value }, context, ack }) => {
    if (!view) return ack({ options: [] })
    const memory = placeMemory.read(view)
    const boardId = chosen(view, field.board)?.id ?? memory.boardId
    if (boardId === undefined) return ack({ options: [] })
    const sections = await listSections(deps, context.member.actor, { accountId: memory.accountId, boardId })
    await ack({ options: optionsFor(sections, value) })
  },
)
