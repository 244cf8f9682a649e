/** Processes of our own for what strangers sent: whatever one of them is doing, it can be ended, and takes nothing else with it. */
import { type ChildProcess, fork, type Serializable } from 'node:child_process'

/** It gets nothing of what this process knows: no environment, and no flags but these. */
export const startChild = (file: string, flags: readonly string[] = []): ChildProcess =>
  fork(file, { execArgv: [...flags], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })

/**
 * A child that was never born has no process, and Node would send the signal to whatever number is in its place: 0, which is all of our group, or that
 * of an earlier child. @returns whether its end is still to come
 */
export const endChild = (child: ChildProcess): boolean => child.pid !== undefined && child.kill('SIGKILL')

/** Signals that a process brings upon itself: a decoder that fails, a heap that is full. */
export const isCrash = (signal: NodeJS.Signals | null): boolean => signal !== null && CRASHES.includes(signal)
const CRASHES: NodeJS.Signals[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/** Its time was over. It is still running. */
export class ChildLate extends Error {
  override readonly name = 'ChildLate'
}

/** It did not begin in time: it, and not what it was sent, lacks a processor or memory. It is still running. */
export class ChildNotBegun extends Error {
  override readonly name = 'ChildNotBegun'
}

/** It ended before it had answered. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded'
  constructor(
    readonly signal: NodeJS.Signals | null,
    code: number | null,
    what: string,
  ) {
    super(`the process for ${what} ended by ${signal ?? code}`)
  }
}

type Conversation<T> = {
  /** What the child works on: `a picture`. */
  what: string
  /** Real time, from the start or from when it says that it has begun. */
  deadlineMs: number
  /** For a child that says so: how long it may take until then, its start included. */
  beginning?: { withinMs: number; isBegun: (message: unknown) => boolean }
  /** What a message comes to; undefined: another one is to come. What it throws is thrown. */
  onMessage: (message: unknown) => T | undefined
}

/**
 * Sends a child what to do, and takes its messages until one of them is the answer. The child goes on in any case: whoever does not want that ends it.
 * @throws ChildLate · ChildNotBegun · ChildEnded · Error: it could not be started or reached · what `onMessage` throws
 */
export function converse<T>(
  child: ChildProcess,
  task: Serializable,
  { what, deadlineMs, beginning, onMessage }: Conversation<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      child.off('message', take).off('exit', ended).off('error', fail)
      end()
    }
    const fail = (error: Error) => settle(() => reject(error))
    let isAwaited = beginning !== undefined
    const take = (message: unknown) => {
      if (isAwaited && beginning?.isBegun(message)) {
        isAwaited = false
        clearTimeout(timer)
        timer = atDeadline()
        return
      }
      try {
        const answer = onMessage(message)
        if (answer !== undefined) settle(() => resolve(answer))
      } catch (error) {
        fail(error instanceof Error ? error : new Error(`what came of ${what} could not be taken`, { cause: error }))
      }
    }
    const ended = (code: number | null, signal: NodeJS.Signals | null) => fail(new ChildEnded(signal, code, what))
    const atDeadline = () => setTimeout(() => fail(new ChildLate(`${what} took longer than ${deadlineMs} ms`)), deadlineMs)
    const notBegun = () => fail(new ChildNotBegun(`the process for ${what} did not begin within ${beginning?.withinMs} ms`))
    let timer = beginning ? setTimeout(notBegun, beginning.withinMs) : atDeadline()
    child.on('message', take).on('exit', ended).on('error', fail)
    try {
      child.send(task, (error) => error && fail(error))
    } catch (error) {
      fail(new Error(`the process for ${what} could not be reached`, { cause: error })) // it was never born
    }
  })
}
