/** What a person sees who does not see the account: the requests that wait for them, and those that they decided. */
import { hasSight, mayBeAsked } from '../../accounts/people/roles.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import type { Sql } from '../../ports/deps.js'
import { namesActor } from './steps/tokens.js'

/** True for requests `a` of the account that wait for this person, or that they decided. */
const isTheirs = (sql: Sql, actor: Actor, accountId: string) => sql`
  (${namesActor(sql, actor, accountId)} or split_part(a.decided_by, ':', 2) = split_part(${actor.userId}, ':', 2)
   or exists (select 1
                from approval_decisions d
               where d.organization_id = ${actor.organizationId} and d.approval_id = a.id and d.undone_at is null
                 and split_part(d.decided_by, ':', 2) = split_part(${actor.userId}, ':', 2)))`

/** True for requests `a` of the account that this person sees. @param actor without asSeer() */
export const seenBy = (sql: Sql, actor: Actor, accountId: string) =>
  hasSight(actor, accountId) ? sql`true` : isTheirs(sql, actor, accountId)

type Which = { accountId: string } & ({ approvalId: string } | { postId: string } | { batchId: string })

/** Returns true if the request, or one of the pin or the batch, waits for this person, or they decided it. */
export async function isAskedAbout(sql: Sql, actor: Actor, which: Which): Promise<boolean> {
  const { accountId } = which
  const [column, id] =
    'approvalId' in which
      ? ['a.id', which.approvalId]
      : 'postId' in which
        ? ['a.post_id', which.postId]
        : ['a.batch_id', which.batchId]
  if (!mayBeAsked(actor, accountId) || !isRowId(accountId) || !isRowId(id)) return false
  const [found] = await sql`
    select 1
      from approvals a
     where a.organization_id = ${actor.organizationId}
       and a.account_id = ${accountId}
       and ${sql(column)} = ${id}
       and ${isTheirs(sql, actor, accountId)}
     limit 1`
  return found !== undefined
}

/** Returns the actor with sight of the account for this call, if the request, or one of the pin, is theirs to see. */
export async function withSight(sql: Sql, actor: Actor, which: Which): Promise<Actor> {
  if (hasSight(actor, which.accountId)) return actor
  return (await isAskedAbout(sql, actor, which)) ? { ...actor, sees: which.accountId } : actor
}

/** Returns the actor with sight of an account on which they may be asked, for what seenBy() has selected. */
export const asSeer = (actor: Actor, accountId: string): Actor =>
  mayBeAsked(actor, accountId) ? { ...actor, sees: accountId } : actor
