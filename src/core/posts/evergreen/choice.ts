/** Chooses the pin of the pool that an evergreen slot publishes. @see docs/contract.md#evergreen */
import type { Account } from '../../accounts/account.js'
import { dayOf, zoneOf } from '../../accounts/digest-times.js'
import type { Sql } from '../../ports/deps.js'
import { endOf, isInSeason, type Limited } from '../../slots/evergreen-limits.js'
import { readGuard, whyClosed } from '../../slots/guard.js'
import { spacingDays } from '../../slots/spacing.js'
import type { Evergreen, NothingBecause } from './evergreen.js'
import { listTooNear } from './too-near.js'
import { isLive } from '../../lib/rows/live.js'

export type Choice = { kind: 'post'; postId: string } | { kind: 'nothing'; because: NothingBecause }

/** A pin of the pool in the rotation. `lastOutAt`: when it, or a repetition of it, last was published or will be. */
export type Turn = {
  postId: string
  urlKey: string | null
  spacingDays: number | null
  lastOutAt: Date
  runs: number
  limits: Limited
  /** The patrol last found that its link leads nowhere, as that of a repetition would. */
  leadsNowhere: boolean
  /** Somebody has requested its deletion from Pinterest, which is not over yet. */
  isGoing: boolean
}

/**
 * Returns the longest-unpublished pin that spacing currently allows at `at`, without checking that it can be paid for.
 * @param account its current row
 */
export async function chooseSource(sql: Sql, account: Account, at: Date, now: Date): Promise<Choice> {
  const because = (reason: NothingBecause): Choice => ({ kind: 'nothing', because: reason })
  if ((await readState(sql, account)) === 'paused') return because('evergreen_paused')
  if (account.publishing === 'paused') return because('publishing_paused')
  if (account.holdSince) return because('account_on_hold')
  if (account.tokenStatus === 'unauthorized') return because('not_connected')
  const closed = whyClosed(await readGuard(sql, account, { postId: null }, now), at)
  if (closed) return because(closed)
  const day = dayOf(at, zoneOf(account))
  const left = (await listTurns(sql, account)).filter(({ limits, isGoing }) => endOf(limits, day) === null && !isGoing)
  if (left.length === 0) return because('empty_pool')
  const turns = left.filter(({ limits }) => isInSeason(limits, day))
  if (turns.length === 0) return because('out_of_season')
  const sound = turns.filter(({ leadsNowhere }) => !leadsNowhere)
  if (sound.length === 0) return because('dead_links')
  const tooNear = await listTooNear(sql, account, sound, at)
  const turn = sound.find(({ urlKey }) => urlKey === null || !tooNear.has(urlKey))
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
 * published yet. What has ended is there, too.
 */
export async function listTurns(sql: Sql, account: Account): Promise<Turn[]> {
  const { organizationId, id } = account
  const rows = await sql<(Omit<Turn, 'limits'> & Limited)[]>`
    with copies as materialized (
      select c.source_post_id, max(coalesce(c.sent_at, c.send_at)) as last_out_at,
             count(*) filter (where c.status = 'sent')::int as runs,
             count(*) filter (where c.created_at >= e.added_at)::int as made
        from evergreen_posts e
        join posts c on c.organization_id = e.organization_id and c.source_post_id = e.post_id
       where e.organization_id = ${organizationId} and e.account_id = ${id}
         and ${isLive(sql, 'c')}
       group by c.source_post_id
    )
    select e.post_id as "postId", p.url_key as "urlKey", ${spacingDays(sql, account, sql`p.url_key`)} as "spacingDays",
           greatest(p.sent_at, c.last_out_at) as "lastOutAt", coalesce(c.runs, 0) as runs,
           e.until_day::text as until, e.at_most as "atMost", e.months::int[] as months, coalesce(c.made, 0) as made,
           exists (select 1
                     from patrolled_pins f
                    where f.organization_id = ${organizationId} and f.post_id = p.id and f.url = p.url and f.finding is not null) as "leadsNowhere",
           exists (select 1
                     from pin_edits d
                    where d.organization_id = ${organizationId} and d.post_id = p.id and d.kind = 'delete' and d.settled_at is null) as "isGoing"
      from evergreen_posts e
      join posts p on p.organization_id = e.organization_id and p.id = e.post_id
      left join copies c on c.source_post_id = e.post_id
     where e.organization_id = ${organizationId} and e.account_id = ${id}
     order by greatest(p.sent_at, c.last_out_at, e.last_run_at), e.post_id`
  return rows.map(({ until, atMost, months, made, ...turn }) => ({ ...turn, limits: { until, atMost, months, made } }))
}
