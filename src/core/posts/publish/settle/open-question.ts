/** What a team was asked of a pin, and has not answered, is asked as long as the post is a draft: also after it was on the schedule again. */
import type { Sql } from '../../../ports/deps.js'
import { failureMessage } from './failure-messages.js'
import { isUnresolved } from '../model/unresolved-attempts.js'

/**
 * The failure of a post that is taken off the schedule, of `p` (posts, queued): as it was told when an earlier scheduling ended with an unknown
 * outcome and nobody has said since what became of it; else null. One attempt without a trace is no such end, for it is tried once more.
 */
export const isQuestionOpen = (sql: Sql) => sql`
  (select jsonb_build_object('reason', 'outcome_unknown', 'message', ${failureMessage('outcome_unknown')}::text,
                             'failedAt', ${isoOf(sql, sql`max(u.settled_at)`)}, 'sendAt', ${isoOf(sql, sql`u.send_at`)})
     from publish_attempts u
    where u.organization_id = p.organization_id
      and u.post_id = p.id
      and u.send_at <> p.send_at
      and ${isUnresolved(sql)}
    group by u.send_at
   having bool_or(u.state = 'ambiguous') or count(*) filter (where u.state = 'absent') > 1
    order by max(u.number) desc
    limit 1)`

/** As the times of a failure are written. */
const isoOf = (sql: Sql, at: ReturnType<Sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
