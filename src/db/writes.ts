/** Whether what this process writes reaches the disk: a full one still answers every read. */
import type { Db } from '../core/ports/deps.js'

export type WriteWatch = {
  /** Called with each failure of a transaction, whichever its pool. */
  failed: (error: unknown) => void
  /** Decided by a small write, at most twice a minute while none has failed, and once a second afterwards. Never throws. */
  takesWrites: (db: Pick<Db, 'tx'>) => Promise<boolean>
}

/** Read-only, full, beyond a limit of its disk, or the disk itself fails. */
const REFUSED = ['25006', '53000', '53100', '53400', '58030']
const isRefused = (error: unknown): boolean =>
  error instanceof Error && ('code' in error ? REFUSED.includes(String(error.code)) : isRefused(error.cause))

const EVERY_MS = 30_000
const AFTER_FAILURE_MS = 1_000
const BUDGET_MS = 1_500
const KIB = 64

/** The last write decides, of whatever kind; a failed one stands until a write that began later was done. */
export function makeWriteWatch(): WriteWatch {
  let isWorking = true
  let failedAt = -Infinity
  let triedAt = -Infinity
  let open: Promise<void> | undefined

  const failed = (error: unknown) => {
    if (!isRefused(error)) return
    isWorking = false
    failedAt = performance.now()
  }
  /** A new table takes room on the disk, which a row of one that is there may not. */
  const write = async (db: Pick<Db, 'tx'>) => {
    triedAt = performance.now()
    try {
      await db.tx(
        (sql) => sql`
          create temporary table pinslot_write_probe on commit drop as
          select repeat(n::text, 256) as filler from generate_series(1000, ${999 + KIB}) n`,
        { budgetMs: BUDGET_MS },
      )
      if (failedAt < triedAt) isWorking = true
    } catch (error) {
      failed(error) // of another kind, as where no temporary tables may be made: it decides nothing
    }
  }
  return {
    failed,
    async takesWrites(db) {
      if (performance.now() - triedAt >= (isWorking ? EVERY_MS : AFTER_FAILURE_MS))
        open ??= write(db).finally(() => (open = undefined))
      await open
      return isWorking
    },
  }
}
