/** The view of the current list of boards. */
import { turnsPages, toPage } from '../../forms/paging.js'
import { switchesAccount } from '../../forms/switches-account.js'
import { boardsMemory, type BoardsMemory } from '../../../../blocks/boards/memory.js'
import type { ModalView } from '@slack/types'
import { action, boardPages, boardsView } from '../../../../blocks/boards/view.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Board } from '../../../core/boards/board.js'
import { listBoards } from '../../../core/boards/boards.js'
import { chosenAccount, mayReconnect } from '../../accounts.js'
import { findByName, nearestByName } from '../../input/by-name.js'
import { onAction, type SlackDeps } from '../../listener.js'

const NEAREST_SHOWN = 5

type Asked = {
  /** The confirmation of the last change. */
  banner?: Banner | undefined
  /** A board that must be on the shown page, whatever the search. */
  showing?: string | undefined
}

export async function boardsNow(
  deps: SlackDeps,
  member: Member,
  requested: BoardsMemory,
  { banner, showing }: Asked = {},
): Promise<ModalView> {
  const { actor } = member
  const { accountId, responseUrl } = requested
  const [{ accounts, account }, { boards: all, cachedAt }] = await Promise.all([
    chosenAccount(deps, { ...member, currentAccountId: accountId }),
    listBoards(deps, actor, { accountId }),
  ])
  const { words, found, isNearest } = listed(all, requested.words, showing)
  const { at, shown } = pageOf(boardPages, found, {
    at: showing === undefined ? requested.at : 0,
    showing: ({ id }) => id === showing,
  })
  const memory = {
    accountId,
    words,
    at,
    round: requested.round + (words === requested.words ? 0 : 1),
    ...(responseUrl !== undefined && { responseUrl }),
  }
  return boardsView({
    memory,
    account,
    accounts,
    canConnect: mayReconnect(member, account.id),
    canChange: hasRoleOn(actor, account.id, 'scheduler'),
    canSet: hasRoleOn(actor, account.id, 'admin'),
    all: all.length,
    count: found.length,
    isNearest,
    boards: shown,
    cachedAt,
    now: deps.clock(),
    banner,
  })
}

type Listed = { words: string; found: Board[]; isNearest: boolean }

/** Searches the boards. Drops words that would hide the board to show. */
function listed(all: Board[], words: string, showing: string | undefined): Listed {
  const found = words === '' ? all : findByName(all, words)
  if (showing !== undefined && !found.some(({ id }) => id === showing)) return { words: '', found: all, isNearest: false }
  if (found.length > 0) return { words, found, isNearest: false }
  return { words, found: nearestByName(all, words, NEAREST_SHOWN), isNearest: true }
}

onAction(
  action.boardsAccount,
  switchesAccount({
    memory: boardsMemory,
    show: boardsNow,
    begun: (memory, accountId) => ({ ...memory, accountId, words: '', at: 0, round: memory.round + 1 }),
  }),
)
turnsPages(boardPages, { memory: boardsMemory, show: boardsNow, turned: toPage })
