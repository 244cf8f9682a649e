/** Caches the platform's answers about numbers, by account and question. @see docs/contract.md#analytics */
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { RefusedBecause } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { purgeRows, type Rows } from '../../lib/rows/by-organization.js'

export const KEPT_MS = 15 * MINUTE_MS
/** The time for rate-limited, partial answers, which are worth an early retry. */
export const PARTIAL_KEPT_MS = MINUTE_MS

/** `keptMs` 0: not cached. */
export type Fresh<T> = { answer: T; keptMs: number }

/**
 * Returns the cached answer, or that of `read`; concurrent callers in one process share a read. Errors are not cached, and
 * answers of an earlier connection of the account do not count.
 * @param question unique for what is requested of an account; its answer must be JSON
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required even with a cached answer, so that results do not alternate
 */
export async function answerOnce<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: Account,
  question: string,
  read: () => Promise<Fresh<T>>,
): Promise<T> {
  if (account.tokenStatus === 'unauthorized') throw new RefusedBecause('platform_reconnect_required')
  const cacheKey = `${account.connectionNumber} ${question}`
  const key = `${account.organizationId} ${account.id} ${cacheKey}`
  const readings = readingsOf(db)
  const running = readings.get(key) as Promise<T> | undefined // under the key of a question are its answers alone
  if (running) return running
  const reading = findOrRead().finally(() => readings.delete(key))
  readings.set(key, reading)
  return reading

  async function findOrRead(): Promise<T> {
    const readAt = clock()
    const kept = await findAnswer<T>(db.sql, account, cacheKey, readAt)
    if (kept) return kept.answer
    const { answer, keptMs } = await read()
    if (keptMs > 0) await keepAnswer(db.sql, account, { cacheKey, answer, readAt, keptMs })
    return answer
  }
}

const open = new WeakMap<Deps['db'], Map<string, Promise<unknown>>>()
function readingsOf(db: Deps['db']): Map<string, Promise<unknown>> {
  const readings = open.get(db) ?? new Map<string, Promise<unknown>>()
  open.set(db, readings)
  return readings
}

async function findAnswer<T>(
  sql: Sql,
  { organizationId, id }: Account,
  cacheKey: string,
  now: Date,
): Promise<{ answer: T } | undefined> {
  const [row] = await sql<{ answer: T }[]>`
    select answer
      from analytics_cache
     where organization_id = ${organizationId}
       and account_id = ${id}
       and question = ${cacheKey}
       and fresh_until > ${now}`
  return row
}

type Kept = { cacheKey: string; answer: unknown; readAt: Date; keptMs: number }

/** Does not replace another process's complete answer by our partial one: the complete one is fresh for longer. */
async function keepAnswer(sql: Sql, { organizationId, id }: Account, { cacheKey, answer, readAt, keptMs }: Kept): Promise<void> {
  const json = sql.json(answer as Parameters<Sql['json']>[0]) // JSON, as answerOnce() demands
  const freshUntil = after(readAt, keptMs)
  await sql`
    insert into analytics_cache as c (organization_id, account_id, question, answer, read_at, fresh_until)
    values (${organizationId}, ${id}, ${cacheKey}, ${json}, ${readAt}, ${freshUntil})
    on conflict (organization_id, account_id, question) do update
       set answer = excluded.answer, read_at = excluded.read_at, fresh_until = excluded.fresh_until
     where c.fresh_until < excluded.fresh_until`
}

/** Deletes answers that expired over a day ago, for all organizations. */
export async function purgeAnswers(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  const until = before(now, DAY_MS)
  await purgeRows(db, goesOn, {
    from: 'analytics_cache',
    key: { account_id: 'bigint', question: 'text' },
    over: sql`t.fresh_until <= ${until}`,
  })
}
