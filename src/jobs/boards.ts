/** The periodic refresh of each account's boards. */
import type { Account } from '../core/accounts/account.js'
import { areBoardsStale, nextBoardsAt, refreshBoards } from '../core/boards/refresh.js'
import type { Deps } from '../core/ports/deps.js'
import { type AccountWork, workOnAccounts } from './account-jobs.js'

/** Refreshes stale accounts, several at once, so that one without an answer does not delay the others. */
export const refreshAllBoards = (deps: Deps, goesOn: () => boolean = () => true): Promise<void> =>
  workOnAccounts(deps, BOARDS, goesOn)

async function refreshAccount(deps: Deps, account: Account): Promise<Date> {
  if (!areBoardsStale(account, deps.clock())) return nextBoardsAt(account.boardsReadAt, deps.clock())
  await refreshBoards(deps, account)
  return nextBoardsAt(deps.clock(), deps.clock())
}

export const BOARDS: AccountWork = { job: 'boards', failed: 'boards could not be refreshed', work: refreshAccount }
