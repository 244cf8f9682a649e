/** What the patrol found: published pins whose links lead nowhere, each with a link to lead to in its place where one is known. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { readIdCursor, writeIdCursor } from '../lib/rows/cursor.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Finding } from '../posts/state/finding.js'

/** Where a proposed link comes from: the end of the redirect, an entry of a feed with the pin's title, a newer pin with it. */
export const PROPOSED_BY = ['redirect', 'feed', 'pin'] as const
export type Proposal = { url: string; from: (typeof PROPOSED_BY)[number] }

export type LinkFound = {
  postId: string
  pinId: string
  title: string | null
  url: string
  finding: Finding
  /** When it was first seen. */
  since: Date
  proposal: Proposal | null
}

/** True for `r` (patrolled_pins) with a finding of the link that `p` (posts) has now, which was seen on two days. */
export const isFound = (sql: Sql) =>
  sql`
  r.finding is not null and r.confirmed_at is not null and r.url = p.url and p.status = 'sent' and p.pin_deleted_at is null`

type Row = Omit<LinkFound, 'proposal'> & { feedUrl: string | null; pinUrl: string | null }

/**
 * Lists published pins whose links lead nowhere, the newest pin first.
 * @param cursor that the previous page returned
 * @throws NOT_FOUND the account · BAD_REQUEST cursor
 */
export async function listLinksFound(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, limit, cursor }: { accountId: string; limit: number; cursor: string | null },
): Promise<{ findings: LinkFound[]; cursor: string | null }> {
  const list = ['patrol', accountId]
  const below = cursor === null ? null : readIdCursor(cursor, list)
  const account = await requireAccount(sql, actor, accountId)
  const rows = await readFound(sql, account, { below, limit: limit + 1 })
  const findings = rows.slice(0, limit)
  const last = findings.at(-1)
  return { findings, cursor: rows.length > limit && last ? writeIdCursor(last.postId, list) : null }
}

/** Counts published pins whose links lead nowhere. */
export async function countLinksFound(sql: Sql, { organizationId, id }: Pick<Account, 'organizationId' | 'id'>): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from patrolled_pins r
      join posts p on p.organization_id = ${organizationId} and p.id = r.post_id
     where r.organization_id = ${organizationId}
       and r.account_id = ${id}
       and ${isFound(sql)}`
  return row.count
}

/** True while the link of this pin leads nowhere. */
export async function isLinkFound(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  postId: string,
): Promise<boolean> {
  if (!isRowId(postId)) return false
  const found = await sql`
    select
      from patrolled_pins r
      join posts p on p.organization_id = ${organizationId} and p.id = r.post_id
     where r.organization_id = ${organizationId}
       and r.account_id = ${id}
       and r.post_id = ${postId}
       and ${isFound(sql)}`
  return found.length > 0
}

/** The newest pins of the account, among which one with the same title is looked for. */
const MOST_COMPARED = 5000

async function readFound(
  sql: Sql,
  { organizationId, id }: Account,
  { below, limit }: { below: string | null; limit: number },
): Promise<LinkFound[]> {
  const rows = await sql<Row[]>`
    with found as materialized (
      select r.post_id, p.pin_id, p.title, p.url, p.url_key, r.finding, r.found_at
        from patrolled_pins r
        join posts p on p.organization_id = ${organizationId} and p.id = r.post_id
       where r.organization_id = ${organizationId}
         and r.account_id = ${id}
         and ${isFound(sql)}
         and (${below}::bigint is null or r.post_id < ${below})
       order by r.post_id desc
       limit ${limit}
    ), sound as materialized (
      select distinct on (lower(p.title)) lower(p.title) as title, p.url
        from (select *
                from posts
               where organization_id = ${organizationId} and account_id = ${id} and status = 'sent'
               order by sent_at desc
               limit ${MOST_COMPARED}) p
       where p.url is not null
         and p.pin_deleted_at is null
         and lower(p.title) in (select lower(title) from found)
         and p.url not in (select url from found)
         and exists (select 1
                       from patrolled_pins r
                      where r.organization_id = ${organizationId} and r.post_id = p.id and r.url = p.url and r.finding is null)
       order by lower(p.title), p.sent_at desc
    ), entries as materialized (
      select distinct on (lower(e.title)) lower(e.title) as title, e.url
        from feed_entries e
       where e.organization_id = ${organizationId}
         and e.account_id = ${id}
         and lower(e.title) in (select lower(title) from found)
         and e.url not in (select url from found)
       order by lower(e.title), e.found_at desc
    )
    select f.post_id as "postId", f.pin_id as "pinId", f.title, f.url, f.finding, f.found_at as since, e.url as "feedUrl", s.url as "pinUrl"
      from found f
      left join entries e on e.title = lower(f.title)
      left join sound s on s.title = lower(f.title)
     order by f.post_id desc`
  return rows.map(({ feedUrl, pinUrl, ...found }) => ({ ...found, proposal: proposalOf(found.finding, feedUrl, pinUrl) }))
}

/** A redirect to the home page is no proposal: nobody who clicked the pin finds there what it showed. */
function proposalOf(finding: Finding, feedUrl: string | null, pinUrl: string | null): Proposal | null {
  if (finding.code === 'link_redirects' && finding.kind === 'elsewhere' && finding.to !== null)
    return { url: finding.to, from: 'redirect' }
  if (feedUrl !== null) return { url: feedUrl, from: 'feed' }
  return pinUrl === null ? null : { url: pinUrl, from: 'pin' }
}
