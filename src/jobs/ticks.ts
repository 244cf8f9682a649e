/** What is done from time to time: the whole list. */
import { nextEndingSoon } from '../core/accounts/renew-soon.js'
import { nextDigestDue, tellDigests } from '../core/analytics/digest-due.js'
import { nextNudgeDue, tellNudges } from '../core/analytics/nudge.js'
import { listAccountsWithStaleBoards, refreshBoards } from '../core/boards/refresh.js'
import { nextEvergreenDue, runEvergreen } from '../core/posts/evergreen/run.js'
import { nextSweepDue, sweepLate } from '../core/posts/publish/lateness-sweep.js'
import { alertStuck } from '../core/posts/publish/stuck-alert.js'
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
/** One cause mostly fails many. */
const FAILURES_TOLD = 20

export const TICKS: TickJob[] = [
  {
    job: 'lateness',
    expression: '* * * * *',
    nextWork: ({ db }) => nextSweepDue(db.sql),
    run: sweepLatePins,
  },
  { job: 'evergreen', expression: '* * * * *', nextWork: ({ db }) => nextEvergreenDue(db.sql), run: makeEvergreenPins },
  { job: 'tokens', expression: '*/10 * * * *', nextWork: ({ db, clock }) => nextEndingSoon(db.sql, clock()), run: renewTokens },
  { job: 'boards', expression: '*/10 * * * *', run: refreshStaleBoards },
  { job: 'days', expression: '13 * * * *', run: readAllDays },
  { job: 'results', expression: '41 * * * *', run: readAllResults },
  {
    job: 'digests',
    expression: '* * * * *',
    nextWork: ({ db, clock }) => nextDigestDue(db.sql, clock()),
    run: tellWeeklyDigests,
  },
  { job: 'nudges', expression: '* * * * *', nextWork: ({ db }) => nextNudgeDue(db.sql), run: tellOfEmptySlots },
  { job: 'stuck', expression: '*/5 * * * *', run: alertStuck },
  { job: 'purge', expression: '17 * * * *', run: purgeExpired },
]

/** What could not be seen to has its next turn in a minute. */
async function sweepLatePins(deps: Deps): Promise<void> {
  const { failures, ...swept } = await sweepLate(deps)
  if (swept.failed + swept.told + swept.released > 0) deps.log.warn(swept, 'pins were late')
  for (const { error, ...post } of failures.slice(0, FAILURES_TOLD))
    deps.log.error({ ...post, error }, 'a late pin could not be seen to')
  if (failures.length > 0) deps.log.error({ count: failures.length }, 'late pins could not be seen to')
}

/** What failed is still to be decided, so the next minute tries it again. */
async function makeEvergreenPins(deps: Deps): Promise<void> {
  const { made, passed, failed } = await runEvergreen(deps)
  if (made + passed > 0) deps.log.info({ made, passed }, 'evergreen slots were decided')
  for (const { error, ...slot } of failed) deps.log.error({ ...slot, error }, 'an evergreen slot could not be decided')
}

/** What failed is still due, so the next minute tries it again; a digest for a day. */
async function tellWeeklyDigests(deps: Deps): Promise<void> {
  const { told, passed, failed } = await tellDigests(deps)
  if (told + passed > 0) deps.log.info({ told, passed }, 'weekly digests')
  for (const { error, ...due } of failed.slice(0, FAILURES_TOLD)) deps.log.error({ ...due, error }, 'a digest could not be told')
}

async function tellOfEmptySlots(deps: Deps): Promise<void> {
  const { told, failed } = await tellNudges(deps)
  if (told > 0) deps.log.info({ told }, 'teams with empty slots were told')
  for (const { error, ...due } of failed.slice(0, FAILURES_TOLD))
    deps.log.error({ ...due, error }, 'slots could not be looked at')
}

/** Several accounts side by side: one whose boards do not come does not keep the others waiting. */
async function refreshStaleBoards(deps: Deps): Promise<void> {
  const { db, clock, log } = deps
  await sideBySide(await listAccountsWithStaleBoards(db.sql, { now: clock(), limit: ACCOUNTS_AT_A_TIME }), (account) =>
    refreshBoards(deps, account).catch((error: unknown) => {
      const { organizationId, id: accountId } = account
      log.warn({ organizationId, accountId, error }, 'boards could not be refreshed')
    }),
  )
}
