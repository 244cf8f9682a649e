/** Finds pins that can be put into the evergreen pool. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { Post } from '../post.js'
import { patternsOf } from '../search.js'
import { postColumnsOf, type PostRow, toPost } from '../row.js'

/** The most pins that a search reads: Slack gives it three seconds, and this many take a tenth of one. */
export const MOST_SEARCHED = 5000

/**
 * Lists published pins whose title, description or url has every word, the newest first, without copies and those of the pool.
 * Only the account's newest 5,000 published pins, copies aside, are searched.
 * @param words empty: the newest
 * @throws NOT_FOUND · BAD_REQUEST words: more than 200 characters
 */
export async function listEvergreenCandidates(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, words, limit }: { accountId: string; words: string; limit: number },
): Promise<Post[]> {
  const patterns = patternsOf(words)
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<PostRow[]>`
    with newest as (
      select *
        from posts
       where organization_id = ${account.organizationId} and account_id = ${account.id}
         and status = 'sent'
         and pin_deleted_at is null
         and source_post_id is null
         and saved_pin_id is null
       order by sent_at desc, id desc
       limit ${MOST_SEARCHED}
    )
    select ${postColumnsOf(sql, account.organizationId)}
      from newest p
     where concat_ws(' ', p.title, p.description, p.url) ilike all (${patterns}::text[])
       and not exists (select 1
                         from evergreen_posts e
                        where e.organization_id = ${account.organizationId} and e.post_id = p.id)
     order by p.sent_at desc, p.id desc
     limit ${limit}`
  return rows.map(toPost)
}
