/**
 * Links to the page of a month's report, for clients: signed, for one account and month, for 90 days. Nothing of them is stored but
 * how often those of an account were ended.
 */
import { z } from 'zod'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { readSignedForDays, writeSignedForDays } from '../../lib/http/signed-token.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type MonthReport, readMonthReport } from './month.js'

const PURPOSE = 'month report'
const DAYS_VALID = 90

/** `n`: how often the links of the account had been ended; absent: never. */
const SHAPE = { o: z.string(), a: z.string(), m: z.string(), n: z.int().optional() }

/** `href`: the page, which anybody with the link can read. */
export type SharedReport = { report: MonthReport; href: string }

/** Reads the report together with the link to its page. @throws FORBIDDEN below scheduler, and as readMonthReport() */
export async function shareMonthReport(
  deps: Pick<Deps, 'db' | 'clock' | 'sign' | 'settings'>,
  actor: Actor,
  ref: { accountId: string; month?: string | undefined },
): Promise<SharedReport> {
  requireRoleOn(actor, ref.accountId, 'scheduler')
  const report = await readMonthReport(deps, actor, ref)
  const ended = await countEnds(deps.db.sql, report.account)
  const values = { o: actor.organizationId, a: ref.accountId, m: report.month, ...(ended > 0 && { n: ended }) }
  return { report, href: `${deps.settings.publicUrl}/reports/${writeSignedForDays(deps, PURPOSE, values, DAYS_VALID)}` }
}

/** Ends all links to reports of the account that were shared so far. @throws FORBIDDEN below scheduler · NOT_FOUND */
export async function endReportLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, accountId: string): Promise<void> {
  requireRoleOn(actor, accountId, 'scheduler')
  await db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    const [after] = await sql`
      update accounts
         set report_links_ended = report_links_ended + 1
       where organization_id = ${organizationId} and id = ${id}
      returning report_links_ended as "reportLinks"`
    await recordAct(sql, actor, { accountId, subject: `account:${id}`, action: 'end_report_links', after }, clock())
  })
}

async function countEnds(sql: Sql, { organizationId, id }: { organizationId: string; id: string }): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`
    select report_links_ended as ended
      from accounts
     where organization_id = ${organizationId} and id = ${id}`
  return row?.ended ?? 0
}

export type OpenReport = { report: MonthReport; lastDay: Date }

/** Opens a link. undefined: it is not ours, has expired or was ended, or the account is gone. */
export async function openMonthReport(deps: Pick<Deps, 'db' | 'clock' | 'sign'>, token: string): Promise<OpenReport | undefined> {
  const signed = readSignedForDays(deps, PURPOSE, token, SHAPE)
  if (!signed) return undefined
  const { values, lastDay } = signed
  const actor: Actor = { organizationId: values.o, via: 'api', role: 'viewer', userId: PURPOSE }
  try {
    const report = await readMonthReport(deps, actor, { accountId: values.a, month: values.m })
    return (await countEnds(deps.db.sql, report.account)) === (values.n ?? 0) ? { report, lastDay } : undefined
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
