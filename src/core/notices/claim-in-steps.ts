/**
 * Claims notices on a cluster: one organization at a time, by what claim.ts finds due there, with single statements in a
 * transaction.
 */
import { after } from '../lib/duration.js'
import type { Db, Sql } from '../ports/deps.js'
import {
  accountOf,
  channelOf,
  claimedRow,
  dueToStaff,
  dueToTeams,
  firstDueOfQueues,
  HEAD,
  headOf,
  isDue,
  isNext,
  nextOf,
  OUTBOX_LEASE_MS,
  queues,
  staffPlace,
  staffQueues,
} from './claim.js'
import { type OutboxRow, STAFF } from './outbox.js'

/** The number of staff messages to try, because other processes may have claimed the first. */
const TURNS = 10

type Due = { id: string; place: string }

/**
 * Works like claimOutbox(): one message for the staff, then organizations by their longest due notices. If the oldest belong to a
 * long, stuck queue, all due rows are read for the others.
 */
export async function claimOutboxEach(
  db: Pick<Db, 'sql' | 'tx'>,
  { now, limit }: { now: Date; limit: number },
): Promise<OutboxRow[]> {
  const claimed = await claimForStaff(db, now)
  const claimFrom = async (organizations: Iterable<string>) => {
    for (const organizationId of organizations) {
      if (claimed.length >= limit) return
      claimed.push(...(await claimForTeams(db, organizationId, { now, limit: limit - claimed.length })))
    }
  }
  const head = await listHead(db.sql, isDue(db.sql, now))
  await claimFrom(head.organizations)
  if (head.isFull && claimed.length < limit)
    await claimFrom((await listWithFreePlaces(db.sql, now)).filter((id) => !head.organizations.has(id)))
  return claimed
}

/** Works like nextOutboxDue(), over the organizations whose notices are due first. */
export async function nextOutboxDueEach(sql: Sql, now: Date): Promise<Date | null> {
  const head = await listHead(sql, sql`o.due_at is not null`)
  let first: Date | null = null
  for (const organizationId of head.isFull ? await listWaiting(sql) : head.organizations) {
    const next = await nextOf(sql, now, organizationId)
    if (next !== null && (first === null || next < first)) first = next
  }
  return first
}

/** Reads organizations of the oldest rows. @returns isFull: there may be others */
async function listHead(sql: Sql, waits: ReturnType<typeof isDue>): Promise<{ organizations: Set<string>; isFull: boolean }> {
  const rows = await sql<{ organizationId: string }[]>`
    select o.organization_id as "organizationId"
      from outbox o
     where ${waits}
     order by o.due_at, o.id
     limit ${HEAD}`
  return { organizations: new Set(rows.map(({ organizationId }) => organizationId)), isFull: rows.length === HEAD }
}

async function listWaiting(sql: Sql): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select o.organization_id as "organizationId"
      from outbox o
     where o.due_at is not null
     group by o.organization_id
     order by min(o.due_at), o.organization_id
     limit ${HEAD}`
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * Lists organizations with something due in a free place, so that notices waiting for their channel do not delay other
 * organizations.
 */
async function listWithFreePlaces(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select o.organization_id as "organizationId"
      from outbox o
      left join accounts a
        on a.organization_id = o.organization_id
       and a.id = ${accountOf(sql)}
      left join outbox_places l
        on l.organization_id = o.organization_id
       and l.place = coalesce('channel:' || ${channelOf(sql)}, o.destination)
     where o.destination <> 'staff'
       and ${isDue(sql, now)}
       and (l.free_at is null or l.free_at <= ${now})
     group by o.organization_id
     order by min(o.due_at), o.organization_id
     limit ${HEAD}`
  return rows.map(({ organizationId }) => organizationId)
}

/** Claims in the order of dueToStaff(), over all organizations, from the first whose message is still available. */
async function claimForStaff({ sql, tx }: Pick<Db, 'sql' | 'tx'>, now: Date): Promise<OutboxRow[]> {
  const [taken] = await sql`select from shared_places where place = ${STAFF} and free_at > ${now}`
  if (taken) return []
  const turns = await sql<{ organizationId: string }[]>`
    select o.organization_id as "organizationId"
      from outbox o
      left join outbox_places l
        on l.organization_id = o.organization_id
       and l.place = ${staffPlace(sql, sql`o.notice ->> 'kind'`)}
     where o.destination = 'staff'
       and ${isDue(sql, now)}
       and ${isNext(sql, undefined)}
     order by o.notice ->> 'kind' = 'operatorAlert' desc, l.free_at nulls first, o.due_at, o.id
     limit ${TURNS}`
  for (const organizationId of new Set(turns.map((turn) => turn.organizationId))) {
    const [due] = await sql<Due[]>`
      with ${staffQueues(sql, organizationId)}, ${dueToStaff(sql, now, organizationId)}
      select id, place from due`
    const claimed = due ? await tx((own) => takeForStaff(own, organizationId, due, now)) : []
    if (claimed.length > 0) return claimed
  }
  return []
}

async function claimForTeams(
  { sql, tx }: Pick<Db, 'sql' | 'tx'>,
  organizationId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<OutboxRow[]> {
  const claimed: OutboxRow[] = []
  const parts = [
    { rows: headOf(sql, now, organizationId), queued: sql`` },
    { rows: firstDueOfQueues(sql, now, organizationId), queued: sql`${queues(sql, organizationId)},` }, // behind a long queue of one destination
  ]
  for (const { rows, queued } of parts) {
    const left = limit - claimed.length
    if (left <= 0) break
    const due = await sql<Due[]>`
      with ${queued} ${dueToTeams(sql, { now, limit: left, rows, only: organizationId })}
      select id, place from due`
    if (due.length > 0) claimed.push(...(await tx((own) => take(own, organizationId, due, now))))
  }
  return claimed
}

/** Claims rows; one that another process holds, or whose place is taken, is left for the next time. */
async function take(sql: Sql, organizationId: string, due: Due[], now: Date): Promise<OutboxRow[]> {
  const free = await sql<{ id: string }[]>`
    select o.id
      from outbox o
     where o.organization_id = ${organizationId}
       and o.id = any(${due.map(({ id }) => id)}::bigint[])
       and ${isDue(sql, now)}
     order by o.id
       for update skip locked`
  const mayGo = new Set(free.map(({ id }) => id))
  const claimed: OutboxRow[] = []
  for (const one of due.filter(({ id }) => mayGo.has(id)).sort((a, b) => (a.place < b.place ? -1 : 1)))
    if (await takePlace(sql, organizationId, one.place, now)) claimed.push(...(await lease(sql, organizationId, one, now)))
  return claimed
}

/** Claims the staff's channel, which all organizations share. */
async function takeForStaff(sql: Sql, organizationId: string, due: Due, now: Date): Promise<OutboxRow[]> {
  const channel = await sql`
    insert into shared_places as s (place, free_at)
    values (${STAFF}, ${after(now, OUTBOX_LEASE_MS)})
    on conflict (place) do update
       set free_at = excluded.free_at
     where s.free_at <= ${now}
    returning s.place`
  if (channel.length === 0) return []
  await sql`
    insert into outbox_places (organization_id, place, free_at)
    values (${organizationId}, ${due.place}, ${after(now, OUTBOX_LEASE_MS)})
    on conflict (organization_id, place) do update
       set free_at = excluded.free_at`
  return lease(sql, organizationId, due, now)
}

async function takePlace(sql: Sql, organizationId: string, place: string, now: Date): Promise<boolean> {
  const taken = await sql`
    insert into outbox_places as l (organization_id, place, free_at)
    values (${organizationId}, ${place}, ${after(now, OUTBOX_LEASE_MS)})
    on conflict (organization_id, place) do update
       set free_at = excluded.free_at
     where l.free_at <= ${now}
    returning l.place`
  return taken.length === 1
}

async function lease(sql: Sql, organizationId: string, { id, place }: Due, now: Date): Promise<OutboxRow[]> {
  return [
    ...(await sql<OutboxRow[]>`
    update outbox o
       set lease_until = ${after(now, OUTBOX_LEASE_MS)}, attempt = o.attempt + 1
     where o.organization_id = ${organizationId}
       and o.id = ${id}
       and ${isDue(sql, now)}
    returning ${claimedRow(sql, sql`${place}::text`)}`),
  ]
}
