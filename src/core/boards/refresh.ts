/** Keeping the cache of boards fresh. */
import { after, before, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import { noteRefusal } from '../accounts/connect/call-platform.js'
import type { BoardDeps } from './board-deps.js'
import { refreshProfile } from '../accounts/profile.js'
import { withAccess } from '../accounts/connect/with-access.js'
import type { PlatformBoard } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { replaceBoards } from './cache-writes.js'
import { readAllBoards } from './platform-boards.js'
import { refreshSections } from './refresh-sections.js'

const STALE_AFTER_MS = 10 * MINUTE_MS
/** How long one caller's refresh keeps others from beginning another. */
const REFRESH_LEASE_MS = 60_000

/**
 * Reads the boards of an account from the platform into the cache, and the sections of those that are due (outside any
 * transaction). What was read before it failed is kept. Dead tokens make the account unauthorized.
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

/** All that say whose they are: rather than having no board of its own, the account may have another name by now. */
function isOwnedByOthers({ username }: Account, boards: PlatformBoard[]): boolean {
  const owners = boards.flatMap(({ ownerUsername }) => ownerUsername ?? [])
  return owners.length > 0 && !owners.includes(username)
}

/** A failed account goes to the end of the queue: one that cannot be read must not delay the others. */
async function noteRefresh(sql: Sql, { organizationId, id }: Account, at: Date): Promise<void> {
  await sql`
    update accounts
       set boards_refresh_at = ${at}
     where organization_id = ${organizationId}
       and id = ${id}`
}

/**
 * Begins a refresh when the cache is stale and nobody else is at it. Returns as soon as it is begun; a failure is logged and the
 * cache stays as it is, for the next listing or tick to try again.
 */
export async function refreshInBackground(deps: RefreshingDeps, account: Account): Promise<void> {
  if (!areBoardsStale(account, deps.clock()) || !(await takeRefresh(deps.db.sql, account, deps.clock()))) return
  void beginRefresh(deps, account)
}

export type RefreshingDeps = BoardDeps & Pick<Deps, 'log'>

/** @returns when it has ended, however it did: a failure is logged */
export function beginRefresh(deps: RefreshingDeps, account: Account): Promise<void> {
  return refreshBoards(deps, account).catch((error: unknown) => {
    const { organizationId, id: accountId } = account
    deps.log.warn({ organizationId, accountId, error }, 'boards could not be refreshed')
  })
}

/** Of a connected account. */
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

/** When a cache that was filled then is stale. */
export const nextBoardsAt = (boardsReadAt: Date | null, now: Date): Date => after(boardsReadAt ?? now, STALE_AFTER_MS + 1)
