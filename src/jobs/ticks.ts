/** What is done from time to time: the whole list. */
import { listAccountsWithStaleBoards, refreshBoards } from '../core/boards/refresh.js'
import { nextSweepDue, sweepLate } from '../core/posts/publish/lateness-sweep.js'
import { purgeExpired } from '../core/purge.js'
import type { Deps } from '../core/ports.js'

export type TickJob = {
  job: string
  /** Five cron fields, in UTC. */
  expression: string
  run(deps: Deps): Promise<void>
  /**
   * When there is next something for it to do, for a virtual clock that is forwarded: it stops at the first tick from then on. Absent:
   * what matters is only that it was done lately, so it is done once wherever the clock stops.
   */
  nextWork?(deps: Deps): Promise<Date | null>
}

const ACCOUNTS_AT_A_TIME = 50

export const TICKS: TickJob[] = [
  {
    job: 'lateness',
    expression: '* * * * *',
    nextWork: ({ db }) => nextSweepDue(db.sql),
    async run(deps) {
      const { failed, told } = await sweepLate(deps)
      if (failed + told > 0) deps.log.warn({ failed, told }, 'pins were late')
    },
  },
  { job: 'boards', expression: '*/10 * * * *', run: refreshStaleBoards },
  { job: 'purge', expression: '17 * * * *', run: purgeExpired },
]

/** One account after the other: nobody waits for it, and the platform counts our requests. */
async function refreshStaleBoards(deps: Deps): Promise<void> {
  const { db, clock, log } = deps
  for (const account of await listAccountsWithStaleBoards(db.sql, { now: clock(), limit: ACCOUNTS_AT_A_TIME })) {
    const { organizationId, id: accountId } = account
    await refreshBoards(deps, account).catch((error: unknown) =>
      log.warn({ organizationId, accountId, error }, 'boards could not be refreshed'),
    )
  }
}
