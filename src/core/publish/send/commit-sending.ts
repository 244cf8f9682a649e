/**
 * Writes `sending` to disk before a request leaves, so that the recovery of a dead attempt knows whether its pin may exist.
 * Attempts that are ready at the same time share one commit; each has its own fence and its own result.
 */
import { makeBatcher } from '../../lib/work/batcher.js'
import { eachOrganization, organizationOr, within } from '../../lib/rows/by-organization.js'
import type { Clock, Db, Sql } from '../../ports/deps.js'
import type { AttemptKey } from '../model/attempt.js'
import type { Payload } from '../model/payload.js'
import { durable } from '../model/durable.js'

/** `attempt`: the object itself and not a copy, because there is one for each pin. */
export type Sending = { attempt: AttemptKey; payload: Payload }
/**
 * `beganAt`: by performance.now(), before the database checked the lease. `databaseAt`: the database's clock, read after
 * `beganAt`. null: the post is no longer this worker's.
 */
export type Permission = { beganAt: number; databaseAt: Date } | null

const AT_A_TIME = 100

/**
 * Makes the commit function. @returns a function that resolves to whether an attempt may send, once that is written; throws what
 * the database throws
 */
export function makeCommitSending({ db, clock }: { db: DbToWrite; clock: Clock }): (sending: Sending) => Promise<Permission> {
  return makeBatcher<Sending, Permission>({
    most: AT_A_TIME,
    async together(all) {
      const beganAt = performance.now()
      const written = await writeAll(db, all, clock())
      return all.map((one) => {
        const databaseAt = written.get(keyOf(one.attempt))
        return databaseAt && { beganAt, databaseAt }
      })
    },
    async alone(one) {
      const beganAt = performance.now()
      const databaseAt = await writeAlone(db, one, clock())
      return databaseAt ? { beganAt, databaseAt } : null
    },
  })
}

/**
 * The fence: the attempt is not ended, its post is in flight with it, and its lease is alive; taking over a post changes the
 * attempt's state in the same transaction, so the attempt's row alone decides. Since the claim its account was neither
 * disconnected, while the worker still has the token in memory, nor put on hold, unless this pin is the probe.
 */
const mayStillSend = (sql: Sql, now: Date, organizationId?: string) => sql`
  a.state in ('claimed', 'sending')
  and p.organization_id = a.organization_id
  and p.id = a.post_id
  and p.attempt_number = a.number
  and case when p.status = 'uploading' then p.lease_until > ${now} end -- so written each is found by its key
  and (select c.disconnected_at is null and (c.hold_since is null or c.hold_probe_post_id = p.id)
         from accounts c
        where c.organization_id = ${organizationOr(sql, 'p', organizationId)} and c.id = p.account_id)
  ${within(sql, 'a', organizationId)} ${within(sql, 'p', organizationId)}`

/**
 * The parts that a cluster cannot plan beside a write are left out there, and each of its nodes must be set to wait for its disk.
 * @see docs/citus.md
 */
const beside = (sql: Sql, organizationId: string | undefined) =>
  organizationId === undefined
    ? { durable: sql`durable as (${durable(sql)}),`, from: sql`, durable`, databaseAt: sql`clock_timestamp()` }
    : { durable: sql``, from: sql``, databaseAt: sql`null::timestamptz` }

type DbToWrite = Pick<Db, 'sql' | 'isDistributed'>
type Written = AttemptKey & { databaseAt: Date }

async function writeAlone(db: DbToWrite, sending: Sending, now: Date): Promise<Date | undefined> {
  const { organizationId, postId, attemptNumber } = sending.attempt
  if (await db.isDistributed()) return (await writeEach(db, [sending], now)).get(keyOf(sending.attempt))
  const { sql } = db
  const [written] = await sql<{ databaseAt: Date }[]>`
    with durable as (${durable(sql)})
    update publish_attempts a
       set state = 'sending', payload = ${sql.json(sending.payload)}, sending_at = ${now}
      from posts p, durable
     where a.organization_id = ${organizationId}
       and a.post_id = ${postId}
       and a.number = ${attemptNumber}
       and ${mayStillSend(sql, now)}
    returning clock_timestamp() as "databaseAt"`
  return written?.databaseAt
}

async function writeAll(db: DbToWrite, all: Sending[], now: Date): Promise<Map<string, Date>> {
  if (await db.isDistributed()) return writeEach(db, all, now)
  const written = await writeTogether(db.sql, all, { now, locked: 'skip' })
  return new Map(written.map((one) => [keyOf(one), one.databaseAt]))
}

/** Writes those of each organization in a statement of its own, and then reads the database's clock. */
async function writeEach({ sql }: DbToWrite, all: Sending[], now: Date): Promise<Map<string, Date>> {
  const locked = all.length === 1 ? 'wait' : 'skip'
  const keyed = all.map((one) => ({ organizationId: one.attempt.organizationId, one }))
  const written = await eachOrganization(keyed, (organizationId, theirs) =>
    writeTogether(
      sql,
      theirs.map(({ one }) => one),
      { now, locked, organizationId },
    ),
  )
  const [clock] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  return new Map(written.map((one) => [keyOf(one), clock.now]))
}

type WriteOptions = { now: Date; locked: 'wait' | 'skip'; organizationId?: string }

/**
 * Writes several attempts in one statement.
 * @param locked `wait`: for a lock on an attempt · `skip`: a locked one is left out and retried alone, so that the others do not
 * wait for it
 * @param organizationId of all of them; absent: they are of several
 */
async function writeTogether(sql: Sql, all: Sending[], { now, locked, organizationId }: WriteOptions): Promise<Written[]> {
  const { durable, from, databaseAt } = beside(sql, organizationId)
  return sql<Written[]>`
    with ${durable} mine as (
      select a.organization_id, a.post_id, a.number, w.payload
        from unnest(${all.map(({ attempt }) => attempt.organizationId)}::bigint[], ${all.map(({ attempt }) => attempt.postId)}::bigint[],
                    ${all.map(({ attempt }) => attempt.attemptNumber)}::int[], ${all.map((one) => JSON.stringify(one.payload))}::text[])
             as w(organization_id, post_id, number, payload)
        join publish_attempts a on a.organization_id = w.organization_id and a.post_id = w.post_id and a.number = w.number
        join posts p on p.organization_id = w.organization_id and p.id = w.post_id
       where ${mayStillSend(sql, now, organizationId)}
       order by a.organization_id, a.post_id
         for no key update of a ${locked === 'skip' ? sql`skip locked` : sql``}
    )
    update publish_attempts a
       set state = 'sending', payload = m.payload::jsonb, sending_at = ${now}
      from mine m ${from}
     where a.organization_id = m.organization_id
       and a.post_id = m.post_id
       and a.number = m.number ${within(sql, 'a', organizationId)}
    returning a.organization_id as "organizationId", a.post_id as "postId", a.number as "attemptNumber", ${databaseAt} as "databaseAt"`
}

const keyOf = ({ organizationId, postId, attemptNumber }: AttemptKey) => `${organizationId} ${postId} ${attemptNumber}`
