/** Reads the audit: what was done in one or all organizations, by whom and through which channel. */
import type { Sql } from '../ports/deps.js'

export type ListedAct = {
  organizationId: string
  id: string
  at: Date
  via: string
  actor: string
  /** The name of the API key; null: Slack, the operator or the core itself acted, or the key is gone. */
  keyName: string | null
  action: string
  subject: string
  accountId: string | null
  username: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  isUndone: boolean
}

/** Absent fields match anything. */
export type ActFilter = {
  organizationId?: string | undefined
  accountId?: string | undefined
  /** The whole actor ('T1:U1', 'key:3', 'operator'), or its last part ('U1'). */
  actor?: string | undefined
  /** One subject ('post:12'), or all of a kind ('post'). */
  subject?: string | undefined
  /** Includes this instant. */
  since?: Date | undefined
  limit: number
}

/** Lists the newest first, for one organization or all. */
export async function listActs(sql: Sql, filter: ActFilter): Promise<ListedAct[]> {
  const { organizationId, accountId, actor, subject, since, limit } = filter
  return [
    ...(await sql<ListedAct[]>`
    select a.organization_id as "organizationId", a.id, a.at, a.via, a.actor, k.name as "keyName", a.action, a.subject,
           a.account_id as "accountId", c.username, a.before, a.after, a.undone_at is not null as "isUndone"
      from audit a
      left join accounts c on c.organization_id = a.organization_id and c.id = a.account_id
      left join api_keys k on k.organization_id = a.organization_id and a.actor = 'key:' || k.id
     where ${organizationId === undefined ? sql`true` : sql`a.organization_id = ${organizationId}`}
       and ${accountId === undefined ? sql`true` : sql`a.account_id = ${accountId}`}
       and ${actor === undefined ? sql`true` : sql`(a.actor = ${actor} or right(a.actor, ${actor.length + 1}) = ${`:${actor}`})`}
       and ${subject === undefined ? sql`true` : sql`(a.subject = ${subject} or starts_with(a.subject, ${`${subject}:`}))`}
       and ${since === undefined ? sql`true` : sql`a.at >= ${since}`}
     order by a.at desc, a.organization_id, a.id desc
     limit ${limit}`),
  ]
}
