/** Writes an import, a hundred lines at a time, each of them once. */
import { after, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { DomainError, mayPass, say } from '../lib/errors.js'
import { Superseded } from '../lib/work/superseded.js'
import type { Deps } from '../ports/deps.js'
import { createBatch } from '../posts/batch/create.js'
import type { BatchResult } from '../posts/batch/model.js'
import { type Chunk, claimImports, type ClaimedImport, findChunk, postpone, type Settled, settleChunk } from './claim.js'
import type { ImportError, ReadRow } from './model.js'
import { columnOf, IN_A_FILE } from './row.js'

/** Longer than a hundred pictures of slow hosts and the transaction take. One who dies is followed after it. */
export const LEASE_MS = 3 * MINUTE_MS
const MOST_TRIES = 10
const FIRST_WAIT_MS = 10 * SECOND_MS

/** @returns imports of different organizations, each with a chunk to write */
export const claimDueImports = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedImport[]> =>
  claimImports(db.sql, { now: clock(), until: after(clock(), LEASE_MS), limit })

/**
 * The next chunk of a claimed import, in the name of who sent it. Its pins and its progress are one transaction: whoever else writes the same
 * chunk, after a lease that ended, finds it changed and keeps nothing. Lines that are refused for what passes by itself are tried again.
 * @returns how many pins were written by this
 */
export async function writeChunk(deps: Deps, claimed: ClaimedImport): Promise<{ written: number }> {
  const chunk = await findChunk(deps.db.sql, claimed)
  if (!chunk) return { written: 0 }
  const { actor, accountId, mode } = claimed
  const posts = chunk.rows.map(({ post }) => post)
  try {
    let written = 0
    await createBatch(
      deps,
      actor,
      { accountId, posts, mode, onError: 'skip', refusesDeadByRow: true },
      async (sql, { results }) => {
        const now = deps.clock()
        const settled = settledOf(claimed, chunk, results, now)
        if (!(await settleChunk(sql, claimed, chunk, settled, now))) throw new Superseded()
        written = settled.created
      },
    )
    return { written }
  } catch (error) {
    if (!(error instanceof Superseded)) await giveUpOrWait(deps, claimed, chunk, error)
    return { written: 0 }
  }
}

/** As long as something of it comes to an end, the rest is tried again without a limit. */
function settledOf({ columns, tries }: ClaimedImport, { rows }: Chunk, results: readonly BatchResult[], now: Date): Settled {
  const isLast = tries + 1 >= MOST_TRIES
  const left: ReadRow[] = []
  const errors: ImportError[] = []
  for (const { index, error } of results) {
    const row = rows[index]
    if (!error || !row) continue
    if (mayPass(error.code) && !isLast) left.push(row)
    else {
      const { column, message } = {
        column: columnOf(columns, error.field),
        message: say(error.sentence ?? error.message, IN_A_FILE),
      }
      errors.push({ line: row.line, ...(column && error.field !== undefined && { column: column.name }), message })
    }
  }
  const isStuck = left.length === rows.length
  const dueAt = left.length === 0 ? now : after(now, isStuck ? waitMs(tries) : SECOND_MS)
  return { created: rows.length - left.length - errors.length, errors, left, tries: isStuck ? tries + 1 : 0, dueAt }
}

const waitMs = (tries: number) => FIRST_WAIT_MS * 2 ** tries

/** Why all of a chunk was refused, or that it is tried again. What holds one up holds the next one up, too: that gets one try. */
async function giveUpOrWait(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  claimed: ClaimedImport,
  chunk: Chunk,
  error: unknown,
): Promise<void> {
  const { organizationId, importId, tries } = claimed
  const now = clock()
  const isKnown = error instanceof DomainError
  const isPassing = !isKnown || mayPass(error.code)
  const line = { organizationId, importId, chunk: chunk.number, tries, err: error }
  if (isPassing && tries + 1 < MOST_TRIES) {
    log.warn(line, 'a part of an import was not written; it is tried again')
    await postpone(db.sql, claimed, after(now, waitMs(tries)))
    return
  }
  log[isKnown ? 'info' : 'error'](line, 'a part of an import was given up')
  const message = isKnown
    ? say(error.sentence, IN_A_FILE)
    : 'Something went wrong on our side, again and again. Import this line once more.'
  const errors = chunk.rows.map((row) => ({ line: row.line, message }))
  const settled = { created: 0, errors, left: [], tries: isPassing ? tries : 0, dueAt: now }
  await db.tx((sql) => settleChunk(sql, claimed, chunk, settled, now))
}
