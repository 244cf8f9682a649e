/** Selects posts of one status among all of an account. */
import type { Sql } from '../../ports/deps.js'
import type { PostStatus } from '../../ports/post-status.js'

/**
 * True for `posts p` with this status, in a statement that names the account. Drafts use a literal, to match their partial index;
 * other statuses are hidden from the planner, which would otherwise read years of published posts before the first queued one.
 */
export const hasStatus = (sql: Sql, status: PostStatus) =>
  status === 'draft' ? sql`p.status = 'draft'` : sql`p.status = (select ${status}::text)`
