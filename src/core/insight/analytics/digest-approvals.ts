/** How long decisions took in a week, what waits longest, and what was changed most and why. */
import type { Account } from '../../accounts/account.js'
import type { ApprovalChange, ChangedField } from '../../posts/approval/model.js'
import type { Sql } from '../../ports/deps.js'
import type { Span } from './digest-pins.js'

export type ApprovalFigures = {
  /** Requests that were approved, rejected or sent back in the week. */
  decided: number
  /** Half of these took no longer; null: none was decided. */
  medianMs: number | null
  /** Requests that wait now, and the one that waits longest. */
  waiting: { count: number; longest: { title: string | null; askedAt: Date } | null }
  /** Requests that were sent back, and the reasons, the most frequent first. */
  sentBack: { count: number; reasons: string[] }
  /** What approvers edited in the act of approving, the most frequent first. */
  edited: { field: ChangedField; count: number }[]
}

const SHOWN = 3

type Row = {
  decided: number
  medianMs: number | null
  waiting: number
  longest: { title: string | null; askedAt: string }[] | null
  reasons: string[] | null
  edits: ApprovalChange[][] | null
}

/** Returns null if nothing was decided in the week and nothing waits. */
export async function readApprovalFigures(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  { from, to }: Span,
): Promise<ApprovalFigures | null> {
  const [row] = await sql<[Row]>`
    select count(*) filter (where a.state <> 'open')::int as decided,
           (percentile_cont(.5) within group (order by extract(epoch from a.decided_at - a.asked_at) * 1000)
              filter (where a.state <> 'open'))::float8 as "medianMs",
           count(*) filter (where a.state = 'open')::int as waiting,
           (array_agg(json_build_object('title', a.title, 'askedAt', a.asked_at) order by a.asked_at, a.id)
              filter (where a.state = 'open'))[1:1] as longest,
           array_agg(a.reason order by a.decided_at desc) filter (where a.state = 'changes_requested') as reasons,
           json_agg(a.edits) filter (where a.state = 'approved' and a.edits is not null) as edits
      from approvals a
     where a.organization_id = ${organizationId}
       and a.account_id = ${id}
       and a.state <> 'withdrawn'
       and (a.state = 'open' or a.decided_at >= ${from} and a.decided_at < ${to})`
  const { decided, medianMs, waiting, longest, reasons, edits } = row
  if (decided + waiting === 0) return null
  const [first] = longest ?? []
  return {
    decided,
    medianMs,
    waiting: { count: waiting, longest: first ? { title: first.title, askedAt: new Date(first.askedAt) } : null },
    sentBack: { count: reasons?.length ?? 0, reasons: mostFrequent(reasons ?? []).map(([reason]) => reason) },
    edited: mostFrequent((edits ?? []).flat().map(({ field }) => field)).map(([field, count]) => ({ field, count })),
  }
}

/** Counts the values, the most frequent first; equally frequent ones stay in their order. */
function mostFrequent<T extends string>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, SHOWN)
}
