/** What is open when a signal comes, in a real process in which nothing is a stand-in: it has as long as open attempts have. */
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { version } from '../../src/root.js'
import { anEmptyDatabase } from '../support/database.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'

vi.setConfig({ testTimeout: 300_000 }) // a build may come first
afterEach(killAll)
const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-stopping-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const { url } = await anEmptyDatabase()

/** A connection to the service; `heard` is what came by it. */
async function connectTo(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl)
  const socket = net.connect(Number(port), hostname)
  const line = { socket, heard: '', isClosed: false }
  socket.on('data', (bytes) => (line.heard += bytes.toString()))
  socket.on('error', () => {}).on('close', () => (line.isClosed = true))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return line
}

/** Without a signature: refused once it is read. */
const HEAD =
  'POST /slack/events HTTP/1.1\r\nhost: pins.example.com\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n'

const linesOf = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>) // as the log writes them

test('a request whose body is on its way is answered after the signal, and connections that ask for nothing hold nothing up', async () => {
  const service = startProcess(realSettings(url, dataDir))
  const baseUrl = await service.ready
  const idle = await connectTo(baseUrl)
  const slow = await connectTo(baseUrl)
  slow.socket.write(HEAD + 'ab')
  await sleep(500)
  service.child.kill('SIGTERM')
  await sleep(4_000) // longer than a quiet process waited for its requests
  expect(slow).toMatchObject({ heard: '', isClosed: false })
  expect(idle.isClosed).toBe(true)
  const from = performance.now()
  slow.socket.write('cd')
  expect(await service.exited).toBe(0)
  expect(performance.now() - from).toBeLessThan(10_000) // it does not wait for the rest of the time
  expect(slow.heard).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(slow.heard.toLowerCase()).toContain('connection: close')
  expect(service.stderr()).not.toContain('were cut')
  const lines = linesOf(service.stderr())
  expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
    version,
    node: process.version,
    mode: 'production',
    pid: service.child.pid,
    address: baseUrl,
  })
  expect(lines.find(({ msg }) => msg === 'stopping')).toMatchObject({ because: 'SIGTERM' })
  expect(lines.at(-1)).toMatchObject({ msg: 'stopped', exitCode: 0 })
})
