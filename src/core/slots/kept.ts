/**
 * Slots that are kept for requests for approval. While a request waits and is not overdue, others get later slots; a hold keeps
 * the slot, too. They are stored with the request: a slot whose time to decide ran out is open again without a write.
 */
import { urlKeyOf } from '../lib/http/url.js'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import type { Window } from './occurrences.js'

/** Why a request did not get the slot that it had. */
export type LostBecause = 'taken' | 'removed' | 'passed' | 'blackout'

/** The slot of an undecided request, for the search of others. */
export type Kept = {
  postId: string
  at: Date
  timeslotId: string | null
  title: string | null
  /** Spacing rules keep pins with the same link away from it, too. */
  urlKey: string | null
  /** False: overdue, so that others may take it. */
  isKept: boolean
}

/** True while `approvals a` is on hold: the same as holdNow() of its approval. */
export const isHeld = (sql: Sql, now: Date) =>
  sql`(a.held_by is not null and (a.held_until is null or a.held_until > ${now}::timestamptz))`

/** True while the slot of `approvals a` is kept. */
export const isKept = (sql: Sql, now: Date) => sql`(a.due_at > ${now} or ${isHeld(sql, now)})`

/** Reads the slots that undecided requests have, earliest first. @param window absent: all that are ahead */
export async function readKept(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  now: Date,
  window?: Window,
): Promise<Kept[]> {
  const from = window && window.after > now ? window.after : now
  const rows = await sql<(Omit<Kept, 'urlKey'> & { url: string | null })[]>`
    select a.post_id as "postId", a.kept_at as at, a.kept_timeslot_id as "timeslotId", p.title, p.url, ${isKept(sql, now)} as "isKept"
      from approvals a
      join posts p on p.organization_id = ${organizationId} and p.id = a.post_id
     where a.organization_id = ${organizationId} and a.account_id = ${id}
       and a.state = 'open'
       and a.kept_at is not null
       and a.kept_at > ${from}
       ${window ? sql`and a.kept_at <= ${window.until}` : sql``}
     order by a.kept_at, a.id`
  return rows.map(({ url, ...kept }) => ({ ...kept, urlKey: url && urlKeyOf(url) }))
}

/** Returns the slots that are kept from everybody but this pin. */
export const keptFromOthers = (kept: readonly Kept[], postId: string | null): Kept[] =>
  kept.filter((one) => one.isKept && one.postId !== postId)

/** Counts kept slots at each instant, by ms, on top of the given counts. */
export function withKept(live: ReadonlyMap<number, number>, kept: readonly Pick<Kept, 'at'>[]): Map<number, number> {
  const counts = new Map(live)
  for (const { at } of kept) counts.set(at.getTime(), (counts.get(at.getTime()) ?? 0) + 1)
  return counts
}

/** Marks the instants that requests let go as possibly open again, as posts do that leave theirs. */
export async function freeInstants(
  sql: Sql,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  instants: readonly Date[],
  now: Date,
): Promise<void> {
  const ahead = instants.filter((at) => at > now).map((at) => at.toISOString())
  if (ahead.length === 0) return
  await sql`
    insert into freed_instants (organization_id, account_id, at)
    select ${organizationId}, ${accountId}, at
      from unnest(${ahead}::timestamptz[]) as at`
}
