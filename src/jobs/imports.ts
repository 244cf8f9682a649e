/** The loop over files of pins: a hundred lines of each organization at a time, and nobody waits for a long file of somebody else. */
import { type ClaimedImport, nextImportDue } from '../core/imports/claim.js'
import { claimDueImports, writeChunk } from '../core/imports/work.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type ImportsOptions = {
  /** How long closing waits for what is open, in ms of real time. */
  closeMs?: number
}

/** Organizations at a time. What they fetch is limited by the media module, beside all other pictures of theirs. */
const MAX_OPEN = 3
const CLOSE_MS = 12_000

/** Lines are written once: what a worker began and did not commit is left to its lease, and begun again. */
export function makeImports(deps: Deps, { closeMs = CLOSE_MS }: ImportsOptions = {}): Loop {
  return makeDueLoop(deps, {
    name: 'imports',
    channel: 'imports_due',
    maxOpen: MAX_OPEN,
    closeMs,
    async begin(capacity) {
      return (await claimDueImports(deps, capacity)).map((claimed) =>
        deps.tracing.step('import lines', {}, () => write(deps, claimed)),
      )
    },
    nextDue: () => nextImportDue(deps.db.sql),
  })
}

/** Whatever happens, it ends: when the database is gone, the chunk is left to its lease. */
async function write(deps: Deps, claimed: ClaimedImport): Promise<void> {
  const { organizationId, importId } = claimed
  try {
    const { written } = await writeChunk(deps, claimed)
    deps.log.info({ organizationId, importId, written }, 'a part of an import was written')
  } catch (error) {
    deps.log.error({ organizationId, importId, error }, 'a part of an import is left to its lease')
  }
}
