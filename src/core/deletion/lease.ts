/** Who works on a deletion: one process at a time, until it is done, its time is up, or its lease ran out and another one took over. */
import { after } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Deletion } from './begin.js'

/** A deletion that this process works on. */
export type TakenDeletion = Deletion & { leaseUntil: Date }

/** Three times what a tick works on one. */
const LEASE_MS = 120_000
/** With less than that left it is renewed. */
const RENEWED_BEFORE_MS = LEASE_MS / 2

const fromNow = (now: Date) => after(now, LEASE_MS)

/** The oldest that nobody works on. @param after an id: only those after it */
export async function takeDeletion(sql: Sql, now: Date, after: string): Promise<TakenDeletion | undefined> {
  const [taken] = await sql<TakenDeletion[]>`
    update deletions
       set lease_until = ${fromNow(now)}
     where id = (select id
                   from deletions
                  where finished_at is null
                    and id > ${after}
                    and (lease_until is null or lease_until <= ${now})
                  order by id
                  limit 1
                    for update skip locked)
    returning id, organization as "organizationId", account as "accountId", name, asked_at as "askedAt", lease_until as "leaseUntil"`
  return taken
}

/** Called before each step: a process that stood still for longer than its lease learns here that another one took over. */
export async function keepDeletion(sql: Sql, taken: TakenDeletion, now: Date): Promise<boolean> {
  if (taken.leaseUntil.getTime() - now.getTime() > RENEWED_BEFORE_MS) return true
  const leaseUntil = fromNow(now)
  const renewed = await sql`
    update deletions
       set lease_until = ${leaseUntil}
     where id = ${taken.id}
       and lease_until = ${taken.leaseUntil}`
  if (renewed.count === 1) taken.leaseUntil = leaseUntil
  return renewed.count === 1
}

/** @returns false: another process has it, or ended it, and nothing was written */
export async function leaveDeletion(
  sql: Sql,
  { id, leaseUntil }: TakenDeletion,
  { now, isDone, lastError }: { now: Date; isDone: boolean; lastError: string | null },
): Promise<boolean> {
  const left = await sql`
    update deletions
       set lease_until = null, last_error = ${lastError}, finished_at = ${isDone ? now : null}
     where id = ${id}
       and lease_until = ${leaseUntil}`
  return left.count === 1
}
