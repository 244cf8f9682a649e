/** Chooses the claim that suits the database. */
import type { Db } from '../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'
import { claimPosts } from './claim.js'
import { claimEach } from './claim-in-steps.js'
import type { DuePost } from './due.js'

/**
 * Claims in one statement on a single Postgres, and organization by organization on a cluster.
 * @param aheadMs so long before they are due; the caller waits for each post's due time before it sends
 * @throws what the database throws, when nothing could be claimed
 */
export const claimDue = async (
  db: Pick<Db, 'sql' | 'tx' | 'isDistributed'>,
  due: DuePost[],
  now: Date,
  aheadMs = 0,
): Promise<Claimed[]> => ((await db.isDistributed()) ? claimEach(db, due, now, aheadMs) : claimPosts(db.sql, due, now, aheadMs))
