/** The version before this one and this one, side by side on one database while people work: as a rollout has it for a while. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../src/root.js'
import { notRun } from './support/not-run.js'
import { killAll, readReadyFile, type Started, startProcess } from '../support/processes.js'
import { type DebianPostgres, startDebianPostgres } from './support/debian-postgres.js'
import { buildPrevious, hasPrevious, previous } from './support/previous-version.js'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-rolling-'))
let database: DebianPostgres
let before: { folder: string; remove: () => void } | undefined
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: root }) // a compiler beside them would be a load of its own
  database = await startDebianPostgres()
  before = hasPrevious() ? buildPrevious() : undefined
})
afterAll(async () => {
  killAll()
  await database.stop()
  before?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process of a version, with what both share: the database, the data folder and the key in it. */
function start(folder?: string): Started {
  const shared = { PINSLOT_ENV: 'development', PORT: '0', PINSLOT_DATA_DIR: dataDir, DATABASE_URL: database.url }
  // A busy machine would have requests refused as an overload, which is right and is not what is looked at here.
  const patient = { DAILY_REQUEST_LIMIT: '1000000', OVERLOAD_LOOP_MS: '60000', OVERLOAD_DATABASE_MS: '60000' }
  const script = folder === undefined ? 'scripts/start.mjs' : path.join(folder, 'scripts', 'start.mjs')
  return startProcess({ ...shared, ...patient }, [process.execPath, script])
}

type Refused = { at: string; what: string; status: number | string }
type Place = { apiKey: string; accountId: string; boardIds: string[] }

/** Of each person, between two steps of the rollout: what a slow machine has to publish at the end is bounded. */
const PINS_A_STEP = 6

/** People who list, write, change and schedule, by whichever process is in `addresses`. */
function work(addresses: string[], { apiKey, accountId, boardIds }: Place) {
  const refused: Refused[] = []
  const scheduled: { id: string; url: string }[] = []
  const [begun, open] = [new Map<string, number>(), new Map<string, number>()]
  const count = (of: Map<string, number>, address: string, by: number) => of.set(address, (of.get(address) ?? 0) + by)
  let requests = 0
  let step = 0
  let isOver = false
  const call = async (what: string, method: string, at: string, content?: object): Promise<{ id: string } | undefined> => {
    const address = addresses[requests++ % addresses.length] ?? ''
    const body = content && ('title' in content ? { mediaUrl: `${address}/sandbox/media/lamp-3.jpg`, ...content } : content)
    const json = body && { 'content-type': 'application/json', 'idempotency-key': `rolling-${requests}` }
    count(begun, address, 1)
    count(open, address, 1)
    try {
      const answer = await fetch(`${address}/v1/accounts/${accountId}${at}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...json },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      // A machine so busy that the time has passed by now: the next one is tried.
      const isTooLate = answer.status === 400 && text.includes('sendAt must be in the future')
      if (!answer.ok && !isTooLate) refused.push({ at: address, what, status: `${answer.status} ${text}` })
      else if (answer.ok) return (JSON.parse(text) as { data: { post?: { id: string } } }).data.post
    } catch (error) {
      refused.push({ at: address, what, status: String(error) })
    } finally {
      count(open, address, -1)
    }
    return undefined
  }
  const person = async (name: number) => {
    let pins = 0
    for (let turn = 0; !isOver; turn++) {
      await call('list', 'GET', '/posts')
      const draft = await call('write', 'POST', '/posts', { title: 'A draft' })
      if (draft) await call('change', 'PATCH', `/posts/${draft.id}`, { description: 'Changed.' })
      if (pins < (step + 1) * PINS_A_STEP) {
        const url = `https://shop.example.com/rolling/${name}/${turn}`
        const copy = { title: 'A lamp', description: 'Low over the table.' }
        const boardId = boardIds[(name + pins) % boardIds.length]
        const post = await call('schedule', 'POST', '/posts', {
          ...copy,
          url,
          boardId,
          sendAt: new Date(Date.now() + 5_000 + (turn % 5) * 1_000).toISOString(),
        })
        if (!post) continue
        scheduled.push({ id: post.id, url })
        pins++
      }
      await sleep(20)
    }
  }
  const people = [1, 2, 3].map(person)
  const until = async (isSo: () => boolean) => {
    await vi.waitUntil(() => isSo() || refused.length > 0, { timeout: 200_000, interval: 20 })
  }
  return {
    refused,
    scheduled,
    requests: () => requests,
    nextStep: () => void step++,
    /** So many more requests were sent to each, and the pins of this step are written. */
    more: async (each: number) => {
      const from = new Map(begun)
      const have = (address: string) => (begun.get(address) ?? 0) - (from.get(address) ?? 0)
      await until(() => addresses.every((address) => have(address) >= each))
      await until(() => scheduled.length >= people.length * PINS_A_STEP * (step + 1))
    },
    /** None is waiting for an answer of this one. */
    idle: (address: string) => until(() => open.get(address) === 0),
    async end() {
      isOver = true
      await Promise.all(people)
    },
  }
}

test('a rollout beside the version before it: no request fails, and every pin goes out once', async (context) => {
  if (!before)
    return notRun(context, `This clone does not go back to the version before (${previous.commit}): git fetch --unshallow.`)
  const old = start(before.folder)
  const first = await old.ready
  const { apiKey, accounts } = readReadyFile(dataDir)
  const accountId = accounts[0]?.id ?? ''
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const boardIds: string[] = []
  for (const name of ['Rolling', 'Rolling on', 'Rolled']) {
    const body = JSON.stringify({ name })
    const made = await fetch(`${first}/v1/accounts/${accountId}/boards`, { method: 'POST', headers, body })
    boardIds.push(((await made.json()) as { data: { board: { id: string } } }).data.board.id)
  }
  const addresses = [first]
  const load = work(addresses, { apiKey, accountId, boardIds })
  await load.more(60)

  load.nextStep()
  const next = start() // its migrations run while the others write
  const second = await next.ready
  const beside = load.requests()
  addresses.push(second)
  load.nextStep()
  await load.more(100)
  const both = addresses.map((address) => fetch(`${address}/health/ready`).then(({ status }) => status))
  expect(await Promise.all(both)).toEqual([200, 200])

  addresses.shift() // as a load balancer does, before the signal
  await load.idle(first)
  old.child.kill('SIGTERM')
  load.nextStep()
  expect(await old.exited).toBe(0)
  await load.more(60)
  await load.end()

  expect(load.refused).toEqual([])
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await vi.waitFor(
      async () => {
        const waiting =
          await sql`select id, status from posts where id in ${sql(load.scheduled.map(({ id }) => id))} and status <> 'sent'`
        expect(waiting).toEqual([])
      },
      { timeout: 120_000, interval: 250 },
    )
    const pins = await sql<{ link: string; times: number }[]>`
      select link, count(*)::int as times from sim_pins where link like '%/rolling/%' group by link`
    expect(pins.map(({ link, times }) => `${link} ${times}`).sort()).toEqual(load.scheduled.map(({ url }) => `${url} 1`).sort())
  } finally {
    await sql.end()
  }
  console.log(`${load.requests()} requests, ${load.requests() - beside} of them beside, ${load.scheduled.length} pins`)
  next.child.kill('SIGTERM')
  expect(await next.exited).toBe(0)
})
