/** Keeps the cache of boards fresh. */
import { after, before, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import { noteRefusal } from '../connections/call-platform.js'
import type { BoardDeps } from './board-deps.js'
import { refreshProfile } from '../connections/profile.js'
import { withAccess } from '../connections/with-access.js'
import type { PlatformBoard } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { replaceBoards } from './cache-writes.js'
import { readAllBoards } from './platform-boards.js'
import { refreshSections } from './refresh-sections.js'

const STALE_AFTER_MS = 10 * MINUTE_MS
/** How long a caller's refresh prevents others from beginning another. */
const REFRESH_LEASE_MS = 60_000

/**
 * Reads the boards of an account into the cache, and the sections that are due, outside any transaction. What was read before a
 * failure is kept; if the tokens no longer work, the account becomes unauthorized.
 * @throws PlatformError · UNPROCESSABLE_ENTITY platform_reconnect_required no connection, no way to renew
 */
export async function refreshBoards(deps: BoardDeps, account: Account): Promise<void> {
  const readAt = deps.clock()
  await noteRefresh(deps.db.sql, account, readAt)
  try {
    const boards = await withAccess(deps, account, (access) => readAllBoards(deps.platform, access))
    const owner = isOwnedByOthers(account, boards) ? await refreshProfile(deps, account) : account
    await deps.db.tx((sql) => replaceBoards(sql, owner, boards, readAt))
    await refreshSections(deps, account)
  } catch (error) {
    await noteRefusal(deps, account, error)
    throw error
  }
}

/** True when every listed owner is another user: the account may have been renamed, rather than have no boards. */
function isOwnedByOthers({ username }: Account, boards: PlatformBoard[]): boolean {
  const owners = boards.flatMap(({ ownerUsername }) => ownerUsername ?? [])
  return owners.length > 0 && !owners.includes(username)
}

/** Moves the account to the end of the queue, so that one that cannot be read does not delay the others. */
async function noteRefresh(sql: Sql, { organizationId, id }: Account, at: Date): Promise<void> {
  await sql`
    update accounts
       set boards_refresh_at = ${at}
     where organization_id = ${organizationId}
       and id = ${id}`
}

/**
 * Begins a refresh when the cache is stale and no other process refreshes it, and returns at once. A failure is logged, and the
 * next listing or tick tries again.
 */
export async function refreshInBackground(deps: RefreshingDeps, account: Account): Promise<void> {
  if (!areBoardsStale(account, deps.clock()) || !(await takeRefresh(deps.db.sql, account, deps.clock()))) return
  void beginRefresh(deps, account)
}

export type RefreshingDeps = BoardDeps & Pick<Deps, 'log'>

/** @returns a promise that resolves when the refresh has ended; a failure is logged */
export function beginRefresh(deps: RefreshingDeps, account: Account): Promise<void> {
  return refreshBoards(deps, account).catch((error: unknown) => {
    const { organizationId, id: accountId } = account
    deps.log.warn({ organizationId, accountId, error }, 'boards could not be refreshed')
  })
}

export const areBoardsStale = ({ tokenStatus, boardsReadAt }: Account, now: Date): boolean =>
  tokenStatus === 'authorized' && (boardsReadAt === null || now.getTime() - boardsReadAt.getTime() > STALE_AFTER_MS)

async function takeRefresh(sql: Sql, { organizationId, id }: Account, now: Date): Promise<boolean> {
  const taken = await sql`
    update accounts
       set boards_refresh_at = ${now}
     where organization_id = ${organizationId}
       and id = ${id}
       and (boards_refresh_at is null or boards_refresh_at <= ${before(now, REFRESH_LEASE_MS)})`
  return taken.count === 1
}

/** Returns when a cache filled at `boardsReadAt` becomes stale. */
export const nextBoardsAt = (boardsReadAt: Date | null, now: Date): Date => after(boardsReadAt ?? now, STALE_AFTER_MS + 1)
