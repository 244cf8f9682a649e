/** Child processes for untrusted input: each can be ended at any time without affecting anything else. */
import { type ChildProcess, fork, type Serializable } from 'node:child_process'

/** The child gets nothing from this process: no environment, and no flags except these. */
export const startChild = (file: string, flags: readonly string[] = []): ChildProcess =>
  fork(file, { execArgv: [...flags], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })

/**
 * Kills the child. A child that failed to start has no pid, and Node would send the signal to 0 (our whole process group) or to
 * an earlier child's pid. @returns true when its exit is still to come
 */
export const endChild = (child: ChildProcess): boolean => child.pid !== undefined && child.kill('SIGKILL')

/** Signals that a process causes itself, by a failing decoder or a full heap. */
export const isCrash = (signal: NodeJS.Signals | null): boolean => signal !== null && CRASHES.includes(signal)
const CRASHES: NodeJS.Signals[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/** The child exceeded its deadline. It is still running. */
export class ChildLate extends Error {
  override readonly name = 'ChildLate'
}

/** The child did not start in time for lack of CPU or memory, so its input is not to blame. It is still running. */
export class ChildNotBegun extends Error {
  override readonly name = 'ChildNotBegun'
}

/** The child ended before it answered. */
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
  /** What the child works on, such as `a picture`. */
  what: string
  /** Real time in ms, from the start or from the message that the child has begun. */
  deadlineMs: number
  /** Set for a child that reports its beginning: how long that may take, including its start. */
  beginning?: { withinMs: number; isBegun: (message: unknown) => boolean }
  /** Returns the result of a message; undefined: wait for the next. What it throws, `converse` throws. */
  onMessage: (message: unknown) => T | undefined
}

/**
 * Sends a child its task and handles its messages until one is the answer. The child keeps running; the caller must end it if
 * needed.
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
