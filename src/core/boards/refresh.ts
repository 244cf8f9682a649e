/** Keeping the cache of boards fresh. */
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { withAccess } from '../accounts/with-access.js'
import { PlatformError, type PlatformAccess } from '../platform-port.js'
import type { Deps, Sql } from '../ports.js'
import { replaceBoards, type BoardWithSections } from './cache.js'
import { readAllBoards, readAllSections } from './platform-boards.js'

const STALE_AFTER_MS = 10 * 60_000
/** How long one caller's refresh keeps others from beginning another. */
const REFRESH_LEASE_MS = 60_000
const SECTION_READS_AT_A_TIME = 4

/** Reads all boards and sections of an account from the platform into the cache (outside any transaction). @throws PlatformError */
export async function refreshBoards(deps: Deps, account: Account): Promise<void> {
  const readAt = deps.clock()
  await noteRefresh(deps.db.sql, account, readAt)
  const boards = await withAccess(deps, account, (access) => readWhole(deps, access))
  await deps.db.tx((sql) => replaceBoards(sql, account, boards, readAt))
}

async function readWhole({ platform }: Pick<Deps, 'platform'>, access: PlatformAccess): Promise<BoardWithSections[]> {
  const boards: BoardWithSections[] = (await readAllBoards(platform, access)).map((board) => ({ ...board, sections: [] }))
  const waiting = [...boards]
  const readNext = async (): Promise<void> => {
    for (let board = waiting.shift(); board; board = waiting.shift()) {
      board.sections = await readAllSections(platform, access, board.id).catch(noneWhenGone)
    }
  }
  await Promise.all(Array.from({ length: SECTION_READS_AT_A_TIME }, readNext))
  return boards
}

/** Whoever fails goes to the end of the line: an account that cannot be read must not keep the others from their turn. */
async function noteRefresh(sql: Sql, { organizationId, id }: Account, at: Date): Promise<void> {
  await sql`
    update accounts
       set boards_refresh_at = ${at}
     where organization_id = ${organizationId}
       and id = ${id}`
}

/** A board may be deleted, or closed to us, between the listing and its sections. */
function noneWhenGone(error: unknown): [] {
  if (error instanceof PlatformError && (error.kind === 'not_found' || error.kind === 'forbidden')) return []
  throw error
}

/**
 * Begins a refresh when the cache is stale and nobody else is at it. Returns as soon as it is begun; a failure is logged and the
 * cache stays as it is, for the next listing or tick to try again.
 */
export async function refreshInBackground(deps: Deps, account: Account): Promise<void> {
  if (!isStale(account, deps.clock()) || !(await takeRefresh(deps.db.sql, account, deps.clock()))) return
  void refreshBoards(deps, account).catch((error: unknown) => {
    const { organizationId, id: accountId } = account
    deps.log.warn({ organizationId, accountId, error }, 'boards could not be refreshed')
  })
}

const isStale = ({ tokenStatus, boardsReadAt }: Account, now: Date) =>
  tokenStatus === 'authorized' && (boardsReadAt === null || now.getTime() - boardsReadAt.getTime() > STALE_AFTER_MS)

async function takeRefresh(sql: Sql, { organizationId, id }: Account, now: Date): Promise<boolean> {
  const taken = await sql`
    update accounts
       set boards_refresh_at = ${now}
     where organization_id = ${organizationId}
       and id = ${id}
       and (boards_refresh_at is null or boards_refresh_at <= ${new Date(now.getTime() - REFRESH_LEASE_MS)})`
  return taken.count === 1
}

/** For the periodic refresh: connected accounts of all organizations whose cache is stale, longest untried first. */
export async function listAccountsWithStaleBoards(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<Account[]> {
  return [
    ...(await sql<Account[]>`
    select ${accountColumns(sql)}
      from accounts a
     where a.token_status = 'authorized'
       and (a.boards_read_at is null or a.boards_read_at < ${new Date(now.getTime() - STALE_AFTER_MS)})
     order by greatest(a.boards_read_at, a.boards_refresh_at) nulls first
     limit ${limit}`),
  ]
}
