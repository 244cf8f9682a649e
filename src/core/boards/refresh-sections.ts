/** Reads sections in the background. Each board takes a request, so only those that are due are read, some at a time. */
import { before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { BoardDeps } from './board-deps.js'
import { withAccess } from '../connections/with-access.js'
import { PlatformError } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { storeSections } from './cache-writes.js'
import { readOpenSections } from './platform-boards.js'

/** The most boards of an account in one refresh. */
export const MOST_BOARDS = 50
const AT_A_TIME = 4
const OLD_MS = DAY_MS
/** The assumed difference between the platform's clock and ours. */
export const CLOCKS_DIFFER_MS = 2 * MINUTE_MS

/**
 * Reads sections of boards with an unanswered deletion, never read, with changed pins, or read over a day ago; the longest unread
 * first. A rate limit or a refusal of the account ends the refresh without losing what was read, and the next one continues; a
 * board that cannot be read stops only one of the parallel readers.
 * @throws PlatformError · UNPROCESSABLE_ENTITY platform_reconnect_required
 */
export async function refreshSections(deps: BoardDeps, account: Account): Promise<void> {
  const waiting = await findDue(deps.db.sql, account, deps.clock())
  const readOn = async (): Promise<void> => {
    for (let boardId = waiting.shift(); boardId !== undefined; boardId = waiting.shift()) {
      try {
        await refreshOne(deps, account, boardId)
      } catch (error) {
        if (!isOfTheBoard(error)) waiting.length = 0
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, readOn))
  const failed = ended.find((end) => end.status === 'rejected' && !isLimit(end.reason))
  if (failed?.status === 'rejected') throw failed.reason
}

async function refreshOne(deps: BoardDeps, account: Account, boardId: string): Promise<void> {
  const readAt = deps.clock()
  const sections = await withAccess(deps, account, (access) => readOpenSections(deps.platform, access, boardId))
  await deps.db.tx((sql) =>
    storeSections(sql, account, boardId, sections, { readAt, now: deps.clock(), onSectionGone: deps.onSectionGone }),
  )
}

/** Reads the sections of one board. @returns a promise that resolves even on failure, which is logged; the next read decides */
export function beginReading(deps: BoardDeps & Pick<Deps, 'log'>, account: Account, boardId: string): Promise<void> {
  return refreshOne(deps, account, boardId).catch((error: unknown) => {
    const { organizationId, id: accountId } = account
    deps.log.warn({ organizationId, accountId, boardId, error }, 'sections could not be refreshed')
  })
}

/** True for errors that may concern this board only. */
const isOfTheBoard = (error: unknown) =>
  error instanceof PlatformError && (error.kind === 'invalid' || error.kind === 'timeout' || error.kind === 'unavailable')

const isLimit = (error: unknown) => error instanceof PlatformError && error.kind === 'rate_limited'

async function findDue(sql: Sql, { organizationId, id }: Account, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with waiting as (
      select distinct board_id
        from board_sections
       where organization_id = ${organizationId}
         and account_id = ${id}
         and deletion_asked_at is not null
         and missing_since is null)
    select b.id
      from boards b
      left join waiting w on w.board_id = b.id
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and (w.board_id is not null
            or b.sections_read_at is null
            or b.sections_read_at < ${before(now, OLD_MS)}
            or b.pins_modified_at > b.sections_read_at - ${CLOCKS_DIFFER_MS} * interval '1 millisecond')
     order by w.board_id is null, b.sections_read_at nulls first, b.id
     limit ${MOST_BOARDS}`
  return rows.map((row) => row.id)
}
