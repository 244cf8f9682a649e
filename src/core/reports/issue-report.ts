/** Stores what people report as broken or missing, and sends it to the staff. */
import { HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, DomainError } from '../lib/errors.js'
import { enqueueNotice } from '../notices/notices.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { wrongLength } from '../lib/prose/text.js'
import { redact } from './redact.js'
import type { ReportKind } from './report.js'

export const REPORT_LENGTH = 4000
export const TOOL_LENGTH = 200
/** Limit for both kinds together per organization, because people read them one by one. */
const LIMIT = { most: 20, withinMs: HOUR_MS }

type Reporting = Pick<Deps, 'db' | 'clock'>

/**
 * Redacts, records and queues a report for the staff channel in one transaction. `tool` null: a person names none. @throws
 * BAD_REQUEST description, tool · TOO_MANY_REQUESTS
 */
export async function reportIssue(
  deps: Reporting,
  actor: Actor,
  input: { description: string; tool: string | null },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  const description = requireText('description', input.description, REPORT_LENGTH)
  const tool = input.tool === null ? null : redact(requireText('tool', input.tool, TOOL_LENGTH))
  await record(deps, actor, { kind: 'report', description: redact(description), tool }, beforeCommit)
}

/**
 * Requests a missing capability; it goes where reports go. @throws BAD_REQUEST description · TOO_MANY_REQUESTS @see
 * docs/contract.md#reports
 */
export async function requestCapability(
  deps: Reporting,
  actor: Actor,
  input: { description: string },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  const description = requireText('description', input.description, REPORT_LENGTH)
  await record(deps, actor, { kind: 'capability', description: redact(description), tool: null }, beforeCommit)
}

/** The redacted texts. */
type Said = { kind: ReportKind; description: string; tool: string | null }

async function record(
  { db, clock }: Reporting,
  actor: Actor,
  { kind, description, tool }: Said,
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  const now = clock()
  const { organizationId, via, userId } = actor
  await db.tx(async (sql) => {
    await requireBelowLimit(sql, organizationId, now)
    const [{ id }] = await sql<[{ id: string }]>`
      insert into issue_reports (organization_id, kind, tool, description, via, reported_by, created_at)
      values (${organizationId}, ${kind}, ${tool}, ${description}, ${via}, ${userId}, ${now})
      returning id`
    await recordAct(sql, actor, { subject: `report:${id}`, action: 'create', after: { kind, tool } }, now)
    const notice = { kind: 'issueReport', reportId: id } as const
    await enqueueNotice(sql, { organizationId, destination: 'staff', dedupeKey: `report:${id}`, notice }, now)
    await beforeCommit?.(sql, undefined)
  })
}

/** Locks the organization's row, so that no other report of it is written meanwhile. @throws TOO_MANY_REQUESTS */
async function requireBelowLimit(sql: Sql, organizationId: string, now: Date): Promise<void> {
  await sql`select from organizations where id = ${organizationId} for no key update`
  const [first] = await sql<{ createdAt: Date }[]>`
    select created_at as "createdAt"
      from issue_reports
     where organization_id = ${organizationId}
     order by id desc
    offset ${LIMIT.most - 1}
     limit 1`
  const waitMs = first ? first.createdAt.getTime() + LIMIT.withinMs - now.getTime() : 0
  if (waitMs <= 0) return
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  throw new DomainError(
    'TOO_MANY_REQUESTS',
    `Your organization has sent ${LIMIT.most} reports and requests in the last hour, the limit. Send the next one in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}

/** Trims the text; its length counts code points. @throws BAD_REQUEST naming the field */
export function requireText(field: string, text: string, maxLength: number): string {
  const trimmed = text.trim()
  const length = [...trimmed].length
  if (length === 0 || length > maxLength) throw badRequest(field, wrongLength(field, length, maxLength))
  return trimmed
}
