/** Writes an import, a hundred lines at a time, each of them once. */
import { type Asking, hasLostRight, requireKeyInForce, requireMaker } from '../../accounts/keys/actor-now.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { after, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { say } from '../../lib/codes.js'
import { DomainError, mayPass } from '../../lib/errors.js'
import { faultOf, isWorthAnother } from '../../lib/work/fault.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps } from '../../ports/deps.js'
import { createBatch } from '../../many/batch/create.js'
import type { BatchResult } from '../../many/batch/model.js'
import {
  type Chunk,
  claimImports,
  type ClaimedImport,
  findChunk,
  postpone,
  type Settled,
  settleChunk,
  stopImport,
} from './claim.js'
import { type HostsOfChunk, hostsOfChunk } from './hosts.js'
import type { ImportError, ReadRow } from './model.js'
import { columnOf, IN_A_FILE } from './row.js'
import { MOST_TRIES, waitMs } from './tries.js'

/** Longer than a hundred pictures of slow hosts and the transaction take. After it, another process takes over. */
export const LEASE_MS = 3 * MINUTE_MS

/** Claims imports. @returns imports of different organizations, each with a chunk to write */
export const claimDueImports = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedImport[]> =>
  claimImports(db.sql, { now: clock(), until: after(clock(), LEASE_MS), limit })

/**
 * Writes the next chunk of a claimed import for its sender and with their current rights; without these the import ends. Its pins
 * and its progress are one transaction: another process that writes the same chunk after an expired lease finds it changed and
 * rolls back; temporary refusals are retried.
 * @returns how many pins were written by this
 */
export async function writeChunk(deps: Deps & Asking, claimed: ClaimedImport): Promise<{ written: number }> {
  const chunk = await findChunk(deps.db.sql, claimed)
  if (!chunk) return { written: 0 }
  const actor = await standing(deps, claimed)
  if (!actor) return { written: 0 }
  const { accountId, mode } = claimed
  const hosts = hostsOfChunk(claimed.hosts, deps.clock())
  const posts = chunk.rows.map(({ post }) => post)
  try {
    let written = 0
    await createBatch(
      hosts.sparing(deps),
      actor,
      { accountId, posts, mode, onError: 'skip', refusesDeadByRow: true },
      async (sql, { id, results }) => {
        const now = deps.clock()
        await requireKeyInForce(sql, actor, now)
        const settled = { ...settledOf(claimed, chunk, { results, hosts }, now), batchId: id }
        if (!(await settleChunk(sql, claimed, chunk, settled, now))) throw new Superseded()
        written = settled.created
      },
    )
    return { written }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHORIZED') await stop(deps, claimed, error)
    else if (!(error instanceof Superseded)) await giveUpOrWait(deps, claimed, chunk, error)
    return { written: 0 }
  }
}

/** Returns the sender with their current rights. undefined: the import has ended, or is retried until the rights can be read. */
async function standing(deps: Deps & Asking, claimed: ClaimedImport): Promise<Actor | undefined> {
  const { db, clock, log } = deps
  const { organizationId, importId, accountId, actor, tries } = claimed
  try {
    return await requireMaker(deps, db, actor, accountId)
  } catch (error) {
    if (!hasLostRight(error) && tries + 1 < MOST_TRIES) {
      log.warn({ organizationId, importId, tries, err: error }, 'nobody can say whose import it is; it is tried again')
      await postpone(db.sql, claimed, after(clock(), waitMs(tries)))
    } else await stop(deps, claimed, error)
    return undefined
  }
}

async function stop(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  claimed: ClaimedImport,
  error: unknown,
): Promise<void> {
  const { organizationId, importId, accountId } = claimed
  const isKnown = error instanceof DomainError
  log[isKnown ? 'info' : 'error']({ organizationId, importId, err: error }, 'an import was stopped')
  const why = isKnown ? say(error.sentence, IN_A_FILE) : 'Something kept going wrong on our side.'
  const message = `${why} Import this line again.`
  const author = { organizationId, via: 'operator', userId: 'imports' } as const
  await db.tx(async (sql) => {
    const now = clock()
    if (!(await stopImport(sql, claimed, { because: 'not_allowed', message }, now))) return
    await recordAct(sql, author, { accountId, subject: `import:${importId}`, action: 'stop', after: { because: why } }, now)
  })
}

type Tried = { results: readonly BatchResult[]; hosts: HostsOfChunk }

/**
 * Decides which lines are done and which are retried. While any line of the chunk ends, the rest is retried without a limit, and
 * so are the lines of a host that still serves others.
 */
function settledOf(
  { columns, tries }: ClaimedImport,
  { rows }: Chunk,
  { results, hosts }: Tried,
  now: Date,
): Omit<Settled, 'batchId'> {
  const isLast = tries + 1 >= MOST_TRIES
  const left: ReadRow[] = []
  const waiting: ReadRow[] = []
  const errors: ImportError[] = []
  const stilled = results.flatMap(({ index, warnings = [] }) =>
    warnings.some(({ code }) => code === 'movement_lost') ? (rows[index]?.line ?? []) : [],
  )
  const isOver = ({ error }: BatchResult) => !error || !(mayPass(error.code) || error.busyHost)
  hosts.ended(results.filter(isOver).flatMap(({ index }) => rows[index]?.post ?? []))
  for (const { index, error } of results) {
    const row = rows[index]
    if (!error || !row) continue
    if (mayPass(error.code) && !isLast) left.push(row)
    else if (error.busyHost && hosts.mayAnswer(row.post)) waiting.push(row)
    else {
      const { column, message } = {
        column: columnOf(columns, error.field),
        message: say(error.sentence ?? error.message, IN_A_FILE),
      }
      errors.push({ line: row.line, ...(column && error.field !== undefined && { column: column.name }), message })
    }
  }
  const isStuck = left.length > 0 && left.length + waiting.length === rows.length
  return {
    created: rows.length - left.length - waiting.length - errors.length,
    errors,
    notes: stilled.length === 0 ? [] : [stilledNote(stilled)],
    left: [...left, ...hosts.inTurn(waiting)],
    tries: isStuck ? tries + 1 : 0,
    hosts: hosts.known(),
    dueAt: left.length === 0 ? now : after(now, isStuck ? waitMs(tries) : SECOND_MS),
    leftUntil: left.length === 0 ? hosts.until(waiting.map(({ post }) => post)) : null,
  }
}

const stilledNote = (lines: readonly number[]): string =>
  `Lines with an animated image: ${lines.join(', ')}. The pin shows its first picture; use a video to keep the movement.`

/**
 * Retries a chunk that was refused as a whole, or gives it up. After a failure that the next chunk would share, that one gets a
 * single try.
 */
async function giveUpOrWait(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  claimed: ClaimedImport,
  chunk: Chunk,
  error: unknown,
): Promise<void> {
  const { organizationId, importId, tries } = claimed
  const now = clock()
  const isKnown = error instanceof DomainError
  const fault = faultOf(error)
  const line = { organizationId, importId, chunk: chunk.number, tries, err: error }
  if (isWorthAnother(fault, tries) && tries + 1 < MOST_TRIES) {
    log.warn(line, 'a part of an import was not written; it is tried again')
    await postpone(db.sql, claimed, after(now, waitMs(tries)))
    return
  }
  log[isKnown ? 'info' : 'error'](line, 'a part of an import was given up')
  const message = isKnown ? say(error.sentence, IN_A_FILE) : 'Something kept going wrong on our side. Import this line again.'
  const errors = chunk.rows.map((row) => ({ line: row.line, message }))
  const settled = {
    created: 0,
    batchId: null,
    errors,
    notes: [],
    left: [],
    tries: fault === 'lasting' ? 0 : tries,
    hosts: claimed.hosts,
    dueAt: now,
    leftUntil: null,
  }
  await db.tx((sql) => settleChunk(sql, claimed, chunk, settled, now))
}
