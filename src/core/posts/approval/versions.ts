/** The version of a pin that somebody last decided on, or that is requested, beside the present one. */
import type { Deps } from '../../ports/deps.js'
import { requireAccount } from '../../accounts/accounts.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import type { PostImage } from '../row.js'
import { listThese, namedImage } from './approval.js'
import { changesBetween, type NamedImage } from './changes.js'
import type { Approval, ApprovalChange } from './model.js'

/** `about`: the last decision, else the open request. */
export type Versions = {
  about: Approval
  before: { version: number; image: PostImage }
  now: { version: number; image: PostImage }
  changes: ApprovalChange[]
}

/**
 * Compares the pin with the version of its last decision, else with the requested one. The image of a decision is that of the
 * audit; null: nothing that an approval compares was changed since, or nothing is known of that version. @throws NOT_FOUND the
 * account
 */
export async function compareVersions(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<Versions | null> {
  const account = await requireAccount(sql, actor, accountId)
  if (!isRowId(postId)) return null
  const { organizationId } = account
  const [row] = await sql<{ id: string; before: PostImage | null; now: NamedImage | null }[]>`
    select a.id, v.before, ${namedImage(sql, organizationId, sql`v.before`)} as now
      from (select o.id, o.post_id, o.account_id, o.state, o.post_version, o.requested
              from approvals o
             where o.organization_id = ${organizationId}
               and o.account_id = ${account.id}
               and o.post_id = ${postId}
               and o.state <> 'withdrawn'
             order by (o.state = 'open'), o.id desc
             limit 1) a
     cross join lateral (
           select case when a.state = 'open' or (a.requested ->> 'version')::int = a.post_version then a.requested
                       else (select u.after
                               from audit u
                              where u.organization_id = ${organizationId}
                                and u.subject = 'post:' || a.post_id
                                and u.version = a.post_version
                              order by u.id desc
                              limit 1) end as before) v`
  if (!row?.before || !row.now) return null
  const changes = changesBetween(row.before, row.now)
  const [about] = changes.length === 0 ? [] : await listThese(sql, account, [row.id])
  if (!about) return null
  const { before, now } = row
  return { about, before: { version: before.version, image: before }, now: { version: now.version, image: now }, changes }
}
