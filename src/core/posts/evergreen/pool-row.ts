/** The evergreen pool in the database: what may be in it, what is. */
import type { Account } from '../../accounts/account.js'
import { notFound } from '../../lib/errors.js'
import type { Sql } from '../../ports/deps.js'
import type { Post } from '../post.js'
import { findPost } from '../store.js'

/** The post itself, or what it was made of: that is what a person means, and the only one that can be in the pool. @throws NOT_FOUND */
export async function requireSource(sql: Sql, { organizationId, id: accountId }: Account, postId: string): Promise<Post> {
  const post = await findPost(sql, { organizationId, accountId, postId })
  if (!post) throw notFound('Post')
  if (post.sourcePostId === null) return post
  const source = await findPost(sql, { organizationId, accountId, postId: post.sourcePostId })
  if (!source) throw notFound('Post')
  return source
}

export async function isInPool(sql: Sql, { organizationId }: Account, postId: string): Promise<boolean> {
  const rows = await sql`
    select
      from evergreen_posts
     where organization_id = ${organizationId} and post_id = ${postId}`
  return rows.length > 0
}

export async function countPool(sql: Sql, { organizationId, id }: Account): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from evergreen_posts
     where organization_id = ${organizationId} and account_id = ${id}`
  return count
}
