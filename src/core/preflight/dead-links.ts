/**
 * Holds pins with dead links, if the account wants it. Links are read in advance, and a pin uses only the known result, so no
 * website makes a pin late. @see docs/contract.md#dead-links
 */
import { repeatConcurrently } from '../lib/work/concurrency.js'
import { after, before, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import { type Finding, isDeadLink, type LinkDeath } from '../posts/state/finding.js'
import { addressOf } from './web/pages.js'
import { deathOf, type LinkAnswer, type ReadDeps, readLink } from './web/read-link.js'

/** How long before its time the link of a pin is read. */
const AHEAD_MS = 10 * MINUTE_MS
/** How long a dead link is believed: a page fixed an hour ago no longer holds its pin. */
export const BELIEVED_MS = 15 * MINUTE_MS
/** Reads at once in this process, as each may wait for a website. */
const AT_ONCE = 8
/** Real time of one run; the next does the rest. */
const BUDGET_MS = 45 * SECOND_MS
const AT_A_TIME = 500

/**
 * Returns why a pin would be held for its link now, from known results; undefined also if the team was notified of this link
 * before.
 */
export async function findDeath(
  sql: Sql,
  { organizationId, postId, url }: { organizationId: string; postId: string; url: string },
  now: Date,
): Promise<LinkDeath | undefined> {
  const address = addressOf('link', url)
  const [page] = await sql<{ answer: LinkAnswer }[]>`
    select w.answer
      from web_pages w
     where w.address = ${address}
       and w.is_dead
       and w.read_at > ${before(now, BELIEVED_MS)}
       and not exists (select 1
                         from link_holds h
                        where h.organization_id = ${organizationId} and h.post_id = ${postId} and h.address = ${address})`
  return page && deathOf(page.answer)
}

/** Notes the hold in its transaction, so that a pin is held only once for this link. */
export async function noteHold(
  sql: Sql,
  { organizationId, postId }: { organizationId: string; postId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into link_holds (organization_id, post_id, address, held_at)
    select p.organization_id, p.id, ${addressIn(sql)}, ${now}
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and p.url is not null
    on conflict do nothing`
}

/** The link of `p` (posts) as an address, computed as in addressOf(). */
const addressIn = (sql: Sql) => sql`sha256(convert_to('link ' || p.url, 'UTF8'))`

/** True for `p` (posts) of `a` (accounts) that a dead link would hold. A saved pin has no link of its own. */
export const mayBeHeld = (sql: Sql) => sql`
  a.holds_dead_links
  and p.url is not null
  and not exists (select 1
                    from link_holds h
                   where h.organization_id = p.organization_id and h.post_id = p.id and h.address = ${addressIn(sql)})`

/** Marks the findings that hold the pin at its time, by the account's current setting. */
export async function markHolds<Found extends { findings: Finding[] }>(
  sql: Sql,
  { organizationId, id }: { organizationId: string; id: string },
  found: Found,
): Promise<Found> {
  if (!found.findings.some(isDeadLink)) return found
  const holding = await sql`
    select
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${organizationId}
       and p.id = ${id}
       and p.status in ('draft', 'queued')
       and ${mayBeHeld(sql)}`
  if (holding.count === 0) return found
  return { ...found, findings: found.findings.map((one) => (isDeadLink(one) ? { ...one, holds: true } : one)) }
}

/**
 * True when nothing known of the link of `p` in `w` (web_pages) is valid at its due time. A working link is not read again within
 * a day.
 */
const isUnknown = (sql: Sql, now: Date) => sql`
  coalesce(case when w.is_dead then w.read_at <= greatest(p.due_at, ${now}) - ${`${BELIEVED_MS} ms`}::interval
                else w.fresh_until <= ${now} end, true)`

/**
 * Reads links of pins that are due soon or waiting, over all organizations in turn, shared among processes.
 * @param goesOn false: nothing further is begun
 */
export async function readLinksAhead(deps: ReadDeps & Pick<Deps, 'log'>, goesOn: () => boolean = () => true): Promise<number> {
  const { db, clock, log } = deps
  const waiting = await listUnknown(db.sql, clock())
  const endsAt = performance.now() + BUDGET_MS
  let read = 0
  await repeatConcurrently(AT_ONCE, async () => {
    const next = goesOn() && performance.now() < endsAt ? waiting.shift() : undefined
    if (!next) return false
    const { organizationId, url, dueAt } = next
    try {
      const now = clock()
      await readLink(deps, organizationId, url, { deadSince: before(dueAt > now ? dueAt : now, BELIEVED_MS) })
      read++
    } catch (error) {
      log.warn({ err: error }, 'a link could not be read ahead') // the next run tries it again
    }
    return true
  })
  return read
}

type UnknownLink = { organizationId: string; url: string; dueAt: Date }

async function listUnknown(sql: Sql, now: Date): Promise<UnknownLink[]> {
  return [
    ...(await sql<UnknownLink[]>`
    with upcoming as (
      select p.organization_id, p.url, min(p.due_at) as due_at
        from accounts a
        join posts p on p.organization_id = a.organization_id and p.account_id = a.id
        left join web_pages w on w.address = ${addressIn(sql)}
       where p.status = 'queued'
         and p.due_at <= ${after(now, AHEAD_MS)}
         and ${mayBeHeld(sql)}
         and ${isUnknown(sql, now)}
       group by p.organization_id, p.url
    ), placed as (
      select u.*, row_number() over (partition by u.organization_id order by u.due_at, u.url) as place
        from upcoming u
    )
    select organization_id as "organizationId", url, due_at as "dueAt"
      from placed
     order by place, due_at, organization_id
     limit ${AT_A_TIME}`),
  ]
}

/** Returns when a link is next to be read, so that a virtual clock stops before the pin's time. */
export async function nextLinkRead(sql: Sql, now: Date): Promise<Date | null> {
  const from = sql`p.due_at - ${`${AHEAD_MS} ms`}::interval`
  const [row] = await sql<[{ next: Date | null }]>`
    select min(case when w.is_dead is not true then greatest(${from}, w.fresh_until) else ${from} end) as next
      from accounts a
      join posts p on p.organization_id = a.organization_id and p.account_id = a.id
      left join web_pages w on w.address = ${addressIn(sql)}
     where p.status = 'queued'
       and p.due_at is not null
       and ${mayBeHeld(sql)}
       and case when w.is_dead then ${isUnknown(sql, now)}
                else w.fresh_until is null or w.fresh_until < p.due_at or w.fresh_until <= ${now} end`
  return row.next
}
