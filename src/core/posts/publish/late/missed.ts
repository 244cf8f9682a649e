/** Posts that missed their day, or fell due while their account is paused and set to fail them then. */
import { before } from '../../../lib/duration.js'
import type { Account } from '../../../accounts/account.js'
import { accountColumns } from '../../../accounts/accounts.js'
import type { FailureReason } from '../../../ports/notice.js'
import type { Sql } from '../../../ports/deps.js'
import { MISSED_AFTER_MS } from './lateness.js'
import { failDraft } from '../settle/failed.js'
import { failureMessage } from '../settle/failure-messages.js'
import { behind, cursorOf, type Place } from '../queue/process-posts.js'

/** Of `a` (accounts): an admin paused it so. Where the app was removed nobody hears of what fails, and pins wait. */
const failsWhilePaused = (sql: Sql) => sql`a.publishing = 'paused' and a.while_paused = 'fail' and a.paused_because is null`

/** Of `p` (posts) and `a` (accounts). */
const isMissed = (sql: Sql, now: Date) => sql`
  p.status = 'queued'
  and p.send_at <= ${now}
  and (p.send_at <= ${before(now, MISSED_AFTER_MS)}
       or p.due_at is null and ${failsWhilePaused(sql)})`

export async function listMissed(sql: Sql, after: Place | undefined, now: Date): Promise<Place[]> {
  return [
    ...(await sql<Place[]>`
    select p.organization_id as "organizationId", p.account_id as "accountId", p.id as "postId", ${cursorOf(sql)} as at
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where ${isMissed(sql, now)}
       and ${behind(sql, after)}`),
  ]
}

/** By its account as it is by now. @returns false when the post has moved on, or somebody holds it just now */
export async function failMissed(sql: Sql, { organizationId, postId }: Place, now: Date): Promise<boolean> {
  const [row] = await sql<(Account & { sendAt: Date })[]>`
    select ${accountColumns(sql)}, p.send_at as "sendAt"
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and ${isMissed(sql, now)}
       for no key update of p skip locked`
  if (!row) return false
  const { sendAt, ...account } = row
  const reason = reasonOf(account)
  const message = failureMessage(reason)
  return (await failDraft(sql, { account, postId, reason, message, from: { status: 'queued', sendAt } }, now)) !== undefined
}

function reasonOf({ publishing, tokenStatus }: Account): FailureReason {
  if (publishing === 'paused') return 'paused'
  return tokenStatus === 'unauthorized' ? 'account_disconnected' : 'missed'
}
