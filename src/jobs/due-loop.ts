/** The loop that publisher and outbox share: sleep to the next due time, claim, begin, scan again at once. */
import { oneAtATime } from '../core/lib/work/concurrency.js'
import { settlesWithin } from '../core/lib/timeout.js'
import type { Db, Deps } from '../core/ports/deps.js'
import type { Loop } from './loop.js'

export type DueWork = {
  name: string
  /** The channel whose NOTIFY wakes the loop. */
  channel: string
  /** The most pieces of work that are open in this process. */
  maxOpen: number
  /** Longest wait for open work when closing, in ms of real time. */
  closeMs: number
  /** Work is scanned and may be claimed this long before its time; default 0. */
  aheadMs?: number
  /**
   * Claims at most `capacity` pieces that are due or will be within `aheadMs`, and begins them. The promises end with the work
   * and never reject.
   */
  begin(capacity: number, aheadMs: number): Promise<Promise<void>[]>
  /** The next due time of all work, including work that waits for open work of this process. */
  nextDue(): Promise<Date | null>
  /** The next time at which the loop can claim something; default nextDue(). */
  nextTake?(): Promise<Date | null>
  /** Called when the loop shuts down and claims nothing more: requeues what need not be waited for. */
  release?(): Promise<void>
}

/** A NOTIFY may be lost, and work released by another process is not notified. */
const MAX_IDLE_MS = 30_000
/**
 * Used when due work could not be claimed: another process has it, or a transaction has it locked. Short, because an extra scan
 * is better than another's late pin.
 */
const CONTENDED_DELAY_MS = 20
const ERROR_DELAY_MS = 1_000

export function makeDueLoop({ db, clock, log }: Pick<Deps, 'clock' | 'log'> & { db: Db }, work: DueWork): Loop {
  const { aheadMs = 0 } = work
  const open = new Set<Promise<void>>()
  const claiming = oneAtATime()
  let running: Promise<void> | undefined
  let stopListening: (() => Promise<void>) | undefined
  let closed = false
  let isWoken = false
  let lastHeartbeat: number | null = null
  let endIdle = () => {}

  const wake = () => {
    isWoken = true
    endIdle()
  }
  const idle = async (ms: number) => {
    if (isWoken || closed || ms <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endIdle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  /** Serializes claims in this process: those of the loop and of drain. */
  const beginDue = (ahead: number): Promise<number> =>
    claiming(async () => {
      const capacity = work.maxOpen - open.size
      if (closed || capacity <= 0) return 0
      const begun = await work.begin(capacity, ahead)
      for (const one of begun) {
        open.add(one)
        void one.finally(() => {
          open.delete(one)
          wake() // its board lock is released, and there is capacity
        })
      }
      return begun.length
    })
  const run = async () => {
    while (!closed) {
      isWoken = false
      try {
        const scannedAt = clock().getTime()
        const begun = await beginDue(aheadMs)
        lastHeartbeat = performance.now()
        if (begun > 0) continue
        await idle(await idleMs(scannedAt))
      } catch (error) {
        log.error({ loop: work.name, error }, 'the loop could not scan for work')
        await idle(ERROR_DELAY_MS)
      }
    }
  }
  const idleMs = async (scannedAt: number) => {
    if (open.size >= work.maxOpen) return MAX_IDLE_MS // the end of any open work wakes the loop
    const next = await (work.nextTake ?? work.nextDue)()
    if (next === null) return MAX_IDLE_MS
    const takenFrom = next.getTime() - aheadMs
    if (takenFrom <= scannedAt) return CONTENDED_DELAY_MS // due, but not claimed
    return Math.min(takenFrom - clock().getTime(), MAX_IDLE_MS)
  }

  return {
    name: work.name,
    wake,
    nextDue: () => work.nextDue(),
    heartbeatAgoMs: () => (lastHeartbeat === null ? null : performance.now() - lastHeartbeat),
    async start() {
      stopListening = await db.listen(work.channel, wake)
      lastHeartbeat = performance.now()
      running = run()
    },
    async drain() {
      let did = false
      for (;;) {
        const begun = await beginDue(0)
        if (begun > 0 || open.size > 0) did = true
        else return did
        await Promise.all(open)
      }
    },
    async close() {
      closed = true
      wake()
      await Promise.all([running, claiming(async () => {})]) // after the last claim
      lastHeartbeat = null
      await work.release?.().catch((error: unknown) => log.error({ loop: work.name, error }, 'left to their leases'))
      if (open.size > 0 && !(await settlesWithin(Promise.all(open), work.closeMs)))
        log.warn({ loop: work.name, open: open.size }, 'still open at the end: left to their leases')
      await stopListening?.()
    },
  }
}
