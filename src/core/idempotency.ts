/** Gives each idempotency key one effect: a success is stored in the write's own transaction and returned again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { after, DAY_MS } from './lib/duration.js'
import { RefusedBecause } from './lib/errors.js'
import type { GoesOn } from './lib/work/batch.js'
import { purgeRows } from './lib/rows/by-organization.js'
import { settlesWithin } from './lib/timeout.js'
import type { Deps, Sql } from './ports/deps.js'

export type IdempotencyClaim = {
  organizationId: string
  /** The caller that may use the key again: `key:12` or `slack:T1:U1`. */
  scope: string
  key: string
  /** Method and path, or the callback id of a view. */
  request: string
  bodyHash: Buffer
}
/**
 * `meta`: data of the answer beside `data`; absent: none. `isSealed`: stored as a JSON column, where rotating the encryption key
 * finds its sealed fields.
 */
export type StoredAnswer = { status: number; data: unknown; meta?: object; isSealed?: boolean }
export type Record = (sql: Sql, answer: StoredAnswer) => Promise<void>

const LEASE_MS = 60_000
const KEEP_MS = DAY_MS

/**
 * Runs `work` unless its success is on record; `work` must call `record` in the transaction of its write. An error frees the key
 * at once, also when the database is away and nothing can be deleted.
 * @returns the answer on record when the key was used before, else what `work` returned
 * @throws CONFLICT idempotency_in_progress · UNPROCESSABLE_ENTITY idempotency_key_reused
 * @see docs/contract.md#idempotency
 */
export async function runOnce<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claim: IdempotencyClaim,
  work: (record: Record) => Promise<T>,
): Promise<{ kind: 'replayed'; answer: StoredAnswer } | { kind: 'done'; result: T }> {
  const { organizationId, scope, key, request, bodyHash } = claim
  const now = clock()
  const before = freed.get(db)?.get(idOf(claim)) ?? []
  // differs from these even within the same instant: their pending deletion must not delete this claim
  const leaseUntil = after(now, LEASE_MS + before.length)
  const expiresAt = after(now, KEEP_MS)
  const take = () => db.sql<{ fresh: boolean }[]>`
    insert into idempotency_keys as k (organization_id, scope, key, request, body_hash, lease_until, expires_at)
    values (${organizationId}, ${scope}, ${key}, ${request}, ${bodyHash}, ${leaseUntil}, ${expiresAt})
    on conflict (organization_id, scope, key) do update
       set request = excluded.request, body_hash = excluded.body_hash, status = null, answer = null, answer_meta = null,
           answer_text = null,
           lease_until = excluded.lease_until, expires_at = excluded.expires_at
     where k.expires_at <= ${now} or (k.status is null and (k.lease_until <= ${now} or k.lease_until = any (${before}::timestamptz[])))
    returning true as fresh`
  // without an answer it is not known whether the claim was written
  const [taken] = await take().catch(async (error: unknown) => {
    await free(db, claim, leaseUntil)
    throw error
  })
  freed.get(db)?.delete(idOf(claim))
  if (!taken) return { kind: 'replayed', answer: await readAnswer(db.sql, claim) }

  const record: Record = async (sql, { status, data, meta, isSealed = false }) => {
    const kept = isSealed
      ? { answer: sql.json(data as never), meta: meta ? sql.json(meta as never) : null, text: null }
      : { answer: null, meta: null, text: JSON.stringify({ data, meta }) }
    const stored = await sql`
      update idempotency_keys
         set status = ${status}, answer = ${kept.answer}, answer_meta = ${kept.meta}, answer_text = ${kept.text}, lease_until = null
       where organization_id = ${organizationId} and scope = ${scope} and key = ${key} and lease_until = ${leaseUntil} and status is null`
    if (stored.count !== 1) throw inProgress() // the lease ran out and another request took the key: roll this write back
  }
  try {
    return { kind: 'done', result: await work(record) }
  } catch (error) {
    await free(db, claim, leaseUntil)
    throw error
  }
}

/** Ends of the leases of claims that did nothing and could not be deleted yet, by key. */
const freed = new WeakMap<object, Map<string, string[]>>()
const idOf = ({ organizationId, scope, key }: IdempotencyClaim) => `${organizationId} ${scope} ${key}`

/** How long an answer waits for the deletion, which continues in the background. */
const FREE_MS = 1_000
const FREE_AGAIN_MS = 500

/**
 * Frees a key whose claim did nothing, or does not know, so that it may be used again at once. While the database is away only
 * this process knows, and deletes the claim as soon as it can; a write that may still be committed holds the row, and what it
 * stored stays.
 */
async function free(db: Deps['db'], claim: IdempotencyClaim, leaseUntil: Date): Promise<void> {
  const { organizationId, scope, key } = claim
  const ofDb = freed.get(db) ?? new Map<string, string[]>()
  freed.set(db, ofDb)
  const id = idOf(claim)
  const leases = [...(ofDb.get(id) ?? []), leaseUntil.toISOString()]
  ofDb.set(id, leases)
  const isOurs = () => ofDb.get(id) === leases // it was neither claimed nor freed again
  const forget = () => db.sql`
    delete from idempotency_keys
     where organization_id = ${organizationId} and scope = ${scope} and key = ${key} and lease_until = any (${leases}::timestamptz[])
       and status is null`
  const untilForgotten = async () => {
    const endsAt = performance.now() + LEASE_MS // the lease has ended by then
    while (isOurs() && performance.now() < endsAt) {
      const isDone = await forget().then(
        () => true,
        () => false,
      )
      if (isDone) break
      await sleep(FREE_AGAIN_MS, undefined, { ref: false })
    }
    if (isOurs()) ofDb.delete(id)
  }
  await settlesWithin(untilForgotten(), FREE_MS)
}

/** Deletes keys past their 24 hours, some at a time, over all organizations. @returns how many were deleted */
export async function sweepIdempotencyKeys(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  goesOn: GoesOn = () => true,
): Promise<number> {
  const { sql } = db
  const key = { scope: 'text', key: 'text' } as const
  const { deleted } = await purgeRows(db, goesOn, { from: 'idempotency_keys', key, over: sql`t.expires_at <= ${clock()}` })
  return deleted
}

async function readAnswer(sql: Sql, { organizationId, scope, key, request, bodyHash }: IdempotencyClaim): Promise<StoredAnswer> {
  const [row] = await sql<Kept[]>`
    select request, body_hash, status, answer, answer_meta as meta, answer_text as text
      from idempotency_keys
     where organization_id = ${organizationId} and scope = ${scope} and key = ${key}`
  if (!row) throw inProgress() // released between the two statements: the caller may try again
  if (row.request !== request || !row.body_hash.equals(bodyHash)) {
    throw new RefusedBecause('idempotency_key_reused')
  }
  if (row.status === null) throw inProgress()
  if (row.text !== null) return { status: row.status, ...(JSON.parse(row.text) as Omit<StoredAnswer, 'status'>) } // written by record()
  return { status: row.status, data: row.answer, ...(row.meta && { meta: row.meta }) }
}

/** `text`: data and meta as they were sent, field by field; null for a sealed one, and in rows of older versions. */
type Kept = {
  request: string
  body_hash: Buffer
  status: number | null
  answer: unknown
  meta: object | null
  text: string | null
}

const inProgress = () => new RefusedBecause('idempotency_in_progress')
