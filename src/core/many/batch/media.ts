/** Fetches, checks and stores the media of a batch before its transaction, a few at a time. */
import type { Actor } from '../../lib/actor.js'
import { mapConcurrently } from '../../lib/work/concurrency.js'
import { DomainError, mediaBusy, type RowRefusal } from '../../lib/errors.js'
import { discardMedia, prepareMedia } from '../../media/media.js'
import { isSwept } from '../../media/media-rows.js'
import type { PreparedMedia } from '../../media/prepared.js'
import type { Deps } from '../../ports/deps.js'
import { requireEqualRatios } from '../../posts/carousel.js'
import type { CheckedRow } from './check.js'

/** The number that one organization may have in memory: more would only wait, and be refused for waiting too long. */
const AT_ONCE = 2
/**
 * The real time after which no other one is begun: a person waits for the answer, and an idempotency key is held for a minute.
 */
const BEGUN_WITHIN_MS = 40_000

export type PreparedRow = CheckedRow & { prepared: PreparedMedia[] }
type Work<T> = (rows: PreparedRow[], refused: RowRefusal[]) => Promise<{ result: T; written: ReadonlySet<number> }>

/**
 * Runs `work` with the media of all rows whose media are valid, outside any transaction; copies for rows that are not written are
 * removed. It runs `work` a second time when known media were swept before they could be attached.
 */
export async function withRowMedia<T>(deps: Deps, actor: Actor, rows: readonly CheckedRow[], work: Work<T>): Promise<T> {
  try {
    return await withPrepared(deps, actor, rows, work)
  } catch (error) {
    if (!isSwept(error)) throw error
    return withPrepared(deps, actor, rows, work)
  }
}

async function withPrepared<T>(deps: Deps, actor: Actor, rows: readonly CheckedRow[], work: Work<T>): Promise<T> {
  const prepared = new Map<number, PreparedMedia[]>()
  const refused: RowRefusal[] = []
  const faults: unknown[] = []
  const endsAt = performance.now() + BEGUN_WITHIN_MS
  let written: ReadonlySet<number> = new Set()
  try {
    await mapConcurrently(rows, AT_ONCE, async ({ index, media }) => {
      const own: PreparedMedia[] = []
      prepared.set(index, own)
      try {
        for (const given of media) {
          if (faults.length > 0) return
          if (performance.now() > endsAt) throw mediaBusy()
          own.push(await prepareMedia(deps, actor, given))
        }
        requireEqualRatios(own)
      } catch (error) {
        if (error instanceof DomainError) refused.push({ index, error })
        else faults.push(error)
      }
    })
    if (faults.length > 0) throw faults[0]
    const isRefused = new Set(refused.map(({ index }) => index))
    const good = rows
      .filter(({ index }) => !isRefused.has(index))
      .map((row) => ({ ...row, prepared: prepared.get(row.index) ?? [] }))
    const done = await work(good, refused)
    written = done.written
    return done.result
  } finally {
    const unused = [...prepared].flatMap(([index, own]) => (written.has(index) ? [] : own))
    await mapConcurrently(unused, AT_ONCE, (one) => discardMedia(deps, one))
  }
}
