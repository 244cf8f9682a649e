/** Links of all pins on a board, by any maker: Pinterest is called for the newest at most once a day. */
import type { Account } from '../accounts/account.js'
import type { CallDeps } from '../connections/call-platform.js'
import { callForBoard, READS } from '../boards/call-for-board.js'
import { readBoardPinsPage } from '../boards/platform-boards.js'
import type { GoesOn } from '../lib/work/batch.js'
import { purgeRows, type Rows } from '../lib/rows/by-organization.js'
import { before, DAY_MS } from '../lib/duration.js'
import { DomainError } from '../lib/errors.js'
import { isUrl } from '../lib/http/parse-url.js'
import { urlKeyOf } from '../lib/http/url.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { PlatformPin } from '../ports/platform.js'
import type { PlacedPost } from './around.js'
import type { Finding } from '../posts/state/finding.js'

export type LiveDeps = CallDeps & Pick<Deps, 'log'>

type LivePin = { pinId: string; linkKey: string; title: string | null; at: string | null }
type Board = Pick<Account, 'organizationId'> & { accountId: string; boardId: string }

/** Keeps the links of boards for which no pins are made any more. */
const KEPT_MS = 30 * DAY_MS

/**
 * Finds a live pin of the board with the same link. Pins that we made are known from our own tables.
 * @param mayAsk false: uses only stored links
 */
export async function findLiveLink(
  deps: LiveDeps,
  account: Account,
  { boardId, url }: Pick<PlacedPost, 'boardId' | 'url'>,
  mayAsk: boolean,
): Promise<Finding[]> {
  if (boardId === null || url === null) return []
  const board = { organizationId: account.organizationId, accountId: account.id, boardId }
  if (mayAsk && account.tokenStatus === 'authorized' && (await claimRead(deps.db.sql, board, deps.clock())))
    await readBoard(deps, account, board)
  const [found] = await deps.db.sql<LivePin[]>`
    select pin ->> 'pinId' as "pinId", pin ->> 'title' as title, pin ->> 'at' as at
      from live_links l
     cross join jsonb_array_elements(l.pins) with ordinality n (pin, place)
     where l.organization_id = ${board.organizationId}
       and l.account_id = ${board.accountId}
       and l.board_id = ${boardId}
       and pin ->> 'linkKey' = ${urlKeyOf(url)}
       and not exists (select 1
                         from posts p
                        where p.organization_id = l.organization_id
                          and p.account_id = l.account_id
                          and p.pin_id = pin ->> 'pinId')
     order by place
     limit 1`
  if (!found) return []
  const { pinId, title, at } = found
  return [{ code: 'duplicate_link', severity: 'info', pin: { postId: null, pinId, title, at } }]
}

/** Claims the day's read of a board; it counts even without an answer. */
async function claimRead(sql: Sql, { organizationId, accountId, boardId }: Board, now: Date): Promise<boolean> {
  const { count } = await sql`
    insert into live_links as l (organization_id, account_id, board_id, asked_at)
    values (${organizationId}, ${accountId}, ${boardId}, ${now})
    on conflict (organization_id, account_id, board_id) do update
       set asked_at = excluded.asked_at
     where l.asked_at <= ${before(now, DAY_MS)}`
  return count === 1
}

async function readBoard(deps: LiveDeps, account: Account, { organizationId, accountId, boardId }: Board): Promise<void> {
  try {
    const { items } = await callForBoard(deps, account, boardId, READS, (access) =>
      readBoardPinsPage(deps.platform, { ...access, isBackground: true }, boardId),
    )
    await deps.db.sql`
      update live_links
         set pins = ${deps.db.sql.json(items.flatMap(livePinOf))}
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and board_id = ${boardId}`
  } catch (error) {
    const level = error instanceof DomainError ? 'debug' : 'warn' // an addition: the check goes on without it
    deps.log[level]({ organizationId, accountId, boardId, err: error }, 'the links of a board could not be read')
  }
}

function livePinOf({ id, link, title, createdAt }: PlatformPin): LivePin[] {
  return link !== null && isUrl(link)
    ? [{ pinId: id, linkKey: urlKeyOf(link), title: title?.slice(0, 100) ?? null, at: createdAt?.toISOString() ?? null }]
    : []
}

/** Covers all organizations. */
export async function purgeLiveLinks(db: Rows, now: Date, goesOn: GoesOn): Promise<void> {
  const { sql } = db
  const until = before(now, KEPT_MS)
  await purgeRows(db, goesOn, {
    from: 'live_links',
    key: { account_id: 'bigint', board_id: 'text' },
    over: sql`t.asked_at <= ${until}`,
  })
}
