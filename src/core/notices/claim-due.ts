/**
 * Claims notices in the way that suits the database: one statement on a single Postgres, organization by organization on a
 * cluster.
 */
import type { Db } from '../ports/deps.js'
import { claimOutbox, nextOutboxDue } from './claim.js'
import { claimOutboxEach, nextOutboxDueEach } from './claim-in-steps.js'
import type { OutboxRow } from './outbox.js'

/** Claims at most `limit` due notices, leased by the caller from now on. @see claimOutbox */
export const claimNotices = async (
  db: Pick<Db, 'sql' | 'tx' | 'isDistributed'>,
  by: { now: Date; limit: number },
): Promise<OutboxRow[]> => ((await db.isDistributed()) ? claimOutboxEach(db, by) : claimOutbox(db, by))

/** Returns when the next claim is possible; null: nothing waits. */
export const nextNoticeDue = async (db: Pick<Db, 'sql' | 'isDistributed'>, now: Date): Promise<Date | null> =>
  (await db.isDistributed()) ? nextOutboxDueEach(db.sql, now) : nextOutboxDue(db.sql, now)
