/** How an attempt ends whose pin is on the platform: post, attempt, lane and what is told, once. */
import { makeBatcher } from '../../../lib/batch.js'
import { enqueueNotice } from '../../../outbox/notices.js'
import type { Clock, Db } from '../../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'
import { Overtaken, settling } from './settle.js'
import { postKey, type Sent, writeSent } from './write-sent.js'

const AT_A_TIME = 100

/**
 * Settles the successes of a publisher, those of a moment in one statement. An account that is told of each pin has its own transaction.
 * @returns a function as settleSent()
 */
export function makeSettleSent({ db, clock }: { db: Db; clock: Clock }): (claimed: Claimed, sent: Sent) => Promise<boolean> {
  const together = makeBatcher<Claimed & Sent, boolean>({
    most: AT_A_TIME,
    async together(all) {
      const written = await writeSent(db.sql, all, { held: 'skip', now: clock() })
      return all.map((one) => written.has(postKey(one)) || undefined)
    },
    alone: (one) => writeOne(db, one, one, clock()),
  })
  return async (claimed, sent) => {
    if (claimed.account.tellsPublished) return settleSent(db, claimed, sent, clock())
    return wakingTags(db, claimed, await together({ ...claimed, ...sent }))
  }
}

/**
 * The pin is on the platform, and its product tags are due. Settles from `sending` and `unknown`, lease or not.
 * @returns false when somebody else has settled it, or the post is no longer this attempt's; then nothing was written
 */
export async function settleSent(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const settled = await (claimed.account.tellsPublished ? tellSent(db, claimed, sent, now) : writeOne(db, claimed, sent, now))
  return wakingTags(db, claimed, settled)
}

/** Pin and notice are committed together. */
async function tellSent(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const { organizationId, account, postId } = claimed
  return settling(db, async (sql) => {
    const written = await writeSent(sql, [{ ...claimed, ...sent }], { held: 'wait', now })
    if (written.size !== 1) throw new Overtaken()
    const destination = `account:${account.id}`
    const notice = { kind: 'pinPublished', accountId: account.id, postId } as const
    await enqueueNotice(sql, { organizationId, destination, dedupeKey: `post:${postId}:published`, notice }, now)
  })
}

async function writeOne(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const written = await writeSent(db.sql, [{ ...claimed, ...sent }], { held: 'wait', now })
  return written.size === 1
}

async function wakingTags(db: Db, { hasTags }: Claimed, settled: boolean): Promise<boolean> {
  if (settled && hasTags) await db.sql`select pg_notify('tags_due', '')` // lost, it is looked for soon all the same
  return settled
}
