/** The loops over work that an organization brings and waits for: files of pins, pages, feeds. One piece of each organization at a time. */
import type { Deps, Sql } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'
import { type ClaimedGeneration, nextGenerationDue } from '../core/sources/generations/claim.js'
import { claimDueGenerations, generate } from '../core/sources/generations/work.js'
import type { Asking } from '../core/accounts/keys/actor-now.js'
import { type ClaimedImport, nextImportDue } from '../core/sources/imports/claim.js'
import { type ClaimedEdit, claimEdits, nextEditDue } from '../core/publish/published/claim.js'
import { workOnEdit } from '../core/publish/published/work.js'
import { claimDueImports, writeChunk } from '../core/sources/imports/work.js'
import { type ClaimedFeed, nextFeedDue } from '../core/sources/feeds/claim.js'
import { claimDueFeeds, workOnFeed } from '../core/sources/feeds/work.js'

export type WorkLoopOptions = {
  /** How long closing waits for what is open, in ms of real time. */
  closeMs?: number
}

export type LeasedWork<Claimed, Given extends Deps = Deps> = {
  /** The name of the loop; NOTIFY on `<name>_due` wakes it. */
  name: string
  /** The name of the step in a trace. */
  step: string
  /** Organizations at a time in this process. */
  maxOpen: number
  /** @returns pieces of work of different organizations, each leased to this process */
  claim: (deps: Deps, capacity: number) => Promise<Claimed[]>
  /** What names it in a log. */
  keyOf: (claimed: Claimed) => { organizationId: string }
  /** @returns what is to be logged of its end, if anything */
  work: (deps: Given, claimed: Claimed) => Promise<object | null>
  logs: { done: string; leftToLease: string }
  nextDue: (sql: Sql) => Promise<Date | null>
}

const CLOSE_MS = 12_000

/** What a worker began and did not commit is left to its lease, and begun again. */
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

/** Whatever happens, it ends: when the database is gone, the work is left to its lease. */
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

/** The loop over pages of which drafts are to be made. What they fetch is limited by the media module, and by the pace of each website. */
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

/**
 * The loop over files of pins: a hundred lines of each organization at a time, and nobody waits for a long file of somebody else. What they fetch
 * is limited by the media module, beside all other pictures of theirs.
 */
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

/** The loop over feeds that are due. A slow website holds up nobody but its own organization. */
const FEEDS: LeasedWork<ClaimedFeed> = {
  name: 'feeds',
  step: 'look at feed',
  maxOpen: 4,
  claim: claimDueFeeds,
  keyOf: ({ organizationId, feedId }) => ({ organizationId, feedId }),
  async work(deps, claimed) {
    const { found, begun } = await workOnFeed(deps, claimed)
    return found + begun > 0 ? { found, begun } : null
  },
  logs: { done: 'a feed has something new', leftToLease: 'a feed is left to its lease' },
  nextDue: nextFeedDue,
}

export const makeFeeds = (deps: Deps, options: WorkLoopOptions = {}): Loop => makeWorkLoop(deps, FEEDS, options)

/** The loop over changes of published pins: an answer that is lost is looked up by whoever claims the change next. */
const PIN_EDITS: LeasedWork<ClaimedEdit, Deps & Asking> = {
  name: 'pin_edits',
  step: 'change published pin',
  maxOpen: 10,
  claim: claimEdits,
  keyOf: ({ organizationId, postId, id }) => ({ organizationId, postId, editId: id }),
  async work(deps, claimed) {
    return { change: claimed.kind, step: await workOnEdit(deps, claimed) }
  },
  logs: { done: 'a published pin was worked on', leftToLease: 'a change of a published pin is left to its lease' },
  nextDue: nextEditDue,
}

export const makePinEdits = (deps: Deps & Asking, options: WorkLoopOptions = {}): Loop => makeWorkLoop(deps, PIN_EDITS, options)
