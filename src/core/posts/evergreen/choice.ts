/** Chooses the pin of the pool that an evergreen slot publishes. @see docs/contract.md#evergreen */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { spacingDays } from '../../slots/spacing.js'
import type { Evergreen, NothingBecause } from './evergreen.js'
import { listTooNear } from './too-near.js'
import { isLive } from '../../lib/rows/live.js'

export type Choice = { kind: 'post'; postId: string } | { kind: 'nothing'; because: NothingBecause }

/** A pin of the pool in the rotation. `lastOutAt`: when it, or a repetition of it, last was published or will be. */
export type Turn = { postId: string; urlKey: string | null; spacingDays: number | null; lastOutAt: Date; runs: number }

/**
 * Returns the longest-unpublished pin that spacing currently allows at `at`, without checking that it can be paid for.
 * @param account its current row
 */
export async function chooseSource(sql: Sql, account: Account, at: Date): Promise<Choice> {
  const because = (reason: NothingBecause): Choice => ({ kind: 'nothing', because: reason })
  if ((await readState(sql, account)) === 'paused') return because('evergreen_paused')
  if (account.publishing === 'paused') return because('publishing_paused')
  if (account.holdSince) return because('account_on_hold')
  if (account.tokenStatus === 'unauthorized') return because('not_connected')
  const turns = await listTurns(sql, account)
  if (turns.length === 0) return because('empty_pool')
  const tooNear = await listTooNear(sql, account, turns, at)
  const turn = turns.find(({ urlKey }) => urlKey === null || !tooNear.has(urlKey))
  return turn ? { kind: 'post', postId: turn.postId } : because('spacing')
}

export async function readState(sql: Sql, { organizationId, id }: Account): Promise<Evergreen['state']> {
  const [row] = await sql<[{ state: Evergreen['state'] }]>`
    select evergreen as state
      from schedules
     where organization_id = ${organizationId} and account_id = ${id}`
  return row.state
}

/**
 * Lists the pool, the longest-unpublished first; a repetition counts while it is live, and at its time even if it is not
 * published yet.
 */
export async function listTurns(sql: Sql, account: Account, limit: number | null = null): Promise<Turn[]> {
  const { organizationId, id } = account
  const rows = await sql<Turn[]>`
    with copies as materialized (
      select c.source_post_id, max(coalesce(c.sent_at, c.send_at)) as last_out_at, count(*) filter (where c.status = 'sent')::int as runs
        from evergreen_posts e
        join posts c on c.organization_id = e.organization_id and c.source_post_id = e.post_id
       where e.organization_id = ${organizationId} and e.account_id = ${id}
         and ${isLive(sql, 'c')}
       group by c.source_post_id
    )
    select e.post_id as "postId", p.url_key as "urlKey", ${spacingDays(sql, account, sql`p.url_key`)} as "spacingDays",
           greatest(p.sent_at, c.last_out_at) as "lastOutAt", coalesce(c.runs, 0) as runs
      from evergreen_posts e
      join posts p on p.organization_id = e.organization_id and p.id = e.post_id
      left join copies c on c.source_post_id = e.post_id
     where e.organization_id = ${organizationId} and e.account_id = ${id}
     order by greatest(p.sent_at, c.last_out_at, e.last_run_at), e.post_id
     limit ${limit}`
  return [...rows]
}
