/** What an account holds next is read without the years that it has published, whatever plan its statements come to. */
import { afterAll, expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { holdQueue, readQueue } from '../../../src/core/accounts/queue.js'
import { readNudge } from '../../../src/core/insight/analytics/nudge.js'
import { nextOpenSlot } from '../../../src/core/slots/next-open-slot.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { START, testDeps } from '../../support/world.js'
import { costOf, once, openMeasured, takenBack } from './support/cost.js'
import { fill, LARGE, NOTHING } from './support/many-teams.js'

const { url } = await aDatabase()
await fill(url, NOTHING, { organizations: 300, queued: 500, sent: 25_000 })
const db = openMeasured(url, 'force_generic_plan')
afterAll(() => db.close())

const { sql } = db
const clock = { now: START, advance() {} }
const deps = testDeps(db, clock)
const actor = { organizationId: LARGE, via: 'api', role: 'admin', userId: 'key:1' } as const
const accountId = LARGE
const account = await requireAccount(sql, actor, accountId)
const pagesOf = async (work: () => Promise<unknown>) => (await costOf(db, work)).pages

test('how much waits, as who connects or resumes is told', async () => {
  expect(await readQueue(sql, account, START)).toEqual({ waiting: 10, overdue: 0 })
  expect(await pagesOf(() => readQueue(sql, account, START))).toBeLessThan(50)
})

test('the queue that is put on hold', async () => {
  const { pages } = await once(db, () => takenBack(db, (tx) => holdQueue(tx, account)))
  expect(pages).toBeLessThan(1_000) // a few of each update
})

test('why a pin has its slot', async () => {
  const find = () => nextOpenSlot(sql, account, { postId: null }, START)
  const waiting = await sql<
    { id: string }[]
  >`select id from posts where organization_id = ${LARGE} and status = 'queued' order by id limit 3`
  for (const { id } of waiting) {
    const { sendAt } = await find()
    await sql`update posts set send_at = ${sendAt}, due_at = ${sendAt} where organization_id = ${LARGE} and id = ${id}`
  }
  expect((await find()).placement.passedOver).toHaveLength(3)
  expect(await pagesOf(find)).toBeLessThan(250)
})

test('whether anybody still schedules, where nobody has for months', async () => {
  await sql`delete from posts where status = 'queued'`
  clock.now = new Date(START.getTime() + 100 * DAY_MS)
  const read = () => readNudge(deps, actor, { accountId })
  expect(await read()).toBeUndefined()
  expect(await pagesOf(read)).toBeLessThan(100)
})
