/** Debian's own Postgres in a folder of its own, as the user `nobody`: it does not run as root. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/processes.js'

/** Debian's `nobody`, and who the service runs as in these tests. */
export const NOBODY = 65_534

const INSTALLED = '/usr/lib/postgresql'

export type DebianPostgres = { url: string; version: string; stop(): Promise<void> }

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const version = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a))[0]
  if (!version) throw new Error('apt-get install postgresql')
  const bin = path.join(INSTALLED, version, 'bin')
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-debian-'))
  if (isRoot) chownSync(dir, NOBODY, NOBODY)
  const data = path.join(dir, 'data')
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'pinslot', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: dir,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = ['-p', String(port), '-k', dir, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings], {
    ...user,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const until = performance.now() + 30_000; !log.includes('ready to accept connections'); ) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`Postgres does not start: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `postgres://pinslot@127.0.0.1:${port}/postgres`,
    version,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
