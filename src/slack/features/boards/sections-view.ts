/** The view of a board's current sections. */
import { turnsPages, toPage } from '../../forms/paging.js'
import { sectionsMemory, type SectionsMemory } from '../../../../blocks/boards/memory.js'
import type { ModalView } from '@slack/types'
import { sectionPages, sectionsView } from '../../../../blocks/boards/sections.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Board } from '../../../core/boards/board.js'
import { listBoards, listSections } from '../../../core/boards/boards.js'
import { notFound } from '../../../core/lib/errors.js'
import type { SlackDeps } from '../../listener.js'

/** Finds the board in the cache. @throws NOT_FOUND board */
export async function findBoard(deps: SlackDeps, actor: Actor, board: { accountId: string; boardId: string }): Promise<Board> {
  const { boards } = await listBoards(deps, actor, board)
  const found = boards.find(({ id }) => id === board.boardId)
  if (!found) throw notFound('Board')
  return found
}

type Asked = {
  /** The confirmation of the last change. */
  banner?: Banner | undefined
  /** A section that must be on the shown page. */
  showing?: string | undefined
}

/** Reads the cache without waiting for another process; every read and change of ours updates it. @throws NOT_FOUND board */
export async function sectionsNow(
  deps: SlackDeps,
  { actor }: Member,
  requested: SectionsMemory,
  { banner, showing }: Asked = {},
): Promise<ModalView> {
  const place = { accountId: requested.below.accountId, boardId: requested.boardId }
  const board = await findBoard(deps, actor, place)
  const sections = await listSections(deps, actor, place, { timeoutMs: 0 })
  const { at, shown } = pageOf(sectionPages, sections, { at: requested.at, showing: ({ id }) => id === showing })
  return sectionsView({
    memory: { ...requested, at },
    board,
    canChange: hasRoleOn(actor, place.accountId, 'scheduler'),
    sections: shown,
    count: sections.length,
    banner,
  })
}

turnsPages(sectionPages, { memory: sectionsMemory, show: sectionsNow, turned: toPage })
