/** The loop over product tags: a second call once their pin is live. */
import { addTags, type TagsEnd, claimTags, nextTagsDue, type TagsJob } from '../core/publish/tags.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type TagsOptions = {
  maxOpen?: number
  /** Longest wait for open calls when closing, in ms of real time. */
  closeMs?: number
}

const MAX_OPEN = 10
const CLOSE_MS = 10_000

/** Adds at least once: existing tags are not an error, so a worker that dies leaves them to their lease. */
export function makeTags(deps: Deps, { maxOpen = MAX_OPEN, closeMs = CLOSE_MS }: TagsOptions = {}): Loop {
  const { db, clock } = deps
  return makeDueLoop(deps, {
    name: 'tags',
    channel: 'tags_due',
    maxOpen,
    closeMs,
    begin: async (capacity) => (await claimTags(db.sql, { now: clock(), limit: capacity })).map((job) => add(deps, job)),
    nextDue: () => nextTagsDue(db.sql, clock()),
  })
}

/** Always ends, whatever happens. */
async function add(deps: Deps, job: TagsJob): Promise<void> {
  const { organizationId, postId, tries } = job
  const line = { organizationId, postId, tries }
  try {
    logEnd(deps, line, await addTags(deps, job))
  } catch (error) {
    deps.log.error({ ...line, error }, 'tags left to their lease')
  }
}

function logEnd({ log }: Deps, line: object, end: TagsEnd): void {
  switch (end.kind) {
    case 'added':
    case 'held':
      return log.info({ ...line, ...end }, 'product tags')
    case 'again':
      return end.isOurs
        ? log.error({ ...line, ...end }, 'product tags: the operator must fix the service')
        : log.warn({ ...line, ...end }, 'product tags')
    case 'failed':
      return log.warn({ ...line, ...end }, 'product tags')
  }
}
