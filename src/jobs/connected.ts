/** Reads the most needed data of a newly connected account at once rather than at the next tick. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hasDueAccount } from '../core/accounts/account-jobs.js'
import type { Deps } from '../core/ports/deps.js'
import { workOnDueAccounts } from './account-jobs.js'
import { BOARDS } from './boards.js'
import { DAYS } from './days.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

const ERROR_DELAY_MS = 1_000

/** Woken when an account is connected. Its work is already due in the database, so the ticks find it if this process ends. */
export function makeConnectedReader(deps: Deps, { closeMs }: { closeMs: number }): Loop {
  const { db, clock, log } = deps
  let isClosing = false
  const goesOn = () => !isClosing
  const readAll = async (): Promise<void> => {
    try {
      await Promise.all([BOARDS, DAYS].map((what) => workOnDueAccounts(deps, what, goesOn)))
    } catch (error) {
      log.error({ loop: 'connected', error }, 'connected accounts could not be read')
      await sleep(ERROR_DELAY_MS) // the work stays due, and the ticks retry it as well
    }
  }
  const loop = makeDueLoop(deps, {
    name: 'connected',
    channel: 'accounts_connected',
    maxOpen: 1,
    closeMs,
    begin: async () => ((await hasDueAccount(db.sql, [BOARDS.job, DAYS.job], clock())) ? [readAll()] : []),
    nextDue: () => Promise.resolve(null), // the ticks do later readings
  })
  return {
    ...loop,
    close() {
      isClosing = true
      return loop.close()
    },
  }
}
