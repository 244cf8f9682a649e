/**
 * `sending` is on disk before a request leaves, so that the recovery of a dead attempt knows whether its pin may exist.
 * Attempts that are ready at the same time share one commit; each has its own fence and its own result.
 */
import { makeBatcher } from '../../../lib/batcher.js'
import type { Clock, Db, Sql } from '../../../ports/deps.js'
import type { AttemptKey } from '../model/attempt.js'
import type { Payload } from '../model/payload.js'
import { durable } from '../model/durable.js'

/** `attempt` as it is, and not a copy: there is one for each pin. */
export type Sending = { attempt: AttemptKey; payload: Payload }
/**
 * `beganAt`: by performance.now(), not after the database checked the lease. `databaseAt`: what its clock said, later than
 * `beganAt`. null: the post is no longer this worker's.
 */
export type Permission = { beganAt: number; databaseAt: Date } | null

const AT_A_TIME = 100

/** @returns a function that resolves to whether an attempt may send, once that is written; throws what the database throws */
export function makeCommitSending({
  db,
  clock,
}: {
  db: Pick<Db, 'sql'>
  clock: Clock
}): (sending: Sending) => Promise<Permission> {
  return makeBatcher<Sending, Permission>({
    most: AT_A_TIME,
    async together(all) {
      const beganAt = performance.now()
      const written = await writeTogether(db.sql, all, clock())
      return all.map((one) => {
        const databaseAt = written.get(keyOf(one.attempt))
        return databaseAt && { beganAt, databaseAt }
      })
    },
    async alone(one) {
      const beganAt = performance.now()
      const databaseAt = await writeAlone(db.sql, one, clock())
      return databaseAt ? { beganAt, databaseAt } : null
    },
  })
}

/**
 * The fence: this very attempt, not ended by anybody, its post still in flight with it and its lease alive. Taking a post away
 * changes the attempt's state in the same transaction, so the attempt's row alone decides between two. And its account was not
 * disconnected since it was claimed: the worker still has the token in memory.
 */
const mayStillSend = (sql: Sql, now: Date) => sql`
  a.state in ('claimed', 'prepared', 'sending')
  and p.organization_id = a.organization_id
  and p.id = a.post_id
  and p.attempt_number = a.number
  and case when p.status = 'uploading' then p.lease_until > ${now} end -- so written each is found by its key
  and (select c.disconnected_at is null
         from accounts c
        where c.organization_id = p.organization_id and c.id = p.account_id)`

async function writeAlone(
  sql: Sql,
  { attempt: { organizationId, postId, attemptNumber }, payload }: Sending,
  now: Date,
): Promise<Date | undefined> {
  const [written] = await sql<{ databaseAt: Date }[]>`
    with durable as (${durable(sql)})
    update publish_attempts a
       set state = 'sending', payload = ${sql.json(payload)}, sending_at = ${now}
      from posts p, durable
     where a.organization_id = ${organizationId}
       and a.post_id = ${postId}
       and a.number = ${attemptNumber}
       and ${mayStillSend(sql, now)}
    returning clock_timestamp() as "databaseAt"`
  return written?.databaseAt
}

/** One that somebody holds just now is left out: it asks again by itself, and the others do not wait for it. */
async function writeTogether(sql: Sql, all: Sending[], now: Date): Promise<Map<string, Date>> {
  const written = await sql<(AttemptKey & { databaseAt: Date })[]>`
    with durable as (${durable(sql)}), mine as (
      select a.organization_id, a.post_id, a.number, w.payload
        from unnest(${all.map(({ attempt }) => attempt.organizationId)}::bigint[], ${all.map(({ attempt }) => attempt.postId)}::bigint[],
                    ${all.map(({ attempt }) => attempt.attemptNumber)}::int[], ${all.map((one) => JSON.stringify(one.payload))}::text[])
             as w(organization_id, post_id, number, payload)
        join publish_attempts a on a.organization_id = w.organization_id and a.post_id = w.post_id and a.number = w.number
        join posts p on p.organization_id = w.organization_id and p.id = w.post_id
       where ${mayStillSend(sql, now)}
       order by a.organization_id, a.post_id
         for no key update of a skip locked
    )
    update publish_attempts a
       set state = 'sending', payload = m.payload::jsonb, sending_at = ${now}
      from mine m, durable
     where a.organization_id = m.organization_id
       and a.post_id = m.post_id
       and a.number = m.number
    returning a.organization_id as "organizationId", a.post_id as "postId", a.number as "attemptNumber",
              clock_timestamp() as "databaseAt"`
  return new Map(written.map((one) => [keyOf(one), one.databaseAt]))
}

const keyOf = ({ organizationId, postId, attemptNumber }: AttemptKey) => `${organizationId} ${postId} ${attemptNumber}`
