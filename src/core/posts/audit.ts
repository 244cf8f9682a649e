/**
 * Records who changed what: one row for each post that a write changed, in the write's own transaction. History and undo read it.
 */
import { randomUUID } from 'node:crypto'
import type { Account } from '../accounts/account.js'
import type { Author } from '../lib/actor.js'
import type { Sql } from '../ports/deps.js'
import { postImage, type LockedPost, type PostImage } from './row.js'
import type { PostAction } from './action.js'

/** Returns an id for one change, whatever the number of posts it touches. */
export const newChangeId = (): string => randomUUID()

/** A post before a write; `image` null: it did not exist. */
export type Before = Pick<LockedPost, 'id' | 'version'> & { image: PostImage | null }

/** `changeId`: for acts of several actions that are one change. */
export type Change = {
  account: Pick<Account, 'organizationId' | 'id'>
  action: PostAction
  before: Before[]
  changeId?: string
}

/**
 * Records a change, reading the new state from the table; a post that is gone was deleted, which counts as one more version. For
 * a new post, insertDraft() writes the row (see recordPlacing).
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
 * Makes the queued posts the after-images of a create that schedules at once, which is one change: insertDraft() has written its
 * audit rows with the drafts.
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
