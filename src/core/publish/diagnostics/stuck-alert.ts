/** Alerts the operator to what is stuck and does not recover by itself. */
import { before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import { isMissed } from '../../notices/notices.js'
import { alertOperator } from '../../notices/operator-alert.js'
import type { Deps, Sql } from '../../ports/deps.js'

/** Read-backs end ten minutes after the request: an outcome that is unknown for longer has a board that cannot be read. */
const UNKNOWN_ALERT_AFTER_MS = 15 * MINUTE_MS
/** The most alerts of each kind a day. */
const AT_A_TIME = 10

/**
 * Alerts the operator, over all organizations. A stalled loop is not reported here, since it may be this one: /health/ready and
 * the metrics show it.
 */
export async function alertStuck({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  for (const { organizationId: seenFor, ...account } of await listUnknown(db.sql, before(now, UNKNOWN_ALERT_AFTER_MS))) {
    const alert = {
      subject: 'stuck',
      seenFor,
      cause: `unknown ${seenFor} ${account.accountId}`,
      message: unknownText(account),
    } as const
    await alertOperator({ db }, alert, now)
  }
  for (const { organizationId: seenFor, ...dead } of await listCauses(db.sql, before(now, DAY_MS))) {
    const alert = { subject: 'stuck', seenFor, cause: `dead ${dead.error}`, message: deadText(dead) } as const
    await alertOperator({ db }, alert, now)
  }
}

type Unknown = { organizationId: string; accountId: string; username: string; pins: number; postId: string; since: Date }

/** Lists unknown outcomes by account, each with its oldest. */
async function listUnknown(sql: Sql, sentBefore: Date): Promise<Unknown[]> {
  const rows = await sql<Unknown[]>`
    select a.organization_id as "organizationId", a.id as "accountId", a.username, count(*)::int as pins, min(t.sending_at) as since,
           (array_agg(p.id order by t.sending_at))[1] as "postId"
      from posts p
      join publish_attempts t on t.organization_id = p.organization_id and t.post_id = p.id and t.number = p.attempt_number
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.status = 'uploading'
       and t.state = 'unknown'
       and t.sending_at <= ${sentBefore}
     group by a.organization_id, a.id
     order by min(t.sending_at)
     limit ${AT_A_TIME}`
  return [...rows]
}

type Cause = { organizationId: string; error: string; letters: number }

/**
 * Lists the causes of undelivered notices, without notices that could not reach the staff: the alert would not reach them either.
 */
async function listCauses(sql: Sql, diedAfter: Date): Promise<Cause[]> {
  const rows = await sql<Cause[]>`
    select min(organization_id) as "organizationId", coalesce(last_error, '') as error, count(*)::int as letters
      from outbox
     where dead_at > ${diedAfter}
       and destination <> 'staff'
       and ${isMissed(sql)}
     group by coalesce(last_error, '')
     order by count(*) desc, 2
     limit ${AT_A_TIME}`
  return [...rows]
}

const unknownText = ({ accountId, username, pins, postId, since }: Omit<Unknown, 'organizationId'>) =>
  `Pinterest did not say whether it published ${pins === 1 ? '1 pin' : `${pins} pins`} of account ${accountId} (${username}), ` +
  `${pins === 1 ? '' : 'the oldest '}post ${postId}, since ${since.toISOString().slice(0, 19)}Z, and its board cannot be read. ` +
  'Nothing else goes to that board meanwhile. What is known of it, and how to settle it: npm run admin -- attempts'

const deadText = ({ error, letters }: Omit<Cause, 'organizationId'>) =>
  `${letters === 1 ? '1 notice' : `${letters} notices`} reached nobody in the last day: "${error}". ` +
  'Which ones, and how to try them again once that is fixed: npm run admin -- outbox'
