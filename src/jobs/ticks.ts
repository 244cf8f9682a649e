/** What is done from time to time: the whole list. */
import { nextEndingSoon } from '../core/accounts/renew-soon.js'
import { listAccountsWithStaleBoards, refreshBoards } from '../core/boards/refresh.js'
import { nextEvergreenDue, runEvergreen } from '../core/posts/evergreen/run.js'
import { nextSweepDue, sweepLate } from '../core/posts/publish/lateness-sweep.js'
import { purgeExpired } from '../core/purge.js'
import type { Deps } from '../core/ports.js'
import { readAllDays } from './days.js'
import { readAllResults } from './results.js'
import { sideBySide } from './side-by-side.js'
import { renewTokens } from './tokens.js'

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
  { job: 'evergreen', expression: '* * * * *', nextWork: ({ db }) => nextEvergreenDue(db.sql), run: makeEvergreenPins },
  { job: 'tokens', expression: '*/10 * * * *', nextWork: ({ db, clock }) => nextEndingSoon(db.sql, clock()), run: renewTokens },
  { job: 'boards', expression: '*/10 * * * *', run: refreshStaleBoards },
  { job: 'days', expression: '13 * * * *', run: readAllDays },
  { job: 'results', expression: '41 * * * *', run: readAllResults },
  { job: 'purge', expression: '17 * * * *', run: purgeExpired },
]

/** What failed is still to be decided, so the next minute tries it again. */
async function makeEvergreenPins(deps: Deps): Promise<void> {
  const { made, passed, failed } = await runEvergreen(deps)
  if (made + passed > 0) deps.log.info({ made, passed }, 'evergreen slots were decided')
  for (const { error, ...slot } of failed) deps.log.error({ ...slot, error }, 'an evergreen slot could not be decided')
}

/** Several accounts side by side: one whose boards do not come keeps neither the others nor the other ticks waiting. */
async function refreshStaleBoards(deps: Deps): Promise<void> {
  const { db, clock, log } = deps
  await sideBySide(await listAccountsWithStaleBoards(db.sql, { now: clock(), limit: ACCOUNTS_AT_A_TIME }), (account) =>
    refreshBoards(deps, account).catch((error: unknown) => {
      const { organizationId, id: accountId } = account
      log.warn({ organizationId, accountId, error }, 'boards could not be refreshed')
    }),
  )
}
