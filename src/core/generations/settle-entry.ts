/** What becomes of an entry when its page was worked on; in the transaction of that. */
import type { FailureCode } from './page-failures.js'
import type { Sql } from '../ports/deps.js'

/** Another day the page may answer. */
const PASSING: readonly FailureCode[] = ['unreachable', 'timeout', 'internal_error']
const MOST_TRIES = 3

/** @param failureCode null: there are drafts */
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
