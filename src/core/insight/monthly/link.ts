/** Links to the page of a month's report, for clients: signed, for one account and month, for 90 days. Nothing of them is stored. */
import { z } from 'zod'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { readSignedForDays, writeSignedForDays } from '../../lib/http/signed-token.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import { type MonthReport, readMonthReport } from './month.js'

const PURPOSE = 'month report'
const DAYS_VALID = 90

const SHAPE = { o: z.string(), a: z.string(), m: z.string() }

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
  const values = { o: actor.organizationId, a: ref.accountId, m: report.month }
  return { report, href: `${deps.settings.publicUrl}/reports/${writeSignedForDays(deps, PURPOSE, values, DAYS_VALID)}` }
}

export type OpenReport = { report: MonthReport; lastDay: Date }

/** Opens a link. undefined: it is not ours or has expired, or the account is gone. */
export async function openMonthReport(deps: Pick<Deps, 'db' | 'clock' | 'sign'>, token: string): Promise<OpenReport | undefined> {
  const signed = readSignedForDays(deps, PURPOSE, token, SHAPE)
  if (!signed) return undefined
  const { values, lastDay } = signed
  const actor: Actor = { organizationId: values.o, via: 'api', role: 'viewer', userId: PURPOSE }
  try {
    const report = await readMonthReport(deps, actor, { accountId: values.a, month: values.m })
    return { report, lastDay }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
