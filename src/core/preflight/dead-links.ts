/**
 * Dead links that hold their pins, where the account wants it. Links are read ahead, beside everything else; at its time a pin asks only what is
 * known: no website makes a pin late. @see docs/contract.md#dead-links
 */
import { repeatConcurrently } from '../lib/concurrency.js'
import { after, before, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import { type Finding, isDeadLink, type LinkDeath } from '../posts/state/finding.js'
import { addressOf } from './web/pages.js'
import { deathOf, type LinkAnswer, type ReadDeps, readLink } from './web/read-link.js'

/** So long before its time the link of a pin is read. */
const AHEAD_MS = 10 * MINUTE_MS
/** A dead link is believed so long: whoever fixed the page an hour ago has fixed the pin. */
export const BELIEVED_MS = 15 * MINUTE_MS
/** In this process. Each may wait for a website. */
const AT_ONCE = 8
/** Of one run, in real time: what is left over comes in the next. */
const BUDGET_MS = 45 * SECOND_MS
const AT_A_TIME = 500

/** Whether a pin would be held for its link now, by what is known: not one of which the team was notified. */
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

/** In the transaction that holds the pin: it is held once for this link. */
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

/** Of `p` (posts): its link, as addressOf() has it. */
const addressIn = (sql: Sql) => sql`sha256(convert_to('link ' || p.url, 'UTF8'))`

/** Of `p` (posts) and `a` (accounts): whether a dead link would hold it. A saved pin has no link of its own. */
export const mayBeHeld = (sql: Sql) => sql`
  a.holds_dead_links
  and p.url is not null
  and not exists (select 1
                    from link_holds h
                   where h.organization_id = p.organization_id and h.post_id = p.id and h.address = ${addressIn(sql)})`

/** With a mark on what holds the pin at its time, as the account has it now. */
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
 * Of `p`, which falls due then, and `w` (web_pages): whether nothing is known of its link that will do at its time. One that was there is not
 * read again within its day.
 */
const isUnknown = (sql: Sql, now: Date) => sql`
  coalesce(case when w.is_dead then w.read_at <= greatest(p.due_at, ${now}) - ${`${BELIEVED_MS} ms`}::interval
                else w.fresh_until <= ${now} end, true)`

/**
 * Links of pins that fall due soon or wait already, over all organizations: round-robin, so that one with many leaves room for the others.
 * Every process takes its share.
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

/** When there is next a link to read, so that a virtual clock stops before the pin's time. */
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
