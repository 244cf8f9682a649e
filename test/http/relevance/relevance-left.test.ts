/** GET …/relevance by a client that does not wait for the answer, over real sockets. */
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer } from '../boards/support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db, { credits: 5 })
const { app, boards, key, accountId, simulator } = server
await addManyPins(db.sql, { boardId: '101', createdAt: START, count: 1, title: () => 'Lemon cake' })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const real = { ...simulator.platform }
const realDb = { ...server.deps.db }
afterEach(() => {
  Object.assign(simulator.platform, real)
  Object.assign(server.deps.db, realDb)
})

/** The platform returns no pins until it is let through; `asked` once they were requested. */
function aSlowPlatform() {
  let [letThrough, onRequest] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  const asked = new Promise<void>((resolve) => (onRequest = resolve))
  const listBoardPins: typeof real.listBoardPins = async (...question) => {
    onRequest()
    await gate
    return real.listBoardPins(...question)
  }
  Object.assign(simulator.platform, { listBoardPins })
  return { asked, letThrough: () => letThrough() }
}

/** The transactions that were begun since. */
function transactions(): Promise<unknown>[] {
  const begun: Promise<unknown>[] = []
  const tx: typeof realDb.tx = (work, options) => {
    const running = realDb.tx(work, options)
    begun.push(running)
    return running
  }
  Object.assign(server.deps.db, { tx })
  return begun
}

const ask = () =>
  http.get(`${url}${boards}/101/relevance?keyword=lemon+cake`, { headers: { authorization: `Bearer ${key}` }, agent: false })
const connections = () =>
  new Promise<number>((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
const charges = async () =>
  (await db.sql`select unit from credit_ledger where account_id = ${accountId} and charge_key like 'relevance:%'`).length
const acts = async () => (await db.sql`select from audit where action = 'scoreRelevance'`).length

test('a client that is gone before the answer is not charged, and one that waits is', async () => {
  const { asked, letThrough } = aSlowPlatform()
  const leaving = ask()
  leaving.on('error', () => {}) // it hangs up itself
  await asked
  leaving.destroy()
  await expect.poll(connections).toBe(0)
  const begun = transactions()
  letThrough()
  await expect.poll(() => begun.length).toBe(1)
  await Promise.allSettled(begun)
  expect([await charges(), await acts()]).toEqual([0, 0])

  const status = await new Promise((resolve, reject) =>
    ask()
      .on('response', (answer) => resolve((answer.resume(), answer.statusCode)))
      .on('error', reject),
  )
  expect([status, await charges(), await acts()]).toEqual([200, 1, 1])
})
