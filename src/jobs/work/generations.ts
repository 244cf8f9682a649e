/** The loop over pages from which drafts are made. The media module and each website's pace limit their downloads. */
import { type ClaimedGeneration, nextGenerationDue } from '../../core/generations/claim.js'
import { claimDueGenerations, generate } from '../../core/generations/work.js'
import type { Asking } from '../../core/accounts/keys/actor-now.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Loop } from '../loop.js'
import { type LeasedWork, makeWorkLoop, type WorkLoopOptions } from './loop.js'

const GENERATIONS: LeasedWork<ClaimedGeneration, Deps & Asking> = {
  name: 'generations',
  step: 'draft from page',
  maxOpen: 6,
  claim: claimDueGenerations,
  keyOf: ({ organizationId, generationId }) => ({ organizationId, generationId }),
  work: generate,
  logs: { done: 'a page was worked on', leftToLease: 'a generation is left to its lease' },
  nextDue: nextGenerationDue,
}

export const makeGenerations = (deps: Deps & Asking, options: WorkLoopOptions = {}): Loop =>
  makeWorkLoop(deps, GENERATIONS, options)
