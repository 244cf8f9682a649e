/** Workers: the product's loops in processes of their own, which a test stops at a failpoint and kills there. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

export type WorkerOptions = {
  /** Of the database. */
  url: string
  /** Where v5 begins. */
  platformUrl: string
  /** Where Slack's Web API begins, with a slash at its end. */
  slackUrl: string
  storageDir: string
  /** Of a call to the platform, in real ms; of the create call too. */
  timeoutMs: number
  /** Which loops; all when absent: publisher, videos, tags, outbox, webhooks, imports, feeds, generations, pin_edits, cron. */
  loops?: string[]
  /** Which ticks cron has; none when absent. */
  ticks?: string[]
  /** How far the machine's clock is off. */
  wallOffsetMs?: number
  /** How many seconds of its clock a real second has, counted from the instant `since`. */
  speed?: number
  since?: number
  wakeEveryMs?: number
  pacing?: boolean
  /** How its pools reach the database. */
  pool?: { prepare?: boolean; directUrl?: string }
  /** Of the database: the longest a statement may run. */
  statementTimeoutMs?: number
  /** Of the database: the longest a transaction may last. */
  transactionTimeoutMs?: number
}

/** Messages to a worker, a line of JSON each. */
export type Ask =
  | { do: 'start' | 'goOn' | 'drain' | 'nextDue' | 'close' }
  /** Stops at the failpoint, once it was passed `after` times; `about`: that of one pin alone, by its link. */
  | { do: 'arm'; failpoint: string; about?: string; after?: number }
  | { do: 'moveTo'; to: string }
/** Messages from it. */
export type Say =
  | { did: 'open' | 'start' | 'moveTo' | 'drain' }
  | { at: string }
  | { nextDue: string | null }
  | { failed: string }

export type Worker = {
  pid: number
  /** Its loops work by themselves from now on. */
  start(): Promise<void>
  /** @see Ask */
  arm(failpoint: string, when?: { about?: string; after?: number }): void
  /** Resolves with the failpoint once it has stopped at one. */
  stands(): Promise<string>
  goOn(): void
  moveTo(to: Date): Promise<void>
  /** Processes all that is due now. */
  drain(): Promise<void>
  /** When its loops have work next; past when something is due. */
  nextDue(): Promise<Date | null>
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>
  /** In order; killed when that takes longer than ten seconds. */
  close(): Promise<void>
  /** Lines of its log, from info up. */
  lines: string[]
  isAlive(): boolean
  /** Whether it was us who ended it. */
  wasKilled(): boolean
}

const here = fileURLToPath(import.meta.url)
const root = path.resolve(path.dirname(here), '..', '..')
const running = new Set<ChildProcess>()
let entry: string | undefined

/** In a test the sources are transpiled first; in a bench this file stands among them already. */
function entryPoint(): string {
  if (!here.endsWith('.ts')) return fileURLToPath(new URL('./worker-main.js', import.meta.url))
  const run = spawnSync(process.execPath, ['scripts/transpile.mjs', 'test/support/worker-main.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`The worker could not be transpiled: ${run.stderr}`)
  return path.join(run.stdout.trim(), 'test', 'support', 'worker-main.js')
}

/** Open, with its clock and its pools; its loops are not started. @throws Error when it ends before that */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  entry ??= entryPoint()
  const child = spawn(process.execPath, ['--enable-source-maps', entry, JSON.stringify(options)], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  const heard: Say[] = []
  const waiting = new Set<() => void>()
  const listening = () => {
    for (const look of waiting) look()
    waiting.clear()
  }
  let ended = false
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      running.delete(child)
      listening()
      resolve()
    })
  })
  createInterface({ input: child.stderr }).on('line', (line) => void lines.push(line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    heard.push(JSON.parse(line) as Say) // as its main module writes it
    listening()
  })
  child.stdin.on('error', () => {}) // killed while it was spoken to

  const hear = async <T extends Say>(isIt: (what: Say) => what is T): Promise<T> => {
    for (;;) {
      const failed = heard.find((what) => 'failed' in what)
      if (failed) throw new Error(`worker ${child.pid}: ${JSON.stringify(failed)}\n${lines.slice(-20).join('\n')}`)
      const found = heard.find(isIt)
      if (found) {
        heard.splice(heard.indexOf(found), 1)
        return found
      }
      if (ended)
        throw new Error(`worker ${child.pid} has ended: ${child.exitCode ?? child.signalCode}\n${lines.slice(-20).join('\n')}`)
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  const ask = (what: Ask) => void child.stdin.write(`${JSON.stringify(what)}\n`)
  type Did = Extract<Say, { did: string }>
  const done = async (did: Did['did']) => void (await hear((what): what is Did => 'did' in what && what.did === did))
  await done('open')
  return {
    pid: child.pid ?? 0,
    lines,
    isAlive: () => !ended,
    wasKilled: () => child.killed,
    start: () => (ask({ do: 'start' }), done('start')),
    arm: (failpoint, when = {}) => ask({ do: 'arm', failpoint, ...when }),
    stands: async () => (await hear((what): what is { at: string } => 'at' in what)).at,
    goOn: () => ask({ do: 'goOn' }),
    moveTo: (to) => (ask({ do: 'moveTo', to: to.toISOString() }), done('moveTo')),
    drain: () => (ask({ do: 'drain' }), done('drain')),
    async nextDue() {
      ask({ do: 'nextDue' })
      const { nextDue } = await hear((what): what is { nextDue: string | null } => 'nextDue' in what)
      return nextDue === null ? null : new Date(nextDue)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async close() {
      ask({ do: 'close' })
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(late)
    },
  }
}

/** For afterAll: a test that failed leaves no process behind. */
export function killWorkers(): void {
  for (const child of running) child.kill('SIGKILL')
}
