/** What people say went wrong: kept, and told to the staff. */
import type { Actor } from '../actor.js'
import { badRequest } from '../errors.js'
import { tell } from '../notices.js'
import type { BeforeCommit, Deps, Sql } from '../ports.js'
import { redact } from './redact.js'

export type IssueReport = {
  id: string
  organizationName: string
  tool: string | null
  description: string
  via: string
  reportedBy: string | null
  createdAt: Date
}

const DESCRIPTION_LENGTH = 4000
const TOOL_LENGTH = 200

/** Redacted, recorded, and queued for the staff channel in one transaction. @throws BAD_REQUEST description, tool */
export async function reportIssue(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, via, userId }: Actor,
  input: { description: string; tool: string },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  const now = clock()
  const description = requireText('description', input.description, DESCRIPTION_LENGTH)
  const tool = requireText('tool', input.tool, TOOL_LENGTH)
  await db.tx(async (sql) => {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into issue_reports (organization_id, kind, tool, description, via, reported_by, created_at)
      values (${organizationId}, 'report', ${redact(tool)}, ${redact(description)}, ${via}, ${userId}, ${now})
      returning id`
    const dedupeKey = `report:${id}`
    const notice = { kind: 'issueReport', reportId: id } as const
    await tell(sql, { organizationId, destination: 'staff', dedupeKey, notice }, now)
    await beforeCommit?.(sql, undefined)
  })
}

/** For the card in the staff channel. */
export async function findIssueReport(
  sql: Sql,
  { organizationId, reportId }: { organizationId: string; reportId: string },
): Promise<IssueReport | undefined> {
  const [report] = await sql<IssueReport[]>`
    select r.id, o.name as "organizationName", r.tool, r.description, r.via, r.reported_by as "reportedBy", r.created_at as "createdAt"
      from issue_reports r
      join organizations o on o.id = r.organization_id
     where r.organization_id = ${organizationId}
       and r.id = ${reportId}`
  return report
}

function requireText(field: string, text: string, maxLength: number): string {
  const trimmed = text.trim()
  const length = [...trimmed].length
  if (length === 0 || length > maxLength)
    throw badRequest(field, `${field} must be 1 to ${maxLength} characters; it has ${length}.`)
  return trimmed
}
