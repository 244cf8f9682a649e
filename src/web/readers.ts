/** Runs read-child.ts: a few at a time, one for each organization, started on demand, ended when idle or at the deadline. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ChildEnded, ChildLate, ChildNotBegun, converse, endChild, isCrash, startChild } from '../core/lib/work/child.js'
import { DomainError } from '../core/lib/errors.js'
import { makeFairSemaphore } from '../core/lib/work/fair-semaphore.js'
import { makeInFlight } from '../core/lib/work/in-flight.js'
import type { Log } from '../core/ports/deps.js'
import type { Done, Message, Piece, ReadEntry, Task } from './task.js'

export type ReadersOptions = {
  log?: Pick<Log, 'warn'>
  /** Real time for one task, from when the process has begun it. */
  deadlineMs?: number
  /** Real time until then: starting the process and waiting for a CPU. */
  startMs?: number
  /** Real time that a process is kept for the next task. */
  idleMs?: number
  /** Number of concurrent processes. */
  atOnce?: number
  /** Heap limit, not counting the bytes of the page. */
  heapMb?: number
  /** The script of the process. */
  file?: string
}
/** A feed's body, sent in pieces, and the receiver of its entries. */
export type Flow = { pieces: readonly Uint8Array[]; onEntry: (entry: ReadEntry) => void }
export type Readers = {
  /**
   * @returns null if the task exceeds its time or memory
   * @throws SERVICE_UNAVAILABLE if too many wait or the process did not begin in time
   * @throws Error if no process could be started, or it was ended from outside
   */
  run<K extends Task['task']>(organizationId: string, task: Extract<Task, { task: K }>, flow?: Flow): Promise<Done[K] | null>
  /** Abandons the tasks in progress. */
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./read-child.js', import.meta.url))
/** The worst page of 5 MB takes three seconds on a slow CPU. */
const DEADLINE_MS = 10_000
/** A process starts in 0.2 s, but runs at a low priority on a busy machine. */
const START_MS = 60_000
const IDLE_MS = 30_000
const AT_ONCE = 2
/** Twice the most that a page has taken. */
const HEAP_MB = 256
const WAIT_MS = 60_000
const MOST_WAITING = 50

export function makeReaders({
  log,
  deadlineMs = DEADLINE_MS,
  startMs = START_MS,
  idleMs = IDLE_MS,
  atOnce = AT_ONCE,
  heapMb = HEAP_MB,
  file = CHILD,
}: ReadersOptions = {}): Readers {
  const inTurn = makeFairSemaphore({ atOnce, perOrganization: 1, waitMs: WAIT_MS, mostWaiting: MOST_WAITING, refusal: tooMany })
  const open = makeInFlight()
  const alive = new Set<ChildProcess>()
  /** Ordered by last use, the most recent last. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  let closed = false

  const start = (): ChildProcess => {
    const child = startChild(file, [`--max-old-space-size=${heapMb}`])
    child.on('error', () => {}) // the current task reports it; between tasks it is irrelevant
    if (child.pid === undefined) return child
    alive.add(child)
    child.once('exit', () => {
      alive.delete(child)
      forget(child)
    })
    return child
  }
  const forget = (child: ChildProcess) => {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }
  const take = (): ChildProcess => {
    const child = [...idle.keys()].findLast(({ connected }) => connected)
    if (!child) return start()
    forget(child)
    child.ref()
    child.channel?.ref()
    return child
  }
  /** Keeps the process for the next task without keeping ours alive. */
  const keep = (child: ChildProcess) => {
    idle.set(child, setTimeout(() => endChild(child), idleMs).unref())
    child.unref()
    child.channel?.unref()
  }
  const read = async (task: Task, flow?: Flow): Promise<unknown> => {
    if (closed) throw new Error('we are closing')
    let child: ChildProcess | undefined
    try {
      child = take()
      const beginning = { withinMs: startMs, isBegun }
      const found = await converse(child, task, { what: 'a page', deadlineMs, beginning, onMessage: answersOf(child, flow) })
      keep(child)
      return found.value
    } catch (error) {
      if (child) endChild(child) // its state is unknown, so the next task gets another process
      if (!closed && error instanceof ChildNotBegun) {
        log?.warn({ task: task.task, err: error }, 'no process began to read what a website sent: this machine is too busy')
        throw tooBusy()
      }
      const isItsFault = error instanceof ChildLate || (error instanceof ChildEnded && isCrash(error.signal))
      if (closed || !isItsFault) throw error
      log?.warn({ task: task.task, err: error }, 'what a website sent was given up: it takes too much time or memory')
      return null
    }
  }
  return {
    run: (organizationId, task, flow) =>
      // the child answers as requested
      open.track(inTurn(organizationId, () => read(task, flow))) as Promise<never>,
    async close() {
      closed = true
      const ends = [...alive].map((child) => {
        child.ref()
        const end = new Promise((resolve) => child.once('exit', resolve))
        endChild(child)
        return end
      })
      await Promise.all([...ends, open.idle()])
    },
  }
}

const tooMany = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many pages are being read. Try again shortly.', { retryAfterSeconds: 5 })

const tooBusy = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The server is too busy to read pages. Try again shortly.', { retryAfterSeconds: 30 })

const isBegun = (message: unknown): boolean => 'began' in (message as Message) // the child sends nothing else

/** The child sends nothing but messages. */
function answersOf(child: ChildProcess, { pieces, onEntry }: Flow = { pieces: [], onEntry: () => {} }) {
  let at = 0
  return (given: unknown): { value: unknown } | undefined => {
    const message = given as Message
    if ('value' in message) return message
    if ('error' in message) throw new Error('what a website sent could not be read', { cause: message.error })
    if ('entries' in message) message.entries.forEach(onEntry)
    else child.send({ piece: pieces[at++] ?? null } satisfies Piece)
    return undefined
  }
}
