/** Finds a person's own last change of a pin while it can be undone, so that a second press does not remove the Undo. */
import type { Actor } from '../../lib/actor.js'
import { before } from '../../lib/duration.js'
import type { Deps } from '../../ports/deps.js'
import { type ChangeRef, UNDO_MS } from './change.js'

/**
 * Finds the actor's own last change of a post, also of a deleted one. @returns undefined: another person made it, or it is too
 * old or cannot be undone
 */
export async function findOwnChange(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, userId }: Actor,
  { accountId, postId }: Omit<ChangeRef, 'version'>,
): Promise<ChangeRef | undefined> {
  const [last] = await sql<{ version: number; isOwn: boolean }[]>`
    select version, actor = ${userId} and at > ${before(clock(), UNDO_MS)}
                    and action in ('create', 'edit', 'schedule', 'reschedule', 'unschedule', 'delete') as "isOwn"
      from audit
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and subject = ${`post:${postId}`}
     order by id desc
     limit 1`
  return last?.isOwn ? { accountId, postId, version: last.version } : undefined
}
