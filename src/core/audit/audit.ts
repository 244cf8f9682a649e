/** The audit of writes other than to posts (see posts/audit.ts): one row for each write, in its own transaction. */
import type { Actor, Author } from '../lib/actor.js'
import type { Sql } from '../ports/deps.js'

/** The channel of the actor, or a browser that returned from the platform's consent page. */
export type Channel = Actor['via'] | 'browser'

export type Act = {
  /** Absent or null: the organization as a whole. */
  accountId?: string | null | undefined
  /** What was written, as `kind:id`: 'timeslot:5', 'account:7', 'api_key:3', 'member:T1:U1'. */
  subject: string
  /** What was done, as a verb: 'create', 'update', 'revoke'. */
  action: string
  /** The earlier values of the changed fields; absent: it did not exist. Never a secret. */
  before?: unknown
  /** The new values; absent: it was deleted. Never a secret. */
  after?: unknown
}

/**
 * Records a write; call it in its transaction, once per write, and not for a write that changed nothing. Dates are stored as ISO
 * 8601.
 * @see docs/operating.md#who-did-what: an audit row for every write by any entry point
 */
export async function recordAct(sql: Sql, actor: Omit<Author, 'via'> & { via: Channel }, act: Act, now: Date): Promise<void> {
  const { accountId = null, subject, action, before, after } = act
  await sql`
    insert into audit (organization_id, account_id, subject, action, via, actor, api_key_id, agent, before, after, at)
    values (${actor.organizationId}, ${accountId}, ${subject}, ${action}, ${actor.via}, ${actor.userId},
            ${actor.apiKeyId ?? null}, ${actor.agent ?? null},
            ${kept(sql, before)}, ${kept(sql, after)}, ${now})`
}

const kept = (sql: Sql, value: unknown) => (value === undefined || value === null ? null : sql.json(value as never)) // any JSON
