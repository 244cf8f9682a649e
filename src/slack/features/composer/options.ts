/** Options of the composer's selects while a person types. */
import { placeMemory } from '../../../../blocks/composer/memory.js'
import { whoSees } from '../../../../blocks/boards/text.js'
import { field } from '../../../../blocks/ids.js'
import { option } from '../../../../blocks/kit/kit.js'
import { type Board, isPublic, publicBoards } from '../../../core/boards/board.js'
import { listBoards, listSections } from '../../../core/boards/boards.js'
import { findByName, type Named } from '../../input/by-name.js'
import { chosen } from '../../forms/values.js'
import type { OptionsArgs, SlackDeps } from '../../listener.js'

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

export async function boardOptions(deps: SlackDeps, { options: { view, value }, context, ack }: OptionsArgs): Promise<void> {
  if (!view) return ack({ options: [] })
  const { boards } = await listBoards(deps, context.member.actor, { accountId: placeMemory.read(view).accountId })
  await ack({ options: optionsOfBoards(boards, value) })
}

export async function sectionOptions(deps: SlackDeps, { options: { view, value }, context, ack }: OptionsArgs): Promise<void> {
  if (!view) return ack({ options: [] })
  const memory = placeMemory.read(view)
  const boardId = chosen(view, field.board)?.id ?? memory.boardId
  if (boardId === undefined) return ack({ options: [] })
  const sections = await listSections(deps, context.member.actor, { accountId: memory.accountId, boardId })
  await ack({ options: optionsFor(sections, value) })
}
