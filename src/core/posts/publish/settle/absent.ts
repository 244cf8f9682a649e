/** How it goes on with a post of whose pin a person says that it is not there. */
import type { Account } from '../../../accounts/account.js'
import type { Sql } from '../../../ports/deps.js'
import { withinDay } from '../late/lateness.js'
import { requeueIn, Overtaken, settleFailedIn } from './settle.js'
import { failureMessage } from './failure-messages.js'
import { ruleOut } from '../model/unresolved-attempts.js'

export type ReportedAbsent = {
  postId: string
  from: 'draft' | 'uploading'
  attemptNumber: number
  sendAt: Date
  tries: number
}

const SAID = 'a person says that it is not there'

/**
 * In the caller's transaction, with the post locked. A draft stays one, without a failure. One that was being published is queued again, due
 * now by the rule of late pins; when its 24 hours are over it has missed them, and its charge is given back. Nothing is looked for any more.
 * @throws Overtaken the post has moved on: the caller must roll back
 */
export async function settleReportedAbsent(sql: Sql, account: Account, said: ReportedAbsent, now: Date): Promise<void> {
  const { organizationId } = account
  const { postId, attemptNumber, sendAt, tries } = said
  const key = { organizationId, account, postId, attemptNumber }
  await ruleOut(sql, key, now) // first: what a person has ruled out is no reason to ask again
  if (said.from === 'draft') await clearFailure(sql, key, now)
  else if (withinDay(now, sendAt)) {
    const dueAt = now > sendAt ? now : sendAt // by the clock of a process that is behind
    await requeueIn(sql, key, { dueAt, tries, as: 'absent', reason: SAID }, now)
    await sql`select pg_notify('posts_due', '')`
  } else await settleFailedIn(sql, key, { reason: 'missed', message: failureMessage('missed'), as: 'absent' }, now)
}

type Key = { organizationId: string; postId: string; attemptNumber: number }

async function clearFailure(sql: Sql, { organizationId, postId, attemptNumber }: Key, now: Date): Promise<void> {
  const cleared = await sql`
    update posts p
       set failure = null, version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and p.status = 'draft'
       and p.attempt_number = ${attemptNumber}`
  if (cleared.count !== 1) throw new Overtaken()
}
