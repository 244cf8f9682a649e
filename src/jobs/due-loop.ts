/** The shape that publisher and outbox share: sleep to the next due time, claim, begin, look again at once. */
import type { Db, Deps } from '../core/ports.js'
import type { Loop } from './loop.js'

export type DueWork = {
  name: string
  /** NOTIFY on it wakes the loop. */
  channel: string
  /** How many pieces of work may be open in this process. */
  maxOpen: number
  /** How long closing waits for what is open, in ms of real time. */
  closeMs: number
  /** Takes what is due, at most `room`, and begins it. The promises end with the work and never reject. */
  begin(room: number): Promise<Promise<void>[]>
  nextDue(): Promise<Date | null>
}

/** A NOTIFY may be lost, and what another process frees is not told. */
const LONGEST_NAP_MS = 30_000
/** When what is due could not be had: another process is at it. */
const CONTENDED_NAP_MS = 25
const TROUBLE_NAP_MS = 1_000

export function makeDueLoop({ db, clock, log }: Pick<Deps, 'clock' | 'log'> & { db: Db }, work: DueWork): Loop {
  const open = new Set<Promise<void>>()
  let round: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined
  let stopListening: (() => Promise<void>) | undefined
  let closed = false
  let isWoken = false
  let endNap = () => {}

  const wake = () => {
    isWoken = true
    endNap()
  }
  const nap = async (ms: number) => {
    if (isWoken || closed || ms <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endNap = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  /** One claim at a time in this process: the loop's own and those of drain. */
  const beginDue = (): Promise<number> => {
    const turn = round.then(async () => {
      const room = work.maxOpen - open.size
      if (closed || room <= 0) return 0
      const begun = await work.begin(room)
      for (const one of begun) {
        open.add(one)
        void one.finally(() => {
          open.delete(one)
          wake() // its lane is free, and there is room
        })
      }
      return begun.length
    })
    round = turn.catch(() => undefined) // the caller hears of it
    return turn
  }
  const run = async () => {
    while (!closed) {
      isWoken = false
      try {
        if ((await beginDue()) > 0) continue
        await nap(await napMs())
      } catch (error) {
        log.error({ loop: work.name, error }, 'the loop could not look for work')
        await nap(TROUBLE_NAP_MS)
      }
    }
  }
  const napMs = async () => {
    if (open.size >= work.maxOpen) return LONGEST_NAP_MS // the end of any of them wakes it
    const next = await work.nextDue()
    if (next === null) return LONGEST_NAP_MS
    const ms = next.getTime() - clock().getTime()
    return ms > 0 ? Math.min(ms, LONGEST_NAP_MS) : CONTENDED_NAP_MS
  }

  return {
    name: work.name,
    wake,
    nextDue: () => work.nextDue(),
    async start() {
      stopListening = await db.listen(work.channel, wake)
      running = run()
    },
    async drain() {
      let did = false
      for (;;) {
        const begun = await beginDue()
        if (begun > 0 || open.size > 0) did = true
        else return did
        await Promise.all(open)
      }
    },
    async close() {
      closed = true
      wake()
      await Promise.all([running, round])
      await settledWithin(work.closeMs, [...open])
      await stopListening?.()
    },
  }
}

/** What is still open then is left to its lease. */
async function settledWithin(ms: number, open: Promise<void>[]): Promise<void> {
  if (open.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(open), late])
  clearTimeout(timer)
}
