/** The claim of notices as the database takes it best: of one Postgres in one statement, on a cluster organization by organization. */
import type { Db } from '../ports/deps.js'
import { claimOutbox, nextOutboxDue } from './claim.js'
import { claimOutboxEach, nextOutboxDueEach } from './claim-in-steps.js'
import type { OutboxRow } from './outbox.js'

/** At most so many that are due, leased by the caller from now on. @see claimOutbox */
export const claimNotices = async (
  db: Pick<Db, 'sql' | 'tx' | 'isDistributed'>,
  by: { now: Date; limit: number },
): Promise<OutboxRow[]> => ((await db.isDistributed()) ? claimOutboxEach(db, by) : claimOutbox(db.sql, by))

/** When there is next something to claim; null: nothing waits. */
export const nextNoticeDue = async (db: Pick<Db, 'sql' | 'isDistributed'>, now: Date): Promise<Date | null> =>
  (await db.isDistributed()) ? nextOutboxDueEach(db.sql, now) : nextOutboxDue(db.sql, now)
