/** The claim of what is due as the database takes it best. */
import type { Db } from '../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'
import { claimPosts } from './claim.js'
import { claimEach } from './claim-in-steps.js'
import type { DuePost } from './due.js'

/**
 * All in one statement of one Postgres, on a cluster organization by organization.
 * @param aheadMs so long before they are due; the caller then waits for `dueAt` before it sends
 * @throws what the database throws, when nothing could be claimed
 */
export const claimDue = async (
  db: Pick<Db, 'sql' | 'tx' | 'isDistributed'>,
  due: DuePost[],
  now: Date,
  aheadMs = 0,
): Promise<Claimed[]> => ((await db.isDistributed()) ? claimEach(db, due, now, aheadMs) : claimPosts(db.sql, due, now, aheadMs))
