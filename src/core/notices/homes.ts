/** The state of each person's Home, shared by all processes: its page, and whether something has changed since. */
import { after } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'

export type HomeKey = { organizationId: string; teamId: string; slackUserId: string }

/** Longer than reading and the call take. A Home whose publishing failed is tried again after it. */
export const HOME_LEASE_MS = 30_000
const until = (now: Date) => after(now, HOME_LEASE_MS)

export type Begun = {
  number: string
  /** The hash of what it last showed; null: unknown. */
  fingerprint: string | null
  /** The page as stored, in the entry point's own shape. */
  page: unknown
}

/**
 * Begins to read and publish a Home: changes from now on make it dirty again. `isSeen`: its person opened it, or acted on it.
 * @param now real time
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
  // another publishing may have begun in between: then the last state is unknown
  const isNext = before !== undefined && BigInt(number) === BigInt(before.number) + 1n
  return { number, page, fingerprint: isNext ? before.fingerprint : null }
}

export type Shown = { accountId: string | null; page: object | null; fingerprint: string }

/**
 * Ends a publishing, or one that was not needed. If another began meanwhile, it is unknown which one Slack shows, so the Home is
 * dirty.
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
  /** null: a change that the Home of any account may show. */
  accountId: string | null
  /** An Actor.userId: this person's Home is published anyway. */
  exceptUserId?: string | undefined
}

type OfAccount = { organizationId: string; accountId: string }

/**
 * Returns the accounts for which markHomesDirty() has something to mark, by one read over all, so that accounts without open
 * Homes cost nothing. A dirty Home will be published after this commit anyway.
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
 * Marks the Homes of an account as changed: open ones are published again soon, others when they are opened. Call it after the
 * commit, on the pool. It waits for locked rows, which are held briefly: skipping them could lose a change to a Home that is just
 * being published.
 * @returns the number that were clean before
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
