/** Posts whose worker is gone. */
import { dueUnlessHeld } from '../../../accounts/queue.js'
import type { Db, Sql } from '../../../ports/deps.js'
import type { DuePost } from '../claim/due.js'
import type { AttemptState } from '../model/attempt.js'
import { nextReadBack } from '../model/match-pins.js'

/**
 * Its lease ran out: before `sending` nothing was sent and the post is queued again; from then on the pin may exist and the board is read.
 * @returns false when the worker has renewed it or ended the attempt after all
 */
export async function recover(db: Db, due: DuePost, now: Date): Promise<boolean> {
  return db.tx(async (sql) => {
    const { organizationId, postId, attemptNumber } = due
    const [attempt] = await sql<{ state: AttemptState; sendingAt: Date | null; sendAt: Date }[]>`
      select a.state, a.sending_at as "sendingAt", p.send_at as "sendAt"
        from posts p
        join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.status = 'uploading'
         and p.attempt_number = ${attemptNumber}
         and p.lease_until <= ${now}
         for update of p, a skip locked`
    if (!attempt) return false
    if (attempt.state === 'claimed') await queueAgain(sql, due, now)
    else await readBackNext(sql, due, nextReadBack(attempt.sendingAt ?? now, 0) ?? now, now)
    return true
  })
}

async function queueAgain(sql: Sql, { organizationId, postId, attemptNumber }: DuePost, now: Date): Promise<void> {
  await sql`
    update posts p
       set status = 'queued', lease_until = null,
           due_at = ${dueUnlessHeld(sql, sql`greatest(${now}::timestamptz, p.send_at)`)},
           version = p.version + 1, updated_at = ${now}
      from accounts a
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and a.organization_id = p.organization_id
       and a.id = p.account_id`
  await sql`
    update publish_attempts
       set state = 'retry', settled_at = ${now}, reason = 'the worker was gone before anything was sent'
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and number = ${attemptNumber}`
  await sql`
    delete from publish_lanes
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and attempt_number = ${attemptNumber}`
}

async function readBackNext(
  sql: Sql,
  { organizationId, postId, attemptNumber }: DuePost,
  checkAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    update posts
       set lease_until = null, due_at = ${checkAt > now ? checkAt : now}
     where organization_id = ${organizationId}
       and id = ${postId}`
  await sql`
    update publish_attempts
       set state = 'unknown'
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and number = ${attemptNumber}`
}
