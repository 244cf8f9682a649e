/** Claims Homes to publish again: those that changed while people have them open. */
import { after, before, MINUTE_MS } from '../lib/duration.js'
import type { Db, Sql } from '../ports/deps.js'
import { HOME_LEASE_MS, type HomeKey } from './homes.js'

/** People who opened it longer ago see the change when they open it again. */
export const WATCHED_FOR_MS = 15 * MINUTE_MS
/**
 * Three Homes in two seconds for each workspace, over all processes. @see https://docs.slack.dev/reference/methods/views.publish,
 * rate limit tier 4
 */
const PACE = { homes: 3, withinMs: 2000 }
const WORKSPACES_AT_A_TIME = 50

type Workspace = { organizationId: string; teamId: string }

/** @param now real time */
export async function claimHomes(db: Db, limit: number, now: Date): Promise<HomeKey[]> {
  const claimed: HomeKey[] = []
  for (const workspace of await listWorkspaces(db.sql, now)) {
    if (claimed.length >= limit) break
    claimed.push(...(await db.tx((sql) => claimIn(sql, workspace, limit - claimed.length, now))))
  }
  return claimed
}

const isWatched = (sql: Sql, now: Date) => sql`
  (is_dirty or lease_until is not null) and seen_at > ${before(now, WATCHED_FOR_MS)}`
const isDue = (sql: Sql, now: Date) => sql`${isWatched(sql, now)} and coalesce(lease_until <= ${now}, is_dirty)`

/** Returns whether any is due, now or soon, over all organizations. @param now real time */
export async function areHomesDue(sql: Sql, now: Date): Promise<boolean> {
  const rows = await sql`
    select 1
      from homes
     where ${isWatched(sql, now)}
     limit 1`
  return rows.length > 0
}

async function listWorkspaces(sql: Sql, now: Date): Promise<Workspace[]> {
  return sql<Workspace[]>`
    select organization_id as "organizationId", slack_team_id as "teamId"
      from homes
     where ${isDue(sql, now)}
     group by organization_id, slack_team_id
     order by min(shown_at)
     limit ${WORKSPACES_AT_A_TIME}`
}

/** Lets one process at a time count a workspace's recent publications; others skip it. */
async function claimIn(sql: Sql, { organizationId, teamId }: Workspace, room: number, now: Date): Promise<HomeKey[]> {
  const [turn] = await sql<[{ isOurs: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`homes:${organizationId}:${teamId}`}, 0)) as "isOurs"`
  if (!turn.isOurs) return []
  return sql<HomeKey[]>`
    with lately as (
      select count(*) as shown
        from homes
       where organization_id = ${organizationId}
         and slack_team_id = ${teamId}
         and shown_at > ${before(now, PACE.withinMs)}
    ), chosen as materialized (
      select slack_user_id
        from homes
       where organization_id = ${organizationId}
         and slack_team_id = ${teamId}
         and ${isDue(sql, now)}
       order by shown_at
       limit (select greatest(0, least(${room}, ${PACE.homes} - shown)) from lately)
         for update skip locked
    )
    update homes h
       set is_dirty = false, shown_at = ${now}, lease_until = ${after(now, HOME_LEASE_MS)}
      from chosen c
     where h.organization_id = ${organizationId}
       and h.slack_team_id = ${teamId}
       and h.slack_user_id = c.slack_user_id
    returning h.organization_id as "organizationId", h.slack_team_id as "teamId", h.slack_user_id as "slackUserId"`
}
