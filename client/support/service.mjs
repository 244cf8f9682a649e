/** The real service as a newcomer starts it: a sandbox in an empty data folder, on a free port. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** client/ */
export const folder = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
export const root = path.dirname(folder)

/** A first start, with a build before it. */
const READY_MS = 180_000

/**
 * @typedef {{ baseUrl: string, apiKey: string, accounts: { id: string }[] }} Ready
 * @returns {Promise<Ready & { stop: () => Promise<void> }>}
 */
export async function startService() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-client-'))
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PINSLOT_DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const file = path.join(dataDir, 'sandbox.json')
  for (let waitedMs = 0; !existsSync(file); waitedMs += 100) {
    if (child.exitCode !== null || waitedMs > READY_MS) {
      await stop()
      throw new Error(`The service did not become ready:\n${said}`)
    }
    await setTimeout(100)
  }
  /** @type {Ready} written whole, by rename */
  const ready = JSON.parse(readFileSync(file, 'utf8'))
  return { ...ready, stop }
}

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer()
  const port = await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}
