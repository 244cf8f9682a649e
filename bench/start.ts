/** How long `npm start` takes to ready, cold and warm, and what the process weighs after many requests. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Agent, request } from 'undici'
import { root } from '../src/root.js'
import { cpuMsOf, residentMiB } from './support/forked.js'
import { isSmoke } from './support/options.js'

const REQUESTS = isSmoke ? 1_000 : 10_000
const AT_ONCE = 20

type Ready = { pid: number; baseUrl: string; apiKey: string; accounts: { id: string }[] }

const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-bench-'))
const readyFile = path.join(dataDir, 'sandbox.json')
const running: ChildProcess[] = []

async function start(): Promise<{ ready: Ready; ms: number; stop: () => Promise<void> }> {
  const from = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', PINSLOT_DATA_DIR: dataDir, DAILY_REQUEST_LIMIT: '1000000', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.push(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null) throw new Error(`start ended with ${child.exitCode} before it was ready`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const ms = performance.now() - from
  const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as Ready // written by this very program
  return {
    ready,
    ms,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function sendMany({ baseUrl, apiKey, accounts }: Ready): Promise<void> {
  const dispatcher = new Agent({ connections: AT_ONCE })
  const paths = accounts.flatMap(({ id }) => [
    `/v1/accounts/${id}/posts?limit=50`,
    `/v1/accounts/${id}/schedule`,
    `/v1/accounts/${id}/boards`,
  ])
  let sent = 0
  const one = async () => {
    while (sent < REQUESTS) {
      const where = paths[sent++ % paths.length]!
      const { statusCode, body } = await request(baseUrl + where, { dispatcher, headers: { authorization: `Bearer ${apiKey}` } })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${where} answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  await dispatcher.close()
}

try {
  const cold = await start()
  await cold.stop()
  const warm = await start()
  const before = residentMiB(warm.ready.pid)
  const cpuBefore = cpuMsOf(warm.ready.pid) ?? 0
  await sendMany(warm.ready)
  const after = residentMiB(warm.ready.pid)
  const cpu = ((cpuMsOf(warm.ready.pid) ?? 0) - cpuBefore) / REQUESTS
  await warm.stop()
  console.log(`ready: cold ${(cold.ms / 1000).toFixed(2)} s (goal 15), warm ${(warm.ms / 1000).toFixed(2)} s (goal 4)`)
  console.log(
    `memory: ${before?.toFixed(0) ?? '?'} MiB at ready, ${after?.toFixed(0) ?? '?'} MiB after ${REQUESTS} requests (bar 250); ${cpu.toFixed(2)} ms of processor a request`,
  )
} finally {
  for (const child of running) if (child.exitCode === null) child.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}
