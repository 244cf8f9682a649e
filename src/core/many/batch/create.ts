/** Creates many posts at once: drafts, on the next open slots, or with approval requests. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import { chargeKeyOf, countCharges, readCharges } from '../../billing/ledger.js'
import type { Actor } from '../../lib/actor.js'
import type { DomainError, RowRefusal } from '../../lib/errors.js'
import { rolledBack } from '../../lib/rows/rolled-back.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { newChangeId } from '../../posts/audit.js'
import { withSchedule } from '../../posts/schedule/take-slot.js'
import { takesCharge } from '../../posts/create/check.js'
import { requireMayMake } from '../../posts/permissions.js'
import type { When } from '../../posts/when.js'
import { checkRows, requireCount, type CheckedRow } from './check.js'
import { withRowMedia, type PreparedRow } from './media.js'
import type { Batch, BatchResult, NewBatch } from './model.js'
import { forPreview } from './preview.js'
import { RowsRefused } from '../../lib/rows/rows-refused.js'
import { refuseAll, toRowError } from './refused.js'
import { beginBatch, insertResults, withoutSaid } from './store.js'
import { BATCHES, deniedOf, writeRows, type WrittenRow } from './write.js'

/** The real time of the transaction, including waits for locks. A hundred searches take a second or two of it. */
export const BATCH_BUDGET_MS = 15_000

/**
 * Creates posts in one transaction with their charges, as one change that undoBatch() undoes as a whole. Posts without a time
 * follow the mode, arranged so that boards alternate and pins of one link or picture stay apart; where the account has approvals,
 * a contributor's scheduling becomes requests.
 * @throws FORBIDDEN · NOT_FOUND the account · BAD_REQUEST with `rows`: which were refused, by `stop` · PAYMENT_REQUIRED,
 * UNPROCESSABLE_ENTITY no_open_slot likewise, where nothing else is wrong; PAYMENT_REQUIRED account_not_connected also by `skip`
 * · SERVICE_UNAVAILABLE slot_resolution_timeout · and the platform's refusals
 * @see docs/contract.md#batches
 */
export const createBatch = (deps: Deps, actor: Actor, input: NewBatch, beforeCommit?: BeforeCommit<Batch>): Promise<Batch> =>
  makeBatch(deps, actor, input, beforeCommit)

/**
 * Returns what createBatch() would do now, by doing it and rolling it back. A refusal is reported for its row, with the others as
 * they would be without it; media are read, but not kept.
 * @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST of the whole · SERVICE_UNAVAILABLE slot_resolution_timeout · and the platform's
 * refusals
 */
export const previewBatch = (deps: Deps, actor: Actor, input: NewBatch): Promise<Batch> =>
  rolledBack<Batch, Batch>(
    (beforeCommit) => makeBatch(deps, actor, { ...input, onError: 'skip', refusesDeadByRow: true }, beforeCommit),
    (_, batch) => forPreview(batch, { isNew: true }),
  )

async function makeBatch(deps: Deps, actor: Actor, input: NewBatch, beforeCommit?: BeforeCommit<Batch>): Promise<Batch> {
  const { db, clock } = deps
  const { posts, mode, onError, refusesDeadByRow = false, generationId = null } = input
  requireCount('posts', posts.length)
  requireMayMake(actor, input.accountId)
  const account = await requireAccount(db.sql, actor, input.accountId)
  const checked = await checkRows(deps, actor, account, input, clock())
  const refused = new Map<number, DomainError>()
  const refuse = (rows: readonly RowRefusal[]) => {
    const dead = rows.find(({ error }) => error.details.reason === 'account_not_connected')
    if (dead && onError === 'skip' && !refusesDeadByRow) throw dead.error // a stored success would outlive the reconnect
    for (const { index, error } of rows) refused.set(index, error)
  }
  /** Refuses the whole batch for one refused row, by `stop`. */
  const stop = () => {
    if (onError === 'stop' && refused.size > 0) throw refuseAll(rowsOf(refused), posts.length)
  }
  refuse([...checked.refused, ...(await unpaid(db.sql, account, checked.rows, clock()))])
  if (checked.refused.length === 0) stop() // without credit no media are fetched; otherwise all errors are reported together
  const rows = checked.rows.filter(({ index }) => !refused.has(index))

  return withRowMedia(deps, actor, rows, async (prepared, ofMedia) => {
    refuse(ofMedia)
    stop()
    let left = prepared
    for (;;) {
      try {
        const turn = { when: claimOf(left), budgetMs: BATCH_BUDGET_MS, keys: [BATCHES] }
        const batch = await withSchedule(deps, account, turn, (sql) => write(sql, left))
        return { result: batch, written: new Set(left.map(({ index }) => index)) }
      } catch (error) {
        if (!(error instanceof RowsRefused)) throw error
        refuse(error.rows)
        stop()
        left = left.filter(({ index }) => !refused.has(index))
      }
    }
  })

  async function write(sql: Sql, ready: PreparedRow[]): Promise<Batch> {
    const now = clock()
    const changeId = newChangeId()
    const id = await beginBatch(sql, actor, { account, mode, did: 'create' }, now)
    const written = await writeRows(sql, { actor, account, rows: ready, changeId, batchId: id, generationId }, now)
    const results = await toResults(sql, account, written, rowsOf(refused))
    await insertResults(sql, account, id, results)
    const batch = { id, accountId: account.id, mode, createdAt: now, results }
    await beforeCommit?.(sql, batch)
    return batch
  }
}

const rowsOf = (refused: ReadonlyMap<number, DomainError>): RowRefusal[] =>
  [...refused].map(([index, error]) => ({ index, error }))

/** Returns whether a slot has to be found for any of them. */
const claimOf = (rows: readonly PreparedRow[]): When =>
  rows.some((row) => (row.isRequest ? row.parsed.when.kind === 'nextOpenSlot' : takesCharge(row) && searches(row.parsed.when)))
    ? { kind: 'nextOpenSlot' }
    : { kind: 'draft' }

const searches = (when: When) => when.kind === 'nextOpenSlot' || (when.kind === 'at' && when.day !== undefined)

/** Refuses the last rows that the credit does not cover, before their media are fetched. The transaction checks again. */
async function unpaid(sql: Sql, account: Account, rows: readonly CheckedRow[], now: Date): Promise<RowRefusal[]> {
  const charged = rows.filter(takesCharge)
  if (charged.length === 0) return []
  const { fits, denial } = await countCharges(sql, account, { count: charged.length, mode: 'read' }, now)
  if (!denial) return []
  return charged.slice(fits).map(({ index }) => ({ index, error: deniedOf(denial, fits, charged.length) }))
}

/** Returns the results in the order of the request. */
export async function toResults(
  sql: Sql,
  account: Account,
  written: readonly WrittenRow[],
  refused: readonly RowRefusal[],
): Promise<BatchResult[]> {
  const charges = await readCharges(
    sql,
    account,
    written.flatMap(({ row }) => (row ? { postId: row.id, chargeNumber: row.chargeNumber } : [])),
  )
  const results = written.map(({ index, post, row }): BatchResult => {
    const charge = row && charges.get(chargeKeyOf({ postId: row.id, chargeNumber: row.chargeNumber }))
    return { index, ...withoutSaid(post), ...(charge && { charge: { unit: charge.unit, amount: charge.amount === 0 ? 0 : 1 } }) }
  })
  return [...results, ...refused.map(({ index, error }): BatchResult => ({ index, error: toRowError(error) }))].sort(
    (a, b) => a.index - b.index,
  )
}
