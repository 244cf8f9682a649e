/** Recovers posts whose worker is gone. */
import type { Db, Sql } from '../../ports/deps.js'
import type { DuePost } from '../claim/due.js'
import type { AttemptState } from '../model/attempt.js'
import { nextReadBack } from '../model/match-pins.js'
import { requeueIn } from './settle.js'

/**
 * Recovers a post whose lease ran out: before `sending` nothing was sent and it is queued again; after that the pin may exist and
 * the board is read.
 * @returns false when the worker has renewed the lease or ended the attempt after all
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
    const reason = 'the worker was gone before anything was sent'
    if (attempt.state === 'claimed') await requeueIn(sql, due, { dueAt: now, as: 'retry', reason }, now)
    else await readBackNext(sql, due, nextReadBack(attempt.sendingAt ?? now, 0) ?? now, now)
    return true
  })
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
