/** Limits the background work that an account and its organization may have open. */
import { DomainError } from '../errors.js'
import type { Sql } from '../../ports/deps.js'

export type Room = {
  /** Rows with a `due_at` are open. */
  table: 'generations' | 'imports'
  most: { account: number; organization: number }
  /** Names a row and its processing, for the refusal. */
  rows: string
  beingDone: string
  retryAfterSeconds: number
}
type Owner = { organizationId: string; id: string }

/** Lets one writer at a time add open work to an organization, until the transaction ends. */
export async function lockRoom(sql: Sql, { organizationId }: Owner, { table }: Room): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${organizationId}`}, 0))`
}

/** The caller must hold lockRoom(). @throws TOO_MANY_REQUESTS */
export async function requireRoom(sql: Sql, account: Owner, room: Room): Promise<void> {
  const { table, most, rows, beingDone, retryAfterSeconds } = room
  const [open] = await sql<[{ account: number; organization: number }]>`
    select count(*)::int as organization, count(*) filter (where account_id = ${account.id})::int as account
      from ${sql(table)}
     where organization_id = ${account.organizationId}
       and due_at is not null`
  if (open.account < most.account && open.organization < most.organization) return
  const which =
    open.account < most.account ? `${open.organization} ${rows} of your organization` : `${open.account} ${rows} of this account`
  const sentence = `${which} are still being ${beingDone}. Wait until one of them is done, or cancel one.`
  throw new DomainError('TOO_MANY_REQUESTS', sentence, { retryAfterSeconds })
}
