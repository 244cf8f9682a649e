/** Alerts the operator, once a day each, about organizations whose bad news has no recipient in Slack. */
import { listUnused } from './unused.js'
import { alertOperator } from '../../notices/operator-alert.js'
import type { Db } from '../../ports/deps.js'

/** @returns false when the app was removed and no key is in use, so no one misses the news */
export async function alertUnheard({ db }: { db: Db }, organizationId: string, now: Date): Promise<boolean> {
  if ((await listUnused(db.sql, { now, organizationId })).length > 0) return false
  const message =
    `Organization ${organizationId} hears nothing of what fails or is late: no channel is set, and no admin of it is in Slack. ` +
    'Have an admin add Pinslot to their workspace and choose a channel by /pin settings, or look after its drafts (npm run admin -- outbox --all).'
  await alertOperator({ db }, { subject: 'stuck', seenFor: organizationId, cause: `unheard ${organizationId}`, message }, now)
  return true
}
