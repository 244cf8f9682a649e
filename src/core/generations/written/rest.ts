/** When the model does not answer, it rests: nobody waits forty seconds for each page meanwhile. Known to all processes. */
import { after, MINUTE_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import type { WriterSilence } from '../../ports/writer.js'

/** In a row. */
export const MOST_FAILURES = 3
export const REST_MS = 5 * MINUTE_MS

export async function isResting(sql: Sql, now: Date): Promise<boolean> {
  const [row] = await sql`select from model_rest where rests_until > ${now}`
  return row !== undefined
}

/** A question that is not taken says nothing of the next; the rest does. */
export const isFailure = (because: WriterSilence): boolean => because !== 'rejected'

/** What another question would not change begins the rest at once; `afterMs`: the wait that the model named. */
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
