/** Stores the result in the feed entry whose page was processed, in the same transaction. */
import type { FailureCode } from '../page-failures.js'
import type { Sql } from '../../ports/deps.js'

/** Failures that may be gone on another day. */
const PASSING: readonly FailureCode[] = ['unreachable', 'timeout', 'internal_error']
const MOST_TRIES = 3

/** @param failureCode null: drafts were made */
export async function settleEntry(
  sql: Sql,
  { organizationId, generationId }: { organizationId: string; generationId: string },
  failureCode: FailureCode | null,
  now: Date,
): Promise<void> {
  const isPassing = failureCode !== null && PASSING.includes(failureCode)
  const isAgain = sql`(${isPassing} and tries < ${MOST_TRIES})`
  await sql`
    update feed_entries
       set state = case when ${isAgain} then 'waiting' when ${failureCode}::text is null then 'drafted' else 'failed' end,
           settled_at = case when not ${isAgain} then ${now}::timestamptz end,
           failure_code = ${failureCode}, page = case when ${isAgain} then page end
     where organization_id = ${organizationId}
       and generation_id = ${generationId}
       and state = 'making'`
}
