/** Who changed what: one row for each post that a write changed, in the write's own transaction. History and undo read it. */
import { randomUUID } from 'node:crypto'
import type { Account } from '../accounts/account.js'
import type { Author } from '../lib/actor.js'
import type { Sql } from '../ports/deps.js'
import { postImage, type LockedPost, type PostImage } from './row.js'
import type { PostAction } from './action.js'

/** Names one change, whatever the number of posts it touches. */
export const newChangeId = (): string => randomUUID()

/** What a write did to one post; `image` null: it was not there. */
export type Before = Pick<LockedPost, 'id' | 'version'> & { image: PostImage | null }

/** `changeId` of acts of several actions that are one change. */
export type Change = {
  account: Pick<Account, 'organizationId' | 'id'>
  action: PostAction
  before: Before[]
  changeId?: string
}

/**
 * What the posts became is read from the table; a post that is gone has been deleted, which counts as one version more. A new post is recorded by
 * insertDraft() instead (see recordPlacing).
 */
export async function recordChange(
  sql: Sql,
  author: Author,
  { account, action, before, changeId = newChangeId() }: Change,
  now: Date,
): Promise<void> {
  const rows = before.map(({ id, version, image }) => ({ id, version, image }))
  await sql`
    insert into audit (organization_id, change_id, account_id, subject, action, via, actor, api_key_id, agent, version, before, after, at)
    select ${account.organizationId}, ${changeId}, ${account.id}, 'post:' || b.id, ${action}, ${author.via}, ${author.userId},
           ${author.apiKeyId ?? null}, ${author.agent ?? null},
           coalesce(p.version, b.version + 1), nullif(b.image, 'null'), case when p.id is not null then ${postImage(sql, account.organizationId)} end, ${now}
      from jsonb_to_recordset(${sql.json(rows)}) as b(id bigint, version int, image jsonb)
      left join posts p on p.organization_id = ${account.organizationId} and p.id = b.id
     order by b.id`
}

/**
 * A create that schedules at once is one change: insertDraft() has written its audit rows with the drafts, and this makes their
 * after-images the queued posts.
 */
export async function recordPlacing(sql: Sql, { organizationId }: Account, changeId: string): Promise<void> {
  await sql`
    with placed as (
      select a.id, p.version, ${postImage(sql, organizationId)} as image
        from audit a
        join posts p on p.organization_id = ${organizationId} and p.id = substr(a.subject, 6)::bigint
       where a.organization_id = ${organizationId}
         and a.change_id = ${changeId}
    )
    update audit a
       set version = n.version, after = n.image
      from placed n
     where a.organization_id = ${organizationId}
       and a.id = n.id`
}
