/** Runs convert-child.mjs for one picture: a few at a time, each killed after its deadline, so that it holds up the next no longer than that. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endChild, isCrash, startChild } from '../core/lib/event-loop/child.js'
import { limitConcurrency } from '../core/lib/concurrency.js'
import { makeInFlight } from '../core/lib/in-flight.js'
import type { PlatformImage } from '../core/ports/platform.js'
import { failed, judge, late, type Outcome } from './outcome.js'

export type Size = { width: number; height: number }
export type ConvertLimits = {
  maxPixels: number
  /** In pixels: neither side is made smaller. */
  minSide: number
  /** What the picture is brought to. */
  sent: { longSide: number; shortSide: number; pixels: number; bytes: number }
}
/** What the child is sent. */
export type Task = { task: 'measure'; bytes: Buffer } | ({ task: 'convert'; bytes: Buffer; contentType: string } & ConvertLimits)
/** What the child sends. */
export type Message = { value: unknown } | { tooCostly: true } | { error: string }

/**
 * The queue has no limit of its own: callers use a semaphore (core/lib/fair-semaphore.ts), so it is never longer than that
 * allows.
 */
export type Converter = {
  /** Of a drawing, which must be laid out for it. */
  measure(bytes: Buffer): Promise<Outcome<Size>>
  /** To what the platform takes, upright. Of the time for one picture, what `measure` took of the same buffer is gone. */
  convert(bytes: Buffer, contentType: string, limits: ConvertLimits): Promise<Outcome<PlatformImage>>
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./convert-child.mjs', import.meta.url))
const DEADLINE_MS = 10_000
/** The 48 megapixels of a telephone take its decoder some seconds, and many on a busy machine. */
const HEIC_TAKES = 2
/** One more than an organization has at a time (core/media/prepare-image.ts). */
const AT_ONCE = 2

export function makeConverter({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): Converter {
  const running = new Set<ChildProcess>()
  const limit = limitConcurrency(AT_ONCE)
  const open = makeInFlight()
  let closed = false

  /** Never rejects: the next one waits for it. */
  const run = async (task: Task, budgetMs: number): Promise<Outcome<unknown>> => {
    if (closed) return failed(new Error('we are closing'))
    let child: ChildProcess | undefined
    try {
      child = startChild(CHILD)
      running.add(child)
      return await ended(child, task, budgetMs)
    } catch (error) {
      return failed(new Error('no process could be started for a picture', { cause: error }))
    } finally {
      if (child) running.delete(child)
    }
  }
  const inTurn = (task: Task, budgetMs = () => deadlineMs): Promise<Outcome<unknown>> =>
    open.track(limit(() => run(task, budgetMs())))
  const spentMs = new WeakMap<Buffer, number>()
  return {
    async measure(bytes) {
      let from = 0
      const begun = () => ((from = performance.now()), deadlineMs)
      const measured = await inTurn({ task: 'measure', bytes }, begun)
      spentMs.set(bytes, performance.now() - from)
      return measured as Outcome<Size> // the child answers as requested
    },
    async convert(bytes, contentType, limits) {
      const wholeMs = contentType === 'image/heic' ? deadlineMs * HEIC_TAKES : deadlineMs
      const left = Math.max(deadlineMs / 4, wholeMs - (spentMs.get(bytes) ?? 0))
      spentMs.delete(bytes)
      return (await inTurn({ task: 'convert', bytes, contentType, ...limits }, () => left)) as Outcome<PlatformImage> // likewise
    },
    async close() {
      closed = true
      for (const child of running) endChild(child)
      await open.idle()
    },
  }
}

/** Sends it its task and waits for its end. Without a free file descriptor there is a child that was never born and cannot be spoken to. */
function ended(child: ChildProcess, task: Task, deadlineMs: number): Promise<Outcome<unknown>> {
  return new Promise((resolve) => {
    let outcome: Outcome<unknown> | undefined
    const settle = (last: Outcome<unknown>) => {
      clearTimeout(timer)
      resolve(last)
    }
    const end = (how: Outcome<unknown>) => {
      outcome ??= how
      if (!endChild(child)) settle(outcome)
    }
    const broken = (error: unknown) => failed(new Error('the process for a picture failed', { cause: error }))
    const timer = setTimeout(() => end(late({ cpuMs: cpuMsOf(child.pid) ?? deadlineMs, deadlineMs })), deadlineMs)
    // the child sends nothing else
    child.once('message', (message) => (outcome ??= outcomeOf(message as Message, deadlineMs)))
    child.on('error', (error) => end(broken(error)))
    child.once('close', (code, signal) =>
      settle(outcome ?? (isCrash(signal) ? { kind: 'damaged' } : broken(`it ended by ${signal ?? code}`))),
    )
    try {
      child.send(task, (error) => error && end(broken(error)))
    } catch (error) {
      end(broken(error))
    }
  })
}

function outcomeOf(message: Message, deadlineMs: number): Outcome<unknown> {
  if ('value' in message) return { kind: 'done', value: message.value }
  return 'tooCostly' in message ? { kind: 'tooCostly' } : judge(message.error, { cpuMs: deadlineMs, deadlineMs })
}

/**
 * undefined where the system has no such file. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: fields 14 and
 * 15, in hundredths of a second
 */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}
