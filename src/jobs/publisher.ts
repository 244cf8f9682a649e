/** The loop over posts: claims due ones and publishes them, reads boards back, and recovers posts whose lease has expired. */
import { renewLeases, LEASE_MS } from '../core/publish/model/attempt.js'
import type { Claimed } from '../core/publish/model/claimed-post.js'
import { claimDue } from '../core/publish/claim/claim-due.js'
import { takeReadBacks } from '../core/publish/claim/claim.js'
import { makeCommitSending } from '../core/publish/send/commit-sending.js'
import { AHEAD_MS } from '../core/publish/prefetch/due-ahead.js'
import { nextPublishDue, type DuePost, type BusyAccount } from '../core/publish/claim/due.js'
import { makeWaiting } from '../core/publish/claim/waiting.js'
import { claimLate } from '../core/publish/late/pace.js'
import type { PublishEnd } from '../core/publish/model/publish-end.js'
import { type PublishDeps, publishPost } from '../core/publish/publish.js'
import { readBack } from '../core/publish/reconcile/read-back.js'
import { releaseClaims } from '../core/publish/claim/requeue.js'
import { recover } from '../core/publish/settle/recovered.js'
import { makeSendLimit } from '../core/publish/send/byte-limits.js'
import { makeSettleSent } from '../core/publish/settle/sent.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import { every } from './every.js'
import { makePrefetch, type Prefetch } from './prefetch.js'
import type { Loop } from './loop.js'
import { havingCleanHomes, markHomesDirty } from '../core/notices/homes.js'
import type { PublishWork } from '../core/ports/metrics.js'

export type PublisherOptions = {
  /** Attempts and read-backs open in this process. */
  maxOpen?: number
  /** Limits one account, so that hundreds of boards due in one second do not use the whole process. */
  maxOpenPerAccount?: number
  /** Limits one organization, whatever its number of accounts, so that others always have capacity. */
  maxOpenPerOrganization?: number
  /** Longest wait for open attempts when closing, in ms of real time. */
  closeMs?: number
  prefetch?: Prefetch
  atFailpoint?: PublishDeps['atFailpoint']
}

/** An answer may take most of a second, so a lower limit would send fewer than that a second. */
const MAX_OPEN = 400
/** Limits read-backs, so that slow boards never use the capacity of due pins. */
const MAX_READ_BACKS = 100
const MAX_OPEN_PER_ACCOUNT = 10
const MAX_OPEN_PER_ORGANIZATION = 80
const CLAIMED_AT_A_TIME = 100
/** Scanning costs more than trying to claim posts that another process already took. */
const STALE_BELOW = 5
const CLOSE_MS = 30_000
const HEARTBEAT_MS = LEASE_MS / 4

export function makePublisher(deps: Deps, options: PublisherOptions = {}): Loop {
  const { maxOpen = MAX_OPEN, maxOpenPerAccount: perAccount = MAX_OPEN_PER_ACCOUNT, closeMs = CLOSE_MS, atFailpoint } = options
  const { maxOpenPerOrganization: perOrganization = MAX_OPEN_PER_ORGANIZATION, prefetch = makePrefetch(deps) } = options
  const { db, clock, tracing } = deps
  const { pictures, places } = prefetch
  const together = { commitSending: makeCommitSending(deps), settleSent: makeSettleSent(deps), acquireSendLimit: makeSendLimit() }
  const publishing: PublishDeps = { ...deps, ...together, pictures, places, atFailpoint }
  const openWork = makeOpenWork()
  const homes = makeHomesMarker(deps)
  const waiting = makeWaiting(db.sql, deps.random())

  /** Always ends: an error leaves the post to its lease. */
  const hold = (claimed: Claimed, what: WorkKind, work: () => Promise<PublishEnd>): Promise<void> =>
    openWork.hold(claimed, what, () =>
      tracing.step(what, { postId: claimed.postId }, async () => {
        const end = await work().catch((error: unknown) => ({ kind: 'error', error }) as const)
        if (!openWork.isReleased(claimed)) logPublishEnd(deps, claimed, what, end)
        if (end.kind !== 'held') homes.note({ organizationId: claimed.organizationId, accountId: claimed.account.id })
      }),
    )
  const publish = (claimed: Claimed[]) => claimed.map((one) => hold(one, 'publish', () => publishPost(publishing, one)))

  const maxReadBacks = Math.min(MAX_READ_BACKS, Math.floor(maxOpen / 2))
  const freeForReadBacks = () => Math.max(0, maxReadBacks - openWork.of('read back').length)

  const begin = async (capacity: number, aheadMs: number): Promise<Promise<void>[]> => {
    const now = clock()
    const readBacks = Math.min(capacity, freeForReadBacks())
    const limit = Math.min(capacity, CLAIMED_AT_A_TIME)
    const own = { busy: openWork.busyAccounts(), openBoards: openWork.boards() }
    const due = await waiting.take({ now, limit, aheadMs, perAccount, perOrganization, ...own, readBacks })
    const open = await beginSome(due, { capacity, aheadMs, now })
    const wasStale = open.length < due.length / STALE_BELOW && waiting.forget() // other processes claimed most of it
    return wasStale && open.length === 0 ? begin(capacity, aheadMs) : open
  }

  const beginSome = async (due: DuePost[], { capacity, aheadMs, now }: { capacity: number; aheadMs: number; now: Date }) => {
    if (due.length === 0) return []
    const { readBack: toRead, recover: lost, onTime, late } = sort(due, capacity)
    const open: Promise<void>[] = []
    const takeOver = async (one: DuePost) => {
      if (!(await recover(db, one, now))) return
      logTakenOver(deps, one)
      open.push(Promise.resolve())
    }
    const steps = [
      async () => open.push(...publish(await claimDue(db, onTime, now, aheadMs))),
      async () => open.push(...publish(await claimLate(db, late, now))),
      async () =>
        open.push(...(await takeReadBacks(db, toRead, now)).map((one) => hold(one, 'read back', () => readBack(deps, one)))),
      ...lost.map((one) => () => takeOver(one)),
    ]
    // A failed step, caused by a broken row, does not prevent the others, and the loop knows what has begun.
    const problems: unknown[] = []
    for (const step of steps) await step().catch((error: unknown) => problems.push(error))
    if (open.length === 0 && problems.length > 0) throw problems[0]
    for (const error of problems) logProblem(deps, error)
    return open
  }

  /** Releases posts to other processes if their sending is not committed; the others may end. */
  const release = async () => {
    for (const one of await releaseClaims(db, openWork.of('publish'), clock())) openWork.markReleased(one)
  }

  const loop = makeDueLoop(deps, {
    name: 'publisher',
    channel: 'posts_due',
    maxOpen,
    closeMs,
    aheadMs: AHEAD_MS,
    begin,
    release,
    nextDue: () => nextPublishDue(db.sql, clock()),
    nextTake: async () =>
      waiting.looksSoon()
        ? clock()
        : nextPublishDue(db.sql, clock(), {
            perAccount,
            perOrganization,
            busy: openWork.busyAccounts(),
            readBacks: freeForReadBacks(),
          }),
  })
  const heartbeat = every(HEARTBEAT_MS, { ...deps, name: 'publisher' }, () => renewLeases(db, openWork.all(), clock()))
  return {
    ...loop,
    async drain() {
      const did = await loop.drain()
      await homes.flush()
      return did
    },
    async start() {
      heartbeat.start()
      prefetch.start()
      await loop.start()
    },
    async close() {
      const prefetchStopped = prefetch.stop()
      const hadOpen = openWork.all().length > 0
      await loop.close()
      await homes.flush()
      await heartbeat.stop()
      await prefetchStopped
      if (hadOpen) await db.sql`select pg_notify('posts_due', '')` // other processes may be waiting for the board locks
    },
  }
}

/** Keeps to the capacity, of which read-backs use a part. */
function sort(due: DuePost[], capacity: number) {
  const of = (work: DuePost['work']) => due.filter((one) => one.work === work)
  const readBack = of('readBack')
  const publish = of('publish').slice(0, capacity - readBack.length)
  return {
    readBack,
    recover: of('recover'),
    onTime: publish.filter(({ isLate }) => !isLate),
    late: publish.filter(({ isLate }) => isLate),
  }
}

/** Marks the Homes of accounts with settled pins: one statement for many pins, apart from the work that settled them. */
type HomesMarker = {
  /** Costs nothing: a later statement covers all pins of the account. */
  note(of: { organizationId: string; accountId: string }): void
  /** Marks what was noted so far. */
  flush(): Promise<void>
}

const WAIT_MS = 500

export function makeHomesMarker({ db, log }: Pick<Deps, 'db' | 'log'>): HomesMarker {
  const noted = new Map<string, { organizationId: string; accountId: string }>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const all = [...noted.values()]
    noted.clear()
    if (all.length === 0) return
    const accounts = await havingCleanHomes(db.sql, all).catch(() => all) // marking each then reports the error
    for (const account of accounts) {
      await markHomesDirty(db.sql, account).catch((error: unknown) =>
        log.warn({ ...account, err: error }, 'Homes were not marked'),
      )
    }
  }
  return {
    flush,
    note({ organizationId, accountId }) {
      noted.set(accountId, { organizationId, accountId })
      timer ??= setTimeout(() => void flush(), WAIT_MS)
    },
  }
}

/** Open work of a publisher in this process: attempts and read-backs. */
type WorkKind = 'publish' | 'read back'

type OpenWork = {
  /**
   * Keeps work open until it ends or is released.
   * @returns a promise that ends then, and never rejects
   */
  hold(claimed: Claimed, what: WorkKind, work: () => Promise<void>): Promise<void>
  /**
   * Marks work that another process may claim: its further writes to the post are refused, and closing waits for it only a
   * moment.
   */
  markReleased(claimed: Claimed): void
  isReleased(claimed: Claimed): boolean
  all(): Claimed[]
  /** The open work of one kind. */
  of(what: WorkKind): Claimed[]
  busyAccounts(): BusyAccount[]
  boards(): { organizationId: string; accountId: string; boardId: string }[]
}

/** Time in ms to store tokens that are being renewed, because the old ones are no longer valid. */
const RELEASE_GRACE_MS = 5_000

function makeOpenWork(): OpenWork {
  const openMap = new Map<Claimed, { what: WorkKind; release: () => void }>()
  const released = new WeakSet<Claimed>()
  const of = (what: WorkKind) => [...openMap].filter(([, one]) => one.what === what).map(([claimed]) => claimed)
  return {
    async hold(claimed, what, work) {
      const isForceReleased = new Promise<void>((release) => openMap.set(claimed, { what, release }))
      await Promise.race([work(), isForceReleased])
      openMap.delete(claimed)
    },
    markReleased(claimed) {
      released.add(claimed)
      setTimeout(() => openMap.get(claimed)?.release(), RELEASE_GRACE_MS).unref()
    },
    isReleased: (claimed) => released.has(claimed),
    all: () => [...openMap.keys()],
    of,
    boards: () =>
      [...openMap.keys()].map(({ organizationId, account, boardId }) => ({ organizationId, accountId: account.id, boardId })),
    busyAccounts() {
      const busy = new Map<string, BusyAccount>()
      for (const { organizationId, account } of openMap.keys()) {
        const key = `${organizationId} ${account.id}`
        busy.set(key, { organizationId, accountId: account.id, open: (busy.get(key)?.open ?? 0) + 1 })
      }
      return [...busy.values()]
    },
  }
}

/** Logs and counts the publisher's results: one line each, for the operator. */
type LogDeps = Pick<Deps, 'log' | 'meter'>
type WorkEnd = PublishEnd | { kind: 'error'; error: unknown }

function logPublishEnd({ log, meter }: LogDeps, claimed: Claimed, what: PublishWork, end: WorkEnd): void {
  meter.publishEnded(what, end.kind, end.kind === 'failed' ? end.reason : undefined)
  const line = { ...keyOf(claimed), what, ...end }
  switch (end.kind) {
    case 'sent':
    case 'held':
      return log.info(line, 'publisher')
    case 'again':
      return end.isOurs ? log.error(line, 'publisher: the operator must fix the service') : log.warn(line, 'publisher')
    case 'failed':
    case 'unknown':
    case 'superseded':
      return log.warn(line, 'publisher')
    case 'error':
      return log.error(line, 'left to its lease')
  }
}

function logTakenOver({ log, meter }: LogDeps, due: DuePost): void {
  meter.publishEnded('recover', 'again')
  log.warn({ ...keyOf(due), what: 'recover' }, 'lease expired: taken over from another worker')
}

const logProblem = ({ log }: LogDeps, error: unknown): void =>
  log.error({ loop: 'publisher', error }, 'the loop could not do all its work')

const keyOf = ({ organizationId, postId, attemptNumber }: { organizationId: string; postId: string; attemptNumber: number }) => ({
  organizationId,
  postId,
  attemptNumber,
})
