/** One Postgres server process over one data folder: finding, starting and stopping it. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asNonRoot, type Binaries, EmbeddedError } from './binaries.js'
import { isAlive, isPostgresIn } from './processes.js'

export type Postmaster = { pid: number; port: number }
export type ServerFiles = { dataDir: string; log: string }

const READY_MS = 60_000
const STOP_MS = 6_000
const POLL_MS = 15
const LOG_MAX_BYTES = 5_000_000

/** The server that runs over this folder, ready or not. A pid file of a dead one, or one just being written, names none. */
export function findPostmaster(dataDir: string): (Postmaster & { isReady: boolean }) | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(dataDir), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isPostgresIn(pid, realpathSync(dataDir))) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

const pidFile = (dataDir: string) => path.join(dataDir, 'postmaster.pid')

/**
 * Starts the server and waits until it takes connections.
 * @throws EmbeddedError with the last words of its log, at once when it exits
 */
export async function startPostmaster(
  { postgres }: Binaries,
  files: ServerFiles,
  { port, settings }: { port: number; settings: Record<string, string> },
): Promise<Postmaster> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = asNonRoot(postgres, ['-D', files.dataDir, '-p', String(port), ...options])
  // Of a server that died: Postgres would not start while another process has its pid. Only here, where the lock says that none is starting.
  if (!findPostmaster(files.dataDir)) rmSync(pidFile(files.dataDir), { force: true })
  const log = openLog(files.log)
  const logStart = fstatSync(log).size
  const ended: { how?: string } = {}
  // Its own session: Ctrl-C at the terminal reaches the app only, which then stops the server in order.
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, windowsHide: true })
  closeSync(log)
  child.once('error', (error) => (ended.how = error.message))
  child.once('exit', (code, signal) => (ended.how = `exit ${code ?? signal}`))
  child.unref()
  const until = performance.now() + READY_MS
  for (;;) {
    const found = ended.how === undefined ? findPostmaster(files.dataDir) : undefined
    if (found?.isReady && found.pid === child.pid) return { pid: found.pid, port: found.port }
    if (ended.how !== undefined) throw serverFailed(lastLogText(files.log, logStart) ?? ended.how, files.log)
    if (performance.now() > until) throw serverFailed(`it was not ready within ${READY_MS / 1000} s`, files.log)
    await sleep(POLL_MS)
  }
}

/** Ends all connections and the server; without mercy (it recovers at the next start) when it takes too long. */
export async function stopPostmaster({ pg_ctl }: Binaries, dataDir: string): Promise<void> {
  const running = findPostmaster(dataDir)
  if (!running) return
  const stop = (signal: 'SIGINT' | 'SIGQUIT', mode: string) => {
    if (process.platform === 'win32') spawnSync(pg_ctl, ['stop', '-D', dataDir, '-m', mode, '-W'])
    else if (isAlive(running.pid)) process.kill(running.pid, signal)
  }
  stop('SIGINT', 'fast')
  if (await isGone(running.pid, STOP_MS)) return
  stop('SIGQUIT', 'immediate')
  await isGone(running.pid, STOP_MS)
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await sleep(POLL_MS)
  }
  return true
}

/** @param wanted is taken when it is free; else any free port of 127.0.0.1 */
export async function freePort(wanted = 0): Promise<number> {
  const port = await tryPort(wanted)
  if (port !== undefined) return port
  if (wanted === 0) throw new EmbeddedError('There is no free port on 127.0.0.1 for the database.')
  return freePort()
}

const tryPort = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address() as net.AddressInfo // never a pipe: it listens on a port
      server.close(() => resolve(got))
    })
  })

function openLog(file: string): number {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > LOG_MAX_BYTES) truncateSync(file)
  return openSync(file, 'a', 0o600)
}

/** The server's last log line: the one with the cause, rather than the shutdown message after it. */
function lastLogText(log: string, from: number): string | undefined {
  const lines = readFileSync(log)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
}

function serverFailed(why: string, log: string): EmbeddedError {
  if (/No space left on device/i.test(why))
    return new EmbeddedError(`The disk is full: the database could not start (see ${log}).`)
  return new EmbeddedError(`The embedded Postgres did not start: ${why.trim()} (see ${log}).`)
}
