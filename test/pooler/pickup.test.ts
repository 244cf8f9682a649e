/** Pins that are queued shortly before their time, published by two processes behind a pooler in transaction mode. */
import { afterAll, expect, inject, test } from 'vitest'
import { openPool } from '../../src/db/pool.js'
import { aPin } from '../publish/support/support.js'
import { aDatabase } from '../support/database.js'
import { killWorkers, type Worker } from '../support/worker.js'
import { aWorkerWorld, someBoards } from '../support/worker-world.js'
import { startPgBouncer } from './support/pgbouncer.js'

const bouncer = await startPgBouncer(inject('adminUrl'))
afterAll(() => bouncer.stop())

const PINS = 200
const BURSTS = 10
/** Too near for a loop that idles until it is woken. */
const AHEAD_MS = 1_200
/**
 * A loop that nobody wakes idles for up to 30 s, and each burst begins with idle loops: then half of all pins would be later
 * than this. A busy machine makes some pins late, not half of them. The processes report what woke the loops, the times do not
 * show it.
 */
const IDLED_MS = 8_000

/** How late the request of each pin left, in ms, in order. */
async function publish(direct: boolean): Promise<number[]> {
  const database = await aDatabase()
  const world = await aWorkerWorld(database, { workerUrl: bouncer.through(database.url) })
  const { sql } = world.deps.db
  try {
    const pool = { prepare: false, ...(direct && { directUrl: database.url }) }
    const workers = await Promise.all([1, 2].map(() => world.worker({ loops: ['publisher'], pool, timeoutMs: 20_000 })))
    for (const worker of workers) await worker.start()
    for (const worker of workers) await expect.poll(() => arriveAt(worker), { interval: 100 }).toBe(direct)
    const boards = await someBoards(world, PINS / BURSTS)
    for (let burst = 0; burst < BURSTS; burst++) {
      for (const [n, boardId] of boards.entries()) {
        const at = new Date(world.clock.now.getTime() + AHEAD_MS)
        await aPin(world, { url: `https://example.com/${burst}/${n}`, boardId, at })
      }
      const left = async () => (await sql`select from posts where status <> 'sent'`).count
      // on a machine that stood still a pin is tried again after a minute, since nothing of it was sent
      await expect.poll(left, { timeout: 150_000, interval: 100 }).toBe(0)
    }
    for (const worker of workers) await expect.poll(() => arriveAt(worker), { interval: 100 }).toBe(direct)
    const state = await world.simulator.state()
    expect(state.creates).toBe(PINS)
    const rows = await sql<{ lateMs: number }[]>`
      select (extract(epoch from a.sending_at - p.send_at) * 1000)::float8 as "lateMs"
        from posts p
        join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id
       order by 1`
    return rows.map(({ lateMs }) => Math.round(lateMs))
  } finally {
    killWorkers()
    await world.close()
  }
}

/** The last state of the publisher's connection: notifications arrive, unless the process reported otherwise. */
function arriveAt({ lines }: Worker): boolean {
  const said = lines.filter((line) => line.includes('"message":"notifications"') && line.includes('"pool":"publisher"'))
  return said.length === 0 || said.at(-1)!.includes('"arrive":true')
}

function medianOf(late: number[], name: string): number {
  const at = (share: number) => late[Math.ceil(late.length * share) - 1]!
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${late.at(-1)} ms late`)
  return at(0.5)
}

test('with the direct address of the database notifications wake the loops for pins that are due soon', {
  timeout: 600_000,
}, async () => {
  expect(medianOf(await publish(true), 'direct address')).toBeLessThan(IDLED_MS)
})

test('without it the loops know that notifications do not arrive, and look by themselves', { timeout: 600_000 }, async () => {
  expect(medianOf(await publish(false), 'pooler alone')).toBeLessThan(IDLED_MS)
})

test('statements of many callers at once all come back through an old pooler, and no connection breaks', async () => {
  const { url } = await aDatabase()
  const pool = openPool(bouncer.through(url), { max: 10, prepare: false })
  let done = 0
  let longest = 0
  const endsAt = performance.now() + 3_000
  const caller = async (n: number) => {
    while (performance.now() < endsAt) {
      const began = performance.now()
      if (done % 2 === 0) await pool.sql`select ${n}::int as n`
      else await pool.sql`select 1 as n`
      longest = Math.max(longest, performance.now() - began)
      done++
    }
  }
  try {
    await Promise.all(Array.from({ length: 40 }, (_, n) => caller(n)))
  } finally {
    await pool.close()
  }
  expect(done).toBeGreaterThan(1_000)
  expect(longest).toBeLessThan(3_000)
})
