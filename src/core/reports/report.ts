/** A report of something wrong or missing, and how the staff handled it. */
import type { Sql } from '../ports/deps.js'

export type ReportKind = 'report' | 'capability'
export type IssueReport = {
  id: string
  organizationId: string
  organizationName: string
  /** Something wrong, or something missing. */
  kind: ReportKind
  tool: string | null
  description: string
  via: string
  reportedBy: string | null
  createdAt: Date
  state: 'open' | 'claimed' | 'resolved'
  /** `T1:U1` in the staff's workspace. */
  claimedBy: string | null
  claimedAt: Date | null
  resolvedBy: string | null
  resolvedAt: Date | null
  resolution: string | null
  version: number
}

/** Identifies a report, with its organization first. */
export type ReportRef = { organizationId: string; reportId: string }

/** Returns undefined when there is none. */
export async function findIssueReport(sql: Sql, { organizationId, reportId }: ReportRef): Promise<IssueReport | undefined> {
  const [report] = await sql<IssueReport[]>`
    select r.id, r.organization_id as "organizationId", o.name as "organizationName", r.kind, r.tool, r.description, r.via,
           r.reported_by as "reportedBy", r.created_at as "createdAt", r.state, r.claimed_by as "claimedBy", r.claimed_at as "claimedAt",
           r.resolved_by as "resolvedBy", r.resolved_at as "resolvedAt", r.resolution, r.version
      from issue_reports r
      join organizations o on o.id = r.organization_id
     where r.organization_id = ${organizationId}
       and r.id = ${reportId}`
  return report
}
