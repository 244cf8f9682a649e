/** Accounts to which the platform does not show searches: not used for a day, or until they are connected again. */
import type { Account } from '../../accounts/account.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { purgeRows, type Rows } from '../../lib/rows/by-organization.js'
import { before, DAY_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'

const ASKED_AGAIN_MS = DAY_MS
/** How long the cause is stored, and that the team has read it. */
const KEPT_MS = 90 * DAY_MS

/** `forbidden`: the account may not; `app`: our app may not; `reconnect`: its token lacks the permission. */
export type Cause = OwnCause | 'app'
/** Causes of the account alone: another account may succeed. */
export type OwnCause = 'forbidden' | 'reconnect'

/** Returns why asking with the account is useless now. Refusals of our app make the question rest instead. */
export async function findRefusal(sql: Sql, account: Account, now: Date): Promise<OwnCause | undefined> {
  const [row] = await sql<{ cause: OwnCause }[]>`
    select cause
      from trend_refusals
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and connection_number = ${account.connectionNumber}
       and cause <> 'app'
       and refused_at > ${before(now, ASKED_AGAIN_MS)}`
  return row?.cause
}

/** @returns true for the first time with this connection and cause, which is worth a sentence where trends are optional */
export async function noteTrendRefusal(sql: Sql, account: Account, cause: Cause, now: Date): Promise<boolean> {
  const { organizationId, id, connectionNumber } = account
  const first = await sql`
    insert into trend_refusals as t (organization_id, account_id, connection_number, cause, refused_at)
    values (${organizationId}, ${id}, ${connectionNumber}, ${cause}, ${now})
    on conflict (organization_id, account_id) do update
       set connection_number = excluded.connection_number, cause = excluded.cause, refused_at = excluded.refused_at
     where t.connection_number <> excluded.connection_number
        or t.cause <> excluded.cause`
  if (first.count > 0) return true
  await sql`
    update trend_refusals
       set refused_at = ${now}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and connection_number = ${connectionNumber}
       and cause = ${cause}`
  return false
}

/** Deletes expired refusals of all organizations. */
export async function purgeTrendRefusals(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  const until = before(now, KEPT_MS)
  await purgeRows(db, goesOn, { from: 'trend_refusals', key: { account_id: 'bigint' }, over: sql`t.refused_at <= ${until}` })
}
