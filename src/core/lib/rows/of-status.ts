/** Posts of one status among all of an account. */
import type { Sql } from '../../ports/deps.js'
import type { PostStatus } from '../../ports/post-status.js'

/**
 * Of `p` (posts), whose account is named beside it: it has this status. A draft in words of its own, for the index that has drafts alone. Any
 * other as a value that the planner does not know: else it takes the index over all that are on the schedule or published, and reads years of
 * published posts before it comes to the first that is queued.
 */
export const hasStatus = (sql: Sql, status: PostStatus) =>
  status === 'draft' ? sql`p.status = 'draft'` : sql`p.status = (select ${status}::text)`
