/** The loop over posts: what is due is claimed and published, read back, or taken over from a worker that is gone. */
import { renewLeases } from '../core/posts/publish/attempt.js'
import type { Claimed } from '../core/posts/publish/claim-row.js'
import { claimPosts, LEASE_MS, listDue, nextPublishDue, takeReadBacks, type DuePost } from '../core/posts/publish/claim.js'
import { paceLate } from '../core/posts/publish/lateness-pace.js'
import { listSoon, preparePictures } from '../core/posts/publish/publish-pictures.js'
import type { PublishDeps, PublishEnd } from '../core/posts/publish/publish-deps.js'
import { publishPost } from '../core/posts/publish/publish.js'
import { readBack } from '../core/posts/publish/reconcile-read.js'
import { recover } from '../core/posts/publish/settle-recovered.js'
import type { Deps } from '../core/ports.js'
import { makeDueLoop } from './due-loop.js'
import { every } from './every.js'
import type { Loop } from './loop.js'

export type PublisherOptions = {
  /** Attempts and read-backs open in this process. */
  maxOpen?: number
  /** How long closing waits for open attempts, in ms of real time. */
  closeMs?: number
  atSeam?: PublishDeps['atSeam']
}

const CLAIMED_AT_A_TIME = 100
const CLOSE_MS = 30_000
const HEARTBEAT_MS = LEASE_MS / 4
const LOOK_AHEAD_EVERY_MS = 5_000

export function makePublisher(deps: Deps, { maxOpen = 200, closeMs = CLOSE_MS, atSeam }: PublisherOptions = {}): Loop {
  const { db, clock, log } = deps
  const publishing: PublishDeps = { ...deps, pictures: preparePictures(deps), atSeam }
  const held = new Set<Claimed>()

  /** Whatever happens, it ends: an error leaves the post to its lease. */
  const hold = async (claimed: Claimed, what: string, work: () => Promise<PublishEnd>): Promise<void> => {
    held.add(claimed)
    try {
      tellEnd(deps, claimed, what, await work())
    } catch (error) {
      log.error({ ...keyOf(claimed), what, error }, 'left to its lease')
    } finally {
      held.delete(claimed)
    }
  }
  const begin = async (room: number): Promise<Promise<void>[]> => {
    const now = clock()
    const due = await listDue(db.sql, { now, limit: Math.min(room, CLAIMED_AT_A_TIME) })
    if (due.length === 0) return []
    const { publish, readBack: toRead, recover: lost } = sort(due)
    const claimed = await claimPosts(db.sql, publish.onTime, now)
    const open = claimed.map((one) => hold(one, 'publish', () => publishPost(publishing, one)))
    for (const one of await claimPosts(db.sql, await paceLate(db.sql, publish.late, now), now)) {
      open.push(hold(one, 'publish', () => publishPost(publishing, one)))
    }
    for (const one of await takeReadBacks(db.sql, toRead, now)) open.push(hold(one, 'read back', () => readBack(deps, one)))
    for (const one of lost) {
      if (await recover(db, one, now)) {
        log.warn({ ...keyOf(one), what: 'recover' }, 'taken over from a worker that is gone')
        open.push(Promise.resolve())
      }
    }
    return open
  }

  const loop = makeDueLoop(deps, {
    name: 'publisher',
    channel: 'posts_due',
    maxOpen,
    closeMs,
    begin,
    nextDue: () => nextPublishDue(db.sql, clock()),
  })
  const own = { log, name: 'publisher' }
  const beat = every(HEARTBEAT_MS, own, () => renewLeases(db.sql, [...held], clock()))
  const lookAhead = every(LOOK_AHEAD_EVERY_MS, own, () => prepareSoon(deps, publishing))
  return {
    ...loop,
    async start() {
      beat.start()
      lookAhead.start()
      await loop.start()
    },
    async close() {
      await lookAhead.stop()
      await loop.close()
      await beat.stop()
    },
  }
}

function sort(due: DuePost[]) {
  const of = (work: DuePost['work']) => due.filter((one) => one.work === work)
  const publish = of('publish')
  return {
    publish: { onTime: publish.filter(({ isLate }) => !isLate), late: publish.filter(({ isLate }) => isLate) },
    readBack: of('readBack'),
    recover: of('recover'),
  }
}

/** Bytes are read from up to a minute before the time; a picture that fails here is told when its pin is due. */
async function prepareSoon({ db, clock }: Deps, { pictures }: PublishDeps): Promise<void> {
  for (const media of await listSoon(db.sql, clock())) await pictures.of(media).catch(() => undefined)
}

function tellEnd({ log }: Deps, claimed: Claimed, what: string, end: PublishEnd): void {
  const line = { ...keyOf(claimed), what, ...end }
  switch (end.kind) {
    case 'sent':
    case 'held':
      return log.info(line, 'publisher')
    case 'again':
      return end.isOurs ? log.error(line, 'publisher: the service must be mended') : log.warn(line, 'publisher')
    case 'failed':
    case 'unknown':
    case 'overtaken':
      return log.warn(line, 'publisher')
  }
}

const keyOf = ({ organizationId, postId, attemptNumber }: { organizationId: string; postId: string; attemptNumber: number }) => ({
  organizationId,
  postId,
  attemptNumber,
})
