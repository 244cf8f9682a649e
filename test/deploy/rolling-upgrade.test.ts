/** The version before this one and this one, side by side on one database while people work: as a rollout has it for a while. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { killAll, readReadyFile, type Started, startProcess } from '../support/processes.js'
import { type DebianPostgres, startDebianPostgres } from './support/debian-postgres.js'
import { buildPrevious, hasPrevious } from './support/previous-version.js'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 })

const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-rolling-'))
let database: DebianPostgres
let before: { folder: string; remove: () => void } | undefined
beforeAll(async () => {
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
  const script = folder === undefined ? 'scripts/start.mjs' : path.join(folder, 'scripts', 'start.mjs')
  return startProcess({ ...shared, DAILY_REQUEST_LIMIT: '1000000' }, [process.execPath, script])
}

type Refused = { at: string; what: string; status: number | string }

/** People who list, write, change and schedule, by whichever process is in `addresses`. */
function work(addresses: string[], { apiKey, accountId, boardId }: { apiKey: string; accountId: string; boardId: string }) {
  const refused: Refused[] = []
  const scheduled: { id: string; url: string }[] = []
  let requests = 0
  let isOver = false
  const call = async (what: string, method: string, at: string, content?: object): Promise<{ id: string } | undefined> => {
    const address = addresses[requests++ % addresses.length] ?? ''
    const body = content && ('title' in content ? { mediaUrl: `${address}/sandbox/media/lamp-3.jpg`, ...content } : content)
    const json = body && { 'content-type': 'application/json', 'idempotency-key': `rolling-${requests}` }
    try {
      const answer = await fetch(`${address}/v1/accounts/${accountId}${at}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...json },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) refused.push({ at: address, what, status: `${answer.status} ${text}` })
      else return (JSON.parse(text) as { data: { post?: { id: string } } }).data.post
    } catch (error) {
      refused.push({ at: address, what, status: String(error) })
    }
    return undefined
  }
  const person = async (name: number) => {
    for (let turn = 0; !isOver; turn++) {
      await call('list', 'GET', '/posts')
      const draft = await call('write', 'POST', '/posts', { title: 'A draft' })
      if (draft) await call('change', 'PATCH', `/posts/${draft.id}`, { description: 'Changed.' })
      if (turn % 4 === 0) {
        const url = `https://shop.example.com/rolling/${name}/${turn}`
        const copy = { title: 'A lamp', description: 'Low over the table.' }
        const post = await call('schedule', 'POST', '/posts', {
          ...{ ...copy, url, boardId },
          sendAt: new Date(Date.now() + 2_000 + (turn % 5) * 1_000).toISOString(),
        })
        if (post) scheduled.push({ id: post.id, url })
      }
      await sleep(20)
    }
  }
  const people = [1, 2, 3].map(person)
  return {
    refused,
    scheduled,
    requests: () => requests,
    async end() {
      isOver = true
      await Promise.all(people)
    },
  }
}

test('a rollout beside the version before it: no request fails, and every pin goes out once', async (context) => {
  if (!before) return context.skip('this clone does not go back to the version before')
  const old = start(before.folder)
  const first = await old.ready
  const { apiKey, accounts } = readReadyFile(dataDir)
  const accountId = accounts[0]?.id ?? ''
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const made = await fetch(`${first}/v1/accounts/${accountId}/boards`, { method: 'POST', headers, body: '{"name":"Rolling"}' })
  const { data } = (await made.json()) as { data: { board: { id: string } } }
  const addresses = [first]
  const load = work(addresses, { apiKey, accountId, boardId: data.board.id })
  await sleep(3_000)

  const next = start() // its migrations run while the others write
  addresses.push(await next.ready)
  const beside = load.requests()
  await sleep(5_000)
  const both = addresses.map((address) => fetch(`${address}/health/ready`).then(({ status }) => status))
  expect(await Promise.all(both)).toEqual([200, 200])

  addresses.shift() // as a load balancer does, before the signal
  await sleep(500)
  old.child.kill('SIGTERM')
  expect(await old.exited).toBe(0)
  await sleep(2_000)
  await load.end()

  expect(load.refused).toEqual([])
  expect(load.scheduled.length).toBeGreaterThan(5)
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await vi.waitFor(
      async () => {
        const waiting =
          await sql`select id, status from posts where id in ${sql(load.scheduled.map(({ id }) => id))} and status <> 'sent'`
        expect(waiting).toEqual([])
      },
      { timeout: 60_000, interval: 250 },
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
