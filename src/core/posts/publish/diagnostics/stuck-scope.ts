/** What the lists of what is stuck have in common. */
import type { Sql } from '../../../ports/deps.js'

/** Of which organization, null: of all; and how many of each kind. */
export type Scope = { organizationId: string | null; limit: number }

export type StuckPost = {
  organizationId: string
  accountId: string
  username: string
  postId: string
  title: string | null
  boardId: string | null
  /** null: the board is not in the cache. */
  boardName: string | null
  sendAt: Date
}

/** Of `p` (posts), with boardNames. @param sendAt where the post itself has none any more */
export const stuckColumns = (sql: Sql, sendAt = sql`p.send_at`) => sql`
  p.organization_id as "organizationId", p.account_id as "accountId", a.username, p.id as "postId", p.title, p.board_id as "boardId",
  b.name as "boardName", ${sendAt} as "sendAt"`

export const boardNames = (sql: Sql) => sql`
  join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
  left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id`

/** Of `p` (posts), as a further condition. */
export const ofOrganization = (sql: Sql, { organizationId }: Scope) =>
  organizationId === null ? sql`` : sql`and p.organization_id = ${organizationId}`
