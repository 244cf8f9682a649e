/** A team whose database came back from a backup. */
import { before, HOUR_MS } from '../../../src/core/lib/duration.js'
import { settleRestored } from '../../../src/core/care/restores/settle-restored.js'
import type { Team } from './a-team.js'

export async function restore({ deps, clock: { now } }: Team): Promise<void> {
  await deps.db.tx((sql) => settleRestored(sql, { backupAt: before(now, HOUR_MS), now }, {}))
}

/** How the sentence goes on that says why an account cannot be resumed yet. */
export const NOT_YET = 'Pinslot was restored from a backup. Publishing can resume once your operator has run “admin compare”'
