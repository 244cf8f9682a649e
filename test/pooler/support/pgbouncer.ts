/** A real PgBouncer in transaction mode before the Postgres of the suite, for the databases of which it takes every name. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/processes.js'

export type PgBouncer = {
  /** The same database by way of the pooler. */
  through(url: string): string
  log: () => string
  stop(): Promise<void>
}

/** Of Debian's `nobody`: it does not run as root. */
const NOBODY = 65_534

/** @param settings lines of its configuration beside ours */
export async function startPgBouncer(adminUrl: string, settings: string[] = []): Promise<PgBouncer> {
  const { hostname, port: server, username, password } = new URL(adminUrl)
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-pgbouncer-'))
  chmodSync(dir, 0o755)
  const port = await freePort()
  const file = path.join(dir, 'pgbouncer.ini')
  const config = [
    '[databases]',
    `* = host=${hostname} port=${server} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 200', // the last word counts
    ...settings,
  ]
  writeFileSync(file, `${config.join('\n')}\n`, { mode: 0o644 })
  const child: ChildProcess = spawn('pgbouncer', [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  let log = ''
  child.stdout!.on('data', (data: Buffer) => (log += data.toString()))
  child.stderr!.on('data', (data: Buffer) => (log += data.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let failed: string | undefined
  child.once('error', (error) => (failed = `${error.message}: apt-get install pgbouncer`))
  child.once('close', () => (failed ??= `PgBouncer has ended: ${log}`))
  for (const until = performance.now() + 10_000; !(await answers(port)); ) {
    if (failed !== undefined || performance.now() > until) throw new Error(failed ?? `PgBouncer does not answer: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    log: () => log,
    async stop() {
      child.kill('SIGQUIT') // at once
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
