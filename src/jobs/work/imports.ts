/**
 * The loop over files of pins: a hundred lines of each organization at a time, so that nobody waits for another's long file. The
 * media module limits their downloads together with the organization's other pictures.
 */
import { type ClaimedImport, nextImportDue } from '../../core/imports/claim.js'
import { claimDueImports, writeChunk } from '../../core/imports/work.js'
import type { Asking } from '../../core/accounts/keys/actor-now.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Loop } from '../loop.js'
import { type LeasedWork, makeWorkLoop, type WorkLoopOptions } from './loop.js'

const IMPORTS: LeasedWork<ClaimedImport, Deps & Asking> = {
  name: 'imports',
  step: 'import lines',
  maxOpen: 3,
  claim: claimDueImports,
  keyOf: ({ organizationId, importId }) => ({ organizationId, importId }),
  work: writeChunk,
  logs: { done: 'a part of an import was written', leftToLease: 'a part of an import is left to its lease' },
  nextDue: nextImportDue,
}

export const makeImports = (deps: Deps & Asking, options: WorkLoopOptions = {}): Loop => makeWorkLoop(deps, IMPORTS, options)
