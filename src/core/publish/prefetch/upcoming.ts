/**
 * Lists what the pins of the next minute will need, over all organizations, so that it can be prepared before their time. @see
 * docs/contract.md#attempts
 */
import { mayAsk } from '../../accounts/queue.js'
import { after, before, MINUTE_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import type { EndingToken } from '../../connections/renew-ahead.js'
import type { Sql } from '../../ports/deps.js'
import type { ClaimedMedia } from '../model/claimed-post.js'

const UPCOMING_MS = 60_000
/** Tokens that end within this time after the pin are renewed before it, because a retry needs them, too, and clocks differ. */
const ENDING_MS = 5 * MINUTE_MS
/** How long a board that was read counts as fresh. */
const FRESH_MS = 10 * MINUTE_MS
const AT_A_TIME = 500

/** True for `posts p` that are due within the minute. */
const isUpcoming = (sql: Sql, now: Date) => sql`
  p.due_at > ${now}
  and p.due_at <= ${after(now, UPCOMING_MS)}
  and p.status = 'queued'`

/**
 * Lists pictures, each once, round-robin by organization and the soonest needed first, so that one organization with many does
 * not fill the memory.
 */
export async function listUpcomingMedia(sql: Sql, now: Date): Promise<ClaimedMedia[]> {
  const rows = await sql<(Omit<ClaimedMedia, 'bytes'> & { bytes: string })[]>`
    with soon as (
      select m.organization_id, m.id, m.storage_key, m.content_type, m.bytes, min(p.due_at) as due_at
        from posts p
        join post_media pm on pm.organization_id = p.organization_id and pm.post_id = p.id
        join media m on m.organization_id = pm.organization_id and m.id = pm.media_id
       where ${isUpcoming(sql, now)}
         and m.media_type = 'image'
       group by m.organization_id, m.id
    )
    select s.id, s.storage_key as "storageKey", s.content_type as "contentType", s.bytes
      from (select soon.*, row_number() over (partition by organization_id order by due_at, id) as place from soon) s
     order by s.place, s.due_at, s.organization_id, s.id
     limit ${AT_A_TIME}`
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}

/**
 * Lists accounts whose access token can be renewed and ends by then or within five minutes, and those whose token has ended
 * already.
 */
export async function listUpcomingTokenEnds(sql: Sql, now: Date): Promise<EndingToken[]> {
  const rows = await sql<(Account & { accessToken: Buffer })[]>`
    select ${accountColumns(sql)}, c.access_token as "accessToken"
      from (select p.organization_id, p.account_id, min(p.due_at) as due_at
              from posts p
             where ${isUpcoming(sql, now)}
             group by p.organization_id, p.account_id) n
      join accounts a on a.organization_id = n.organization_id and a.id = n.account_id
      join connections c on c.organization_id = a.organization_id and c.account_id = a.id
     where a.token_status = 'authorized'
       and (c.refreshing_until is null or c.refreshing_until <= ${now})
       and (c.expires_at <= ${now}
            or c.refresh_token is not null and c.expires_at <= n.due_at + ${`${ENDING_MS} ms`}::interval)
     order by n.due_at, a.organization_id, a.id
     limit ${AT_A_TIME}`
  return rows.map(({ accessToken, ...account }) => ({ account, accessToken }))
}

/** A board that has not been read recently, or whose sections have not. */
export type UpcomingPlace = {
  account: Account
  boardId: string
  boardIsFresh: boolean
  /** Sections that pins need and that are not known to exist. */
  sectionIds: string[]
}

export type BoardKey = { organizationId: string; accountId: string; boardId: string }

/**
 * Lists the boards to check: those that the cache knows freshly are left out, unless they are `closed`. @param closed boards
 * known to be unavailable
 */
export async function listUpcomingPlaces(sql: Sql, closed: BoardKey[], now: Date): Promise<UpcomingPlace[]> {
  const fresh = before(now, FRESH_MS)
  const rows = await sql<(Account & Omit<UpcomingPlace, 'account'>)[]>`
    select ${accountColumns(sql)}, n."boardId", n."boardIsFresh", n."sectionIds"
      from (select p.organization_id, p.account_id, p.board_id as "boardId", min(p.due_at) as due_at,
                   bool_and(k.board_id is null and coalesce(b.fetched_at > ${fresh}, false)) as "boardIsFresh",
                   coalesce(array_agg(distinct p.board_section_id)
                              filter (where p.board_section_id is not null
                                        and not (k.board_id is null and s.id is not null
                                                 and coalesce(b.sections_read_at > ${fresh}, false))),
                            '{}') as "sectionIds"
              from posts p
              left join boards b
                on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
              left join board_sections s
                on s.organization_id = p.organization_id and s.account_id = p.account_id and s.board_id = p.board_id
               and s.id = p.board_section_id and s.missing_since is null
              left join (select distinct *
                           from unnest(${closed.map((one) => one.organizationId)}::bigint[],
                                       ${closed.map((one) => one.accountId)}::bigint[],
                                       ${closed.map((one) => one.boardId)}::text[]) as c(organization_id, account_id, board_id)) k
                on k.organization_id = p.organization_id and k.account_id = p.account_id and k.board_id = p.board_id
             where ${isUpcoming(sql, now)}
             group by p.organization_id, p.account_id, p.board_id) n
      join accounts a on a.organization_id = n.organization_id and a.id = n.account_id
     where ${mayAsk(sql)}
       and (not n."boardIsFresh" or cardinality(n."sectionIds") > 0)
     order by n.due_at, a.organization_id, a.id, n."boardId"
     limit ${AT_A_TIME}`
  return rows.map(({ boardId, boardIsFresh, sectionIds, ...account }) => ({ account, boardId, boardIsFresh, sectionIds }))
}
