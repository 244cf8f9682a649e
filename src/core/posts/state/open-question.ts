/** The requests that keep the outcome of a post unknown. */
import type { Sql } from '../../ports/deps.js'
import { failureMessage } from './failure-messages.js'

/**
 * True for `publish_attempts u` that are not settled. `absent` counts, because a pin may show later than the last read-back; one
 * that a person has ruled out does not.
 */
export const isUnresolved = (sql: Sql) => sql`
  u.state in ('unknown', 'absent', 'ambiguous') and u.sending_at is not null and u.payload is not null and u.ruled_out_at is null`

const OUTCOME_UNKNOWN = { code: 'outcome_unknown' } as const

/**
 * The failure for queued `posts p` that are unscheduled: that of an earlier scheduling with an outcome that is still unknown,
 * else null. One attempt without a trace does not count, because it is retried once; without `reported_unknown_at`, older
 * failures are recognized by how their attempts ended.
 */
export const isQuestionOpen = (sql: Sql, organizationId: string) => sql`
  (select jsonb_build_object('reason', 'outcome_unknown', 'message', ${failureMessage(OUTCOME_UNKNOWN)}::text,
                             'cause', ${sql.json(OUTCOME_UNKNOWN)}::jsonb, 'failedAt',
                             ${isoOf(sql, sql`coalesce(max(u.reported_unknown_at), max(u.settled_at))`)},
                             'sendAt', ${isoOf(sql, sql`u.send_at`)})
     from publish_attempts u
    where u.organization_id = ${organizationId}
      and u.post_id = p.id
      and (u.reported_unknown_at is not null or u.send_at <> p.send_at)
      and ${isUnresolved(sql)}
    group by u.send_at
   having bool_or(u.reported_unknown_at is not null or u.state = 'ambiguous') or count(*) filter (where u.state = 'absent') > 1
    order by max(u.number) desc
    limit 1)`

/** Formats an instant as a failure's times are stored. */
const isoOf = (sql: Sql, at: ReturnType<Sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
