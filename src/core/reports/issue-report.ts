import type { Actor } from '../actor.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'

export type IssueReport = {
  id: string
  organizationName: string
  tool: string | null
  description: string
  via: string
  reportedBy: string | null
  createdAt: Date
}

/** Redacted, recorded, and queued for the staff channel in one transaction. @throws BAD_REQUEST description, tool */
export async function reportIssue(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { description: string; tool: string },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)} ${String(beforeCommit)}`)
}
/** For the card in the staff channel. */
export async function findIssueReport(
  sql: Sql,
  input: { organizationId: string; reportId: string },
): Promise<IssueReport | undefined> {
  throw new Error(`not built yet ${String(sql)} ${String(input)}`)
}
