/** How much work in the background may be open at once, of an account and of its organization. */
import { DomainError } from '../errors.js'
import type { Sql } from '../../ports/deps.js'

export type Room = {
  /** Rows with a `due_at` are open. */
  table: 'generations' | 'imports'
  most: { account: number; organization: number }
  /** What a row is, and what is done to it: the refusal names them. */
  rows: string
  beingDone: string
  retryAfterSeconds: number
}
type Owner = { organizationId: string; id: string }

/** One writer at a time for the open work of an organization, until the transaction ends. */
export async function lockRoom(sql: Sql, { organizationId }: Owner, { table }: Room): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${organizationId}`}, 0))`
}

/** The caller holds lockRoom(). @throws TOO_MANY_REQUESTS */
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
