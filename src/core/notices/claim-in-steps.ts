/**
 * Claims notices on a cluster: one organization at a time, by what claim.ts finds due there, with single statements in a
 * transaction.
 */
import type { Rows } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import {
  accountOf,
  besideHead,
  channelOf,
  claimToStaff,
  claimToTeams,
  HEAD,
  headOf,
  isDue,
  isNext,
  nextOutboxDue,
  staffPlace,
} from './claim.js'
import { type OutboxRow, STAFF } from './outbox.js'

/** The number of staff messages to try, because other processes may have claimed the first. */
const TURNS = 10

/**
 * Works like claimOutbox(): one message for the staff, then organizations by their longest due notices. If the oldest belong to a
 * long, stuck queue, all due rows are read for the others.
 */
export async function claimOutboxEach(db: Rows, { now, limit }: { now: Date; limit: number }): Promise<OutboxRow[]> {
  const claimed = await claimForStaff(db, now)
  const claimFrom = async (organizations: Iterable<string>) => {
    for (const organizationId of organizations) {
      for (const from of [headOf(db.sql, now, organizationId), besideHead(db.sql, now, organizationId)]) {
        if (claimed.length >= limit) return
        claimed.push(...(await claimToTeams(db, { ...from, now, limit: limit - claimed.length, only: organizationId })))
      }
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
    const next = await nextOutboxDue(sql, now, organizationId)
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

/** Claims in the order of claimToStaff(), over all organizations, from the first whose message is still available. */
async function claimForStaff(db: Rows, now: Date): Promise<OutboxRow[]> {
  const { sql } = db
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
    const claimed = await claimToStaff(db, now, organizationId)
    if (claimed.length > 0) return claimed
  }
  return []
}
