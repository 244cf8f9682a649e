/** Reads what people look for first of an account that was just connected, at once rather than at the next tick. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hasDueAccount } from '../core/accounts/account-jobs.js'
import type { Deps } from '../core/ports/deps.js'
import { workOnDueAccounts } from './account-jobs.js'
import { BOARDS } from './boards.js'
import { DAYS } from './days.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

const ERROR_DELAY_MS = 1_000

/**
 * Woken by who connects an account. What it should read is due in the database by then, so a process that ends in between loses nothing: the
 * ticks find it.
 */
export function makeConnectedReader(deps: Deps, { closeMs }: { closeMs: number }): Loop {
  const { db, clock, log } = deps
  let isClosing = false
  const goesOn = () => !isClosing
  const readAll = async (): Promise<void> => {
    try {
      await Promise.all([BOARDS, DAYS].map((what) => workOnDueAccounts(deps, what, goesOn)))
    } catch (error) {
      log.error({ loop: 'connected', error }, 'connected accounts could not be read')
      await sleep(ERROR_DELAY_MS) // what is due is so still, and the ticks try as well
    }
  }
  const loop = makeDueLoop(deps, {
    name: 'connected',
    channel: 'accounts_connected',
    maxOpen: 1,
    closeMs,
    begin: async () => ((await hasDueAccount(db.sql, [BOARDS.job, DAYS.job], clock())) ? [readAll()] : []),
    nextDue: () => Promise.resolve(null), // later readings are of the ticks
  })
  return {
    ...loop,
    close() {
      isClosing = true
      return loop.close()
    },
  }
}
