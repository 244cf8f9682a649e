/**
 * Runs convert-child.mjs for one picture: a few at a time, each killed after its deadline, which bounds the wait of the next one.
 */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endChild, isCrash, startChild } from '../core/lib/work/child.js'
import { limitConcurrency } from '../core/lib/work/concurrency.js'
import { makeInFlight } from '../core/lib/work/in-flight.js'
import type { PlatformImage } from '../core/ports/platform.js'
import { failed, judge, late, type Outcome } from './outcome.js'

export type Size = { width: number; height: number }
export type ConvertLimits = {
  maxPixels: number
  /** Pixels; neither side is made smaller than this. */
  minSide: number
  /** The limits of a converted picture. */
  sent: { longSide: number; shortSide: number; pixels: number; bytes: number }
}
/** Messages to the child. */
export type Task = { task: 'measure'; bytes: Buffer } | ({ task: 'convert'; bytes: Buffer; contentType: string } & ConvertLimits)
/** Messages from the child. */
export type Message = { value: unknown } | { tooCostly: true } | { error: string }

/** The queue has no limit of its own, because callers use a semaphore (core/lib/fair-semaphore.ts). */
export type Converter = {
  /** Measures a drawing, which requires its layout. */
  measure(bytes: Buffer): Promise<Outcome<Size>>
  /** Converts to what the platform accepts, upright. The time that `measure` took for the same buffer is deducted. */
  convert(bytes: Buffer, contentType: string, limits: ConvertLimits): Promise<Outcome<PlatformImage>>
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./convert-child.mjs', import.meta.url))
const DEADLINE_MS = 10_000
/** A decoder needs some seconds for a phone's 48 megapixels, and many on a busy machine. */
const HEIC_TAKES = 2
/** One more than an organization may have at a time (core/media/prepare-image.ts). */
const AT_ONCE = 2

export function makeConverter({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): Converter {
  const running = new Set<ChildProcess>()
  const limit = limitConcurrency(AT_ONCE)
  const open = makeInFlight()
  let closed = false

  /** Never rejects, because the next task waits for it. */
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
      return measured as Outcome<Size> // the child answers with the task's type
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

/**
 * Sends the task and waits for the child's end. Without a free file descriptor, the child never starts and cannot receive
 * messages.
 */
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
 * Returns undefined on systems without this file. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: fields 14 and
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
