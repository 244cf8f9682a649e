/** The product as a newcomer starts it: `node scripts/start.mjs` in an empty data folder, on a free port. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { root } from '../../src/root.js'
import { freePort } from '../support/processes.js'

export type RunningApp = { baseUrl: string; apiKey: string; accounts: { id: string; username: string; timezone: string }[] }

/** A first start, with a build before it. */
const READY_MS = 120_000

export async function aRunningApp(): Promise<RunningApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-tour-'))
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PINSLOT_DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  const file = path.join(dataDir, 'sandbox.json')
  for (let waitedMs = 0; !existsSync(file); waitedMs += 100) {
    if (child.exitCode !== null || waitedMs > READY_MS) throw new Error(`The app did not become ready:\n${said}`)
    await setTimeout(100)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as RunningApp // written whole, by rename
}
