/**
 * Loops over work that organizations submit and wait for: files of pins, pages, feeds. One piece of each organization at a time.
 */
import type { Deps, Sql } from '../../core/ports/deps.js'
import { makeDueLoop } from '../due-loop.js'
import type { Loop } from '../loop.js'

export type WorkLoopOptions = {
  /** Longest wait for open work when closing, in ms of real time. */
  closeMs?: number
}

export type LeasedWork<Claimed, Given extends Deps = Deps> = {
  /** The loop's name; NOTIFY on `<name>_due` wakes it. */
  name: string
  /** The step's name in a trace. */
  step: string
  /** Organizations at a time in this process. */
  maxOpen: number
  /** @returns pieces of work of different organizations, each leased to this process */
  claim: (deps: Deps, capacity: number) => Promise<Claimed[]>
  /** The key of a piece of work in the log. */
  keyOf: (claimed: Claimed) => { organizationId: string }
  /** @returns facts about its end to log, if any */
  work: (deps: Given, claimed: Claimed) => Promise<object | null>
  logs: { done: string; leftToLease: string }
  nextDue: (sql: Sql) => Promise<Date | null>
}

const CLOSE_MS = 12_000

/** Uncommitted work is left to its lease, and begins again. */
export function makeWorkLoop<Claimed, Given extends Deps = Deps>(
  deps: Given,
  { name, step, maxOpen, claim, nextDue, ...of }: LeasedWork<Claimed, Given>,
  { closeMs = CLOSE_MS }: WorkLoopOptions,
): Loop {
  return makeDueLoop(deps, {
    name,
    channel: `${name}_due`,
    maxOpen,
    closeMs,
    async begin(capacity) {
      return (await claim(deps, capacity)).map((claimed) => deps.tracing.step(step, {}, () => workOn(deps, claimed, of)))
    },
    nextDue: () => nextDue(deps.db.sql),
  })
}

/** Always ends: without the database, the work is left to its lease. */
async function workOn<Claimed, Given extends Deps>(
  deps: Given,
  claimed: Claimed,
  { keyOf, work, logs }: Pick<LeasedWork<Claimed, Given>, 'keyOf' | 'work' | 'logs'>,
): Promise<void> {
  const key = keyOf(claimed)
  try {
    const done = await work(deps, claimed)
    if (done) deps.log.info({ ...key, ...done }, logs.done)
  } catch (error) {
    deps.log.error({ ...key, error }, logs.leftToLease)
  }
}
