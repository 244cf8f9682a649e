/** The staff's actions on a report: claim, release, resolve. Each is one conditional write. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { DomainError } from '../lib/errors.js'
import { enqueueNotice } from '../notices/notices.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { requireText } from './issue-report.js'
import { redact } from './redact.js'
import { findIssueReport, type IssueReport, type ReportRef } from './report.js'

/**
 * Everyone of the staff's workspace in the staff channel is staff, because reports are of all organizations while roles are of
 * one. The channel may be shared with another workspace, where it has the same id.
 */
export type Staff = {
  actor: Actor
  /** The channel of the request, as signed by Slack; undefined: no channel. */
  channelId: string | undefined
  /** null: there is no staff. */
  staffChannelId: string | null
  /** The workspace of the request, and its enterprise. */
  teamIds: readonly (string | null | undefined)[]
  /** A workspace, or an enterprise; null: the app is in a single workspace. */
  staffTeamId: string | null
}

/** `isDone` false: nothing was written, because the report was already in its current state. */
export type ReportChange = { isDone: boolean; report: IssueReport }

/** A note has to fit one message. */
export const NOTE_LENGTH = 1000

type Working = Pick<Deps, 'db' | 'clock'>

/** @throws FORBIDDEN outside the staff's channel · NOT_FOUND */
export async function claimReport(deps: Working, staff: Staff, ref: ReportRef): Promise<ReportChange> {
  requireStaff(staff)
  return changing(deps, staff, ref, 'claim', async (sql, now) => {
    const { count } = await sql`
      update issue_reports
         set state = 'claimed', claimed_by = ${staff.actor.userId}, claimed_at = ${now}, version = version + 1
       where organization_id = ${ref.organizationId}
         and id = ${ref.reportId}
         and state = 'open'`
    return count === 1
  })
}

/**
 * Reopens a claimed report. Any staff member may do it, because its claimer may be away.
 * @param ref version: the claim as seen; a later claim stays
 * @throws FORBIDDEN outside the staff's channel · NOT_FOUND
 */
export async function releaseReport(deps: Working, staff: Staff, ref: ReportRef & { version: number }): Promise<ReportChange> {
  requireStaff(staff)
  return changing(deps, staff, ref, 'give back', async (sql) => {
    const { count } = await sql`
      update issue_reports
         set state = 'open', claimed_by = null, claimed_at = null, version = version + 1
       where organization_id = ${ref.organizationId}
         and id = ${ref.reportId}
         and state = 'claimed'
         and version = ${ref.version}`
    return count === 1
  })
}

/**
 * Resolves a report, finally. A reporter in Slack is notified there, with the note.
 * @throws FORBIDDEN outside the staff's channel · NOT_FOUND · BAD_REQUEST note
 */
export async function resolveReport(
  deps: Working,
  staff: Staff,
  { note, ...ref }: ReportRef & { note: string },
  beforeCommit?: BeforeCommit<ReportChange>,
): Promise<ReportChange> {
  requireStaff(staff)
  const resolution = redact(requireText('note', note, NOTE_LENGTH))
  const work: Write = async (sql, now) => {
    const { count } = await sql`
      update issue_reports
         set state = 'resolved', resolved_by = ${staff.actor.userId}, resolved_at = ${now}, resolution = ${resolution},
             version = version + 1
       where organization_id = ${ref.organizationId}
         and id = ${ref.reportId}
         and state in ('open', 'claimed')`
    return count === 1
  }
  return changing(deps, staff, ref, 'resolve', work, beforeCommit)
}

/** Reads the report for the modal with the note. @throws FORBIDDEN outside the staff's channel · NOT_FOUND */
export async function readReportAsStaff({ db: { sql } }: Pick<Deps, 'db'>, staff: Staff, ref: ReportRef): Promise<IssueReport> {
  requireStaff(staff)
  return requireReport(sql, ref)
}

function requireStaff({ channelId, staffChannelId, teamIds, staffTeamId }: Staff): void {
  const isOfTeam = staffTeamId === null || teamIds.includes(staffTeamId)
  if (staffChannelId !== null && channelId === staffChannelId && isOfTeam) return
  throw new DomainError('FORBIDDEN', 'Only the people who run Pinslot can do this, in their own channel.')
}

async function requireReport(sql: Sql, ref: ReportRef): Promise<IssueReport> {
  const report = await findIssueReport(sql, ref)
  if (!report) throw new DomainError('NOT_FOUND', 'This report was deleted.')
  return report
}

/** @returns whether it took effect */
type Write = (sql: Sql, now: Date) => Promise<boolean>

/** Combines the write, its audit row and the updates of cards in one transaction. */
async function changing(
  { db, clock }: Working,
  { actor }: Staff,
  ref: ReportRef,
  action: string,
  write: Write,
  beforeCommit?: BeforeCommit<ReportChange>,
): Promise<ReportChange> {
  const now = clock()
  return db.tx(async (sql) => {
    const isDone = await write(sql, now)
    const report = await requireReport(sql, ref)
    if (isDone) {
      const { organizationId } = report
      const { state, claimedBy, version } = report
      await recordAct(
        sql,
        { ...actor, organizationId },
        { subject: `report:${report.id}`, action, after: { state, claimedBy } },
        now,
      )
      const notice = { kind: 'issueReport', reportId: report.id } as const
      await enqueueNotice(sql, { organizationId, destination: 'staff', dedupeKey: `report:${report.id}:${version}`, notice }, now)
      if (state === 'resolved') await notifyReporter(sql, report, now)
    }
    const change = { isDone, report }
    await beforeCommit?.(sql, change)
    return change
  })
}

/** Notifies the reporter in Slack; an API client cannot be notified. */
async function notifyReporter(sql: Sql, { organizationId, id, via, reportedBy }: IssueReport, now: Date): Promise<void> {
  if (via !== 'slack' || reportedBy === null) return
  const notice = { kind: 'reportResolved', reportId: id } as const
  await enqueueNotice(sql, { organizationId, destination: `user:${reportedBy}`, dedupeKey: `report:${id}:resolved`, notice }, now)
}
