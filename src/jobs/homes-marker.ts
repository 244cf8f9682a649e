/** Marks the Homes of accounts with settled pins: one statement for many pins, apart from the work that settled them. */
import { havingCleanHomes, markHomesDirty } from '../core/homes/homes.js'
import type { Deps } from '../core/ports/deps.js'

export type HomesMarker = {
  /** Costs nothing: a later statement covers all pins of the account. */
  note(of: { organizationId: string; accountId: string }): void
  /** Marks what was noted so far. */
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
    const accounts = await havingCleanHomes(db.sql, all).catch(() => all) // marking each then reports the error
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
