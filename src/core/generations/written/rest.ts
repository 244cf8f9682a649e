/** Pauses the model after failures, for all processes, so that pages do not each wait forty seconds. */
import { after, MINUTE_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import type { WriterSilence } from '../../ports/writer.js'

/** Failures in a row. */
export const MOST_FAILURES = 3
export const REST_MS = 5 * MINUTE_MS

export async function isResting(sql: Sql, now: Date): Promise<boolean> {
  const [row] = await sql`select from model_rest where rests_until > ${now}`
  return row !== undefined
}

/** True for failures that predict the next: only a rejected question does not. */
export const isFailure = (because: WriterSilence): boolean => because !== 'rejected'

/**
 * Counts a failure. One that another question cannot avoid begins the pause at once; `afterMs`: the wait that the model's service
 * asked for.
 */
export async function recordFailure(
  sql: Sql,
  { because, afterMs }: { because: WriterSilence; afterMs: number | null },
  now: Date,
): Promise<void> {
  const isSure = because === 'refused' || because === 'limited' || because === 'redirect'
  const until = after(now, Math.max(MINUTE_MS, because === 'limited' && afterMs !== null ? afterMs : REST_MS))
  await sql`
    insert into model_rest as r (failures, rests_until)
    values (1, ${isSure ? until : null})
    on conflict (one) do update
       set failures = r.failures + 1,
           rests_until = case when ${isSure} or r.failures + 1 >= ${MOST_FAILURES} then greatest(r.rests_until, ${until}) else r.rests_until end`
}

export async function recordAnswer(sql: Sql): Promise<void> {
  await sql`update model_rest set failures = 0, rests_until = null where failures > 0`
}
