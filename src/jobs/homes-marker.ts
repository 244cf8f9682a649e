/** Marks the Homes of accounts whose pins were settled: once for many pins, beside the work that settled them. */
import { havingCleanHomes, markHomesDirty } from '../core/homes/homes.js'
import type { Deps } from '../core/ports/deps.js'

export type HomesMarker = {
  /** Costs nothing: the statement comes later, for all pins of the account together. */
  note(of: { organizationId: string; accountId: string }): void
  /** What was noted until now is marked. */
  flush(): Promise<void>
}

const WAIT_MS = 500

export function makeHomesMarker({ db, log }: Pick<Deps, 'db' | 'log'>): HomesMarker {
  const noted = new Map<string, { organizationId: string; accountId: string }>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const all = [...noted.values()]
    noted.clear()
    if (all.length === 0) return
    const accounts = await havingCleanHomes(db.sql, all).catch(() => all) // each then says what is wrong
    for (const account of accounts) {
      await markHomesDirty(db.sql, account).catch((error: unknown) =>
        log.warn({ ...account, err: error }, 'Homes were not marked'),
      )
    }
  }
  return {
    flush,
    note({ organizationId, accountId }) {
      noted.set(accountId, { organizationId, accountId })
      timer ??= setTimeout(() => void flush(), WAIT_MS)
    },
  }
}
