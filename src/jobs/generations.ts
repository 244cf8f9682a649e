/** The loop over pages of which drafts are to be made: one of each organization at a time. */
import { type ClaimedGeneration, nextGenerationDue } from '../core/generations/claim.js'
import { claimDueGenerations, generate } from '../core/generations/work.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type GenerationsOptions = {
  /** How long closing waits for what is open, in ms of real time. */
  closeMs?: number
}

/** Organizations at a time. What they fetch is limited by the media module, and by the pace of each website. */
const MAX_OPEN = 6
const CLOSE_MS = 12_000

/** Drafts are written once: what a worker began and did not commit is left to its lease, and begun again. */
export function makeGenerations(deps: Deps, { closeMs = CLOSE_MS }: GenerationsOptions = {}): Loop {
  return makeDueLoop(deps, {
    name: 'generations',
    channel: 'generations_due',
    maxOpen: MAX_OPEN,
    closeMs,
    async begin(capacity) {
      return (await claimDueGenerations(deps, capacity)).map((claimed) =>
        deps.tracing.step('draft from page', {}, () => work(deps, claimed)),
      )
    },
    nextDue: () => nextGenerationDue(deps.db.sql),
  })
}

/** Whatever happens, it ends: when the database is gone, the generation is left to its lease. */
async function work(deps: Deps, claimed: ClaimedGeneration): Promise<void> {
  const { organizationId, generationId } = claimed
  try {
    const { made } = await generate(deps, claimed)
    deps.log.info({ organizationId, generationId, made }, 'a page was worked on')
  } catch (error) {
    deps.log.error({ organizationId, generationId, error }, 'a generation is left to its lease')
  }
}
