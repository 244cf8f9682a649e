/** The changes of published pins that are to be sent or looked up: claims, and the steps between them. */
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import type { Author } from '../../lib/actor.js'
import { after as later, MINUTE_MS } from '../../lib/duration.js'
import { claimOnePerOrganization, nextClaimAt } from '../../lib/rows/one-per-organization.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { editColumns, type EditRow, type EditState, type PinEdit, toPinEdit } from './pin-edit.js'

export type ClaimedEdit = Omit<PinEdit, 'id' | 'state'> & {
  id: string
  state: EditState
  account: Account
  /** null: nobody had to approve it. */
  approver: Author | null
  /** When it was requested, or approved where somebody had to: it is tried for a day from then on. */
  tryFrom: Date
  /** The post's own new link. */
  url: string | null
  /** The claims so far: a worker with a later one has taken it over. */
  claims: number
  /** Since when a request may have left; null: none has, or it certainly did nothing. */
  sendingAt: Date | null
  requests: number
}

/** Longer than a renewal of the tokens, a read and a request take. */
const LEASE_MS = 2 * MINUTE_MS

type Claimed = EditRow &
  Pick<ClaimedEdit, 'tryFrom' | 'url' | 'claims' | 'sendingAt' | 'requests'> & {
    decidedVia: Author['via'] | null
    decidedKey: string | null
  }

/** Claims one change of each organization, the one that has waited longest. */
export async function claimEdits({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedEdit[]> {
  const now = clock()
  const rows = await claimOnePerOrganization(
    sql,
    'pin_edits',
    { now, limit },
    (mayTake) => sql<Claimed[]>`
      with e as (
        update pin_edits t
           set lease_until = ${later(now, LEASE_MS)}, claims = t.claims + 1
         where ${mayTake}
        returning t.*
      )
      select ${editColumns(sql)}, e.url, e.claims, e.sending_at as "sendingAt", e.requests, e.decided_via as "decidedVia",
             e.decided_key as "decidedKey", coalesce(e.decided_at, e.requested_at) as "tryFrom"
        from e`,
  )
  const claimed = await Promise.all(rows.map(async (row) => withAccount(sql, row)))
  return claimed.flatMap((one) => one ?? [])
}

async function withAccount(sql: Sql, row: Claimed): Promise<ClaimedEdit | undefined> {
  const { tryFrom, url, claims, sendingAt, requests, decidedVia, decidedKey, ...edit } = row
  const { organizationId, decidedBy } = edit
  const approver =
    decidedBy === null || decidedVia === null
      ? null
      : { organizationId, via: decidedVia, userId: decidedBy, ...(decidedKey !== null && { apiKeyId: decidedKey }) }
  const [account] = await sql<Account[]>`
    select ${accountColumns(sql)}
      from accounts a
     where a.organization_id = ${row.organizationId}
       and a.id = ${row.accountId}`
  return (
    account && {
      ...toPinEdit(edit),
      id: row.id!,
      state: row.state!,
      account,
      approver,
      tryFrom,
      url,
      claims,
      sendingAt,
      requests,
    }
  )
}

/** Returns when there is next a change to claim. */
export const nextEditDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'pin_edits')

const isOurs = (sql: Sql, { organizationId, id, claims }: ClaimedEdit) => sql`
  organization_id = ${organizationId} and id = ${id} and claims = ${claims} and due_at is not null`

/** Writes that a request may leave from now on. @returns false: another worker has it */
export async function commitEditSending(sql: Sql, claimed: ClaimedEdit, now: Date): Promise<boolean> {
  const { count } = await sql`
    update pin_edits
       set sending_at = ${now}, requests = requests + 1
     where ${isOurs(sql, claimed)}`
  return count === 1
}

/** Puts it off. `left`: whether a request may have left, whose effect is to be looked up. */
export async function putOff(
  sql: Sql,
  claimed: ClaimedEdit,
  { dueAt, left }: { dueAt: Date; left: 'no' | 'undone' | 'yes' },
): Promise<void> {
  await sql`
    update pin_edits
       set due_at = ${dueAt}, lease_until = null, state = ${left === 'yes' ? 'unknown' : 'sending'},
           sending_at = case when ${left} = 'yes' then sending_at end,
           requests = case when ${left} = 'undone' then greatest(requests - 1, 0) else requests end
     where ${isOurs(sql, claimed)}`
}
