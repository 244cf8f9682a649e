/** Runs convert-child.mjs for one picture: one at a time, killed after its deadline, so that no picture can hold up the next. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PlatformImage } from '../core/platform-port.js'

export type Size = { width: number; height: number }
type Task =
  | { task: 'measure'; bytes: Buffer }
  | { task: 'convert'; bytes: Buffer; contentType: string; maxPixels: number; maxBytes: number }

export type Converter = {
  /** Of a drawing, which must be laid out for it. undefined: it is damaged, or takes too much time or memory. */
  measure(bytes: Buffer): Promise<Size | undefined>
  /** To what the platform takes, upright. undefined: as `measure`. */
  convert(bytes: Buffer, contentType: string, limits: { maxPixels: number; maxBytes: number }): Promise<PlatformImage | undefined>
  close(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./convert-child.mjs', import.meta.url))
const DEADLINE_MS = 10_000

export function makeConverter({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): Converter {
  let running: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const run = (task: Task): Promise<unknown> => {
    if (closed) return Promise.resolve(undefined)
    // it gets nothing of what this process knows: no environment, no flags
    const child = fork(CHILD, { execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    running = child
    return new Promise((resolve) => {
      const late = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
      let answer: unknown
      child.once('message', (message) => (answer = message))
      child.on('error', () => undefined) // it ends, too
      child.once('close', () => {
        clearTimeout(late)
        running = undefined
        resolve(answer ?? undefined)
      })
      child.send(task, () => undefined)
    })
  }
  const inTurn = (task: Task): Promise<unknown> => (last = last.then(() => run(task)))
  return {
    // the child answers as asked
    measure: async (bytes) => (await inTurn({ task: 'measure', bytes })) as Size | undefined,
    convert: async (bytes, contentType, limits) =>
      (await inTurn({ task: 'convert', bytes, contentType, ...limits })) as PlatformImage | undefined,
    async close() {
      closed = true
      running?.kill('SIGKILL')
      await last
    },
  }
}
