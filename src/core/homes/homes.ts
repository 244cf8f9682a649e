/** What each person's Home shows, known to every process: on which page, and whether something has changed since. */
import { after } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'

export type HomeKey = { organizationId: string; teamId: string; slackUserId: string }

/** Longer than reading it and the call take. A Home whose publishing failed is tried again after it. */
const LEASE_MS = 30_000
const until = (now: Date) => after(now, LEASE_MS)

export type Begun = {
  number: string
  /** Of what it showed last; null: nobody knows. */
  fingerprint: string | null
  /** As it was stored: in the entry point's own shape. */
  page: unknown
}

/**
 * A Home is about to be read and published: what changes from now on makes it dirty again.
 * @param now real time @param isSeen its person opened it, or did something on it
 */
export async function beginHome(
  sql: Sql,
  { organizationId, teamId, slackUserId }: HomeKey,
  { isSeen }: { isSeen: boolean },
  now: Date,
): Promise<Begun> {
  const [before] = await sql<{ number: string; fingerprint: string | null }[]>`
    select number, fingerprint
      from homes
     where organization_id = ${organizationId} and slack_team_id = ${teamId} and slack_user_id = ${slackUserId}`
  const [{ number, page }] = await sql<[Omit<Begun, 'fingerprint'>]>`
    insert into homes as h (organization_id, slack_team_id, slack_user_id, seen_at, shown_at, lease_until)
    values (${organizationId}, ${teamId}, ${slackUserId}, ${now}, ${now}, ${until(now)})
    on conflict (organization_id, slack_team_id, slack_user_id) do update
       set number = h.number + 1, fingerprint = null, is_dirty = false, shown_at = excluded.shown_at, lease_until = excluded.lease_until,
           seen_at = case when ${isSeen} then excluded.seen_at else h.seen_at end
    returning number, page`
  // another publishing may have begun in between: then nobody knows
  const isNext = before !== undefined && BigInt(number) === BigInt(before.number) + 1n
  return { number, page, fingerprint: isNext ? before.fingerprint : null }
}

export type Shown = { accountId: string | null; page: object | null; fingerprint: string }

/**
 * It is published, or stood there already. Where another publishing began meanwhile nobody knows which of the two Slack has shown last:
 * it is dirty.
 */
export async function endHome(
  sql: Sql,
  { organizationId, teamId, slackUserId }: HomeKey,
  number: string,
  { accountId, page, fingerprint }: Shown,
): Promise<void> {
  await sql`
    update homes
       set account_id = case when number = ${number} then ${accountId}::bigint else account_id end,
           page = case when number = ${number} then ${page === null ? null : sql.json(page as never)}::jsonb else page end,
           fingerprint = case when number = ${number} then ${fingerprint} end,
           lease_until = case when number = ${number} then null else lease_until end,
           is_dirty = is_dirty or number <> ${number}
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and slack_user_id = ${slackUserId}` // never: postgres.js asks for its own JSON type
}

type Marked = {
  organizationId: string
  /** null: something that any of its accounts' Homes may show. */
  accountId: string | null
  /** As Actor.userId: theirs is published again anyway. */
  exceptUserId?: string | undefined
}

type OfAccount = { organizationId: string; accountId: string }

/**
 * Of these accounts those that markHomesDirty has something to mark for: read over all, so that the many whose Homes nobody has open cost
 * nothing. A Home that is dirty already is published after what was committed before this.
 */
export async function havingCleanHomes<A extends OfAccount>(sql: Sql, accounts: A[]): Promise<A[]> {
  const organizations = [...new Set(accounts.map(({ organizationId }) => organizationId))]
  const clean = await sql<{ organizationId: string; accountId: string | null }[]>`
    select distinct organization_id as "organizationId", account_id as "accountId"
      from homes
     where organization_id = any(${organizations}::bigint[])
       and not is_dirty`
  if (clean.length === 0) return []
  const keyOf = (organizationId: string, accountId: string | null) => `${organizationId} ${accountId ?? ''}`
  const wanted = new Set(clean.map((home) => keyOf(home.organizationId, home.accountId)))
  return accounts.filter(({ organizationId, accountId }) => [accountId, null].some((id) => wanted.has(keyOf(organizationId, id))))
}

/**
 * Something changed that the Homes of an account show: they are published again soon where they are open, else when they are
 * opened. Call it after the commit, on the pool. It waits for no more than one statement on one row: skipping what is locked
 * would lose a change whose Home is just being noted as published.
 * @returns how many were clean before
 */
export async function markHomesDirty(sql: Sql, { organizationId, accountId, exceptUserId = '' }: Marked): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    with clean as (
      select slack_team_id, slack_user_id
        from homes
       where organization_id = ${organizationId}
         and not is_dirty
         and (${accountId}::bigint is null or account_id = ${accountId} or account_id is null)
         and slack_team_id || ':' || slack_user_id <> ${exceptUserId}
       order by slack_team_id, slack_user_id
         for update
    ), marked as (
      update homes h
         set is_dirty = true
        from clean c
       where h.organization_id = ${organizationId}
         and h.slack_team_id = c.slack_team_id
         and h.slack_user_id = c.slack_user_id
      returning h.seen_at
    )
    select count(pg_notify('homes_dirty', ''))::int as count from marked`
  return row.count
}
