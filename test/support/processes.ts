/** The service as a process of its own, started as a person does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ReadyFile } from '../../src/sandbox/ready-file.js'
import { root } from '../../src/root.js'

export type Started = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  /** The address on its stdout. @throws when it ends before it is ready */
  ready: Promise<string>
  /** Its exit code; null when a signal ended it. */
  exited: Promise<number | null>
}
const running = new Set<ChildProcess>()

/** `node scripts/start.mjs` with nothing set but this. @param input its standard input; absent: there is none */
export function startProcess(
  env: Record<string, string>,
  command = [process.execPath, 'scripts/start.mjs'],
  input?: string | Buffer,
): Started {
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: root, env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}) // it ended before it read all
  child.stdin.end(input)
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /API +(http:\/\/\S+)\/v1/.exec(stdout)?.[1]
      if (address && stdout.includes('Ctrl-C')) resolve(address)
    })
    void exited.then((code) => reject(new Error(`ended with ${code} before it was ready: ${stdout}${stderr}`)))
  })
  ready.catch(() => {}) // a test that waits for the end does not wait for it
  return { child, stdout: () => stdout, stderr: () => stderr, ready, exited }
}

/** For afterEach: a test that failed leaves no process behind. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

export const readReadyFile = (dataDir: string): ReadyFile =>
  JSON.parse(readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')) as ReadyFile // as start writes it

export const hasReadyFile = (dataDir: string): boolean => existsSync(path.join(dataDir, 'sandbox.json'))

/** The least time (ms) of the processor that one of three runs took. Bounds on it leave much room: claims about speed are the benches'. */
export function cpuMsOf(work: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  })
  return Math.min(...runs)
}

/**
 * A port for a process that takes it a while later. Below those that the system gives to connections (32768 and up on Linux): one of these could be taken
 * by any connection before the process is there.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) return port
  }
  throw new Error('No port from 12000 to 32000 is free on 127.0.0.1.')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => void server.close(() => resolve(true)))
  })
