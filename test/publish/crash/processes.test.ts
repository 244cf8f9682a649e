/** Three processes on one database whose machine clocks are five minutes apart; one of them is killed in the middle. */
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { killWorkers } from '../../support/worker.js'
import { aWorkerWorld, someBoards } from '../../support/worker-world.js'
import { judge } from '../support/judge.js'
import { aPin, MINUTE_MS, SECOND_MS } from '../support/support.js'

const database = await aDatabase()
const world = await aWorkerWorld(database)
afterAll(async () => {
  killWorkers()
  await world.close()
})

const PINS = 320
const AT_ONCE = 8
/** How closely two clocks are set by the database's on a busy machine. */
const CLOCKS_MS = 500
const WITHIN_MS = 16 * SECOND_MS

test('three processes with clocks five minutes apart, one killed: no post twice, none lost, all at their time', async () => {
  const { sql } = world.deps.db
  const boards = await someBoards(world, PINS) // one each: a board lock of the killed one delays no other pin
  const from = world.clock.now.getTime() + HOUR_MS
  const at = (n: number) => new Date(from + Math.round((n * WITHIN_MS) / PINS))
  const aPinOf = (boardId: string, n: number) => aPin(world, { url: `https://example.com/three/${n}`, boardId, at: at(n) })
  for (let n = 0; n < PINS; n += AT_ONCE)
    await Promise.all(boards.slice(n, n + AT_ONCE).map((boardId, more) => aPinOf(boardId, n + more)))

  const workers = await Promise.all(
    [0, 5, -5].map((minutes) => world.worker({ wallOffsetMs: minutes * MINUTE_MS, loops: ['publisher'] })),
  )
  for (const worker of workers) await worker.start()
  await world.moveTo(new Date(from - 3 * SECOND_MS), workers)
  const [victim, ...others] = workers
  const sent = async () => (await sql`select from posts where status = 'sent'`).count
  expect(await sent()).toBe(0) // the clock that is ahead has sent nothing early
  await expect.poll(sent, { interval: 20 }).toBeGreaterThan(PINS / 3)
  await victim!.kill()
  const killedAt = world.clock.now
  const queued = async () => (await sql`select from posts where status = 'queued'`).count
  await expect.poll(queued).toBe(0)

  const lateMs = await sql<{ lateMs: number }[]>`
    select (extract(epoch from a.sending_at - p.send_at) * 1000)::float8 as "lateMs"
      from posts p
      join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = 1
     where a.sending_at is not null`
  // Five minutes would be a clock that was believed; seconds are a busy machine.
  expect(Math.max(...lateMs.map((one) => one.lateMs))).toBeLessThan(MINUTE_MS)

  await world.workFor(30 * MINUTE_MS, ...others) // what the killed one had in its hands
  const state = await world.simulator.state()
  expect(state.creates).toBe(PINS)
  const early = await sql`
    select p.id
      from posts p
      join sim_pins s on s.id = p.pin_id
     where s.created_at < p.send_at - ${CLOCKS_MS} * interval '1 millisecond'`
  expect(early).toHaveLength(0)
  expect(new Set(state.pins.map(({ link }) => link)).size).toBe(PINS)
  expect(await sent()).toBe(PINS)
  expect(await judge(sql, state)).toEqual([])
  const bySurvivors = await Promise.all(others.map(async ({ lines }) => lines.filter((line) => line.includes('"sent"')).length))
  for (const count of bySurvivors)
    expect({ killedAt, count }).toMatchObject({ count: expect.toSatisfy((n: number) => n > 10) as number })
})
