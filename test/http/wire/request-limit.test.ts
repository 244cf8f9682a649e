/** A client that asks without a pause waits for itself, and nobody else does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { buildServer } from '../../../src/http/server.js'
import { countWaiting } from '../../db/support/waiting.js'
import { aDatabase, poolOn } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db, url } = await aDatabase()
/** Of its own: the requests have all of theirs. */
const watch = poolOn(url, { max: 1 })
afterAll(() => watch.close())

test('of one organization eight requests are at work at once, and another organization is answered meanwhile', async () => {
  const [busy, other] = [await aWorld(db), await aWorld(db)]
  const [theirs, ours] = [
    await createApiKey(busy.deps, busy.actor, { name: 'k' }),
    await createApiKey(other.deps, other.actor, { name: 'k' }),
  ]
  const app = await buildServer(busy.deps)
  const ask = ({ accountId }: { accountId: string }, { key }: { key: string }) =>
    app.inject({ url: `/v1/accounts/${accountId}/posts`, headers: { authorization: `Bearer ${key}` } })
  const answers: Promise<{ statusCode: number }>[] = []
  await db.tx(async (sql) => {
    await sql`lock table posts in access exclusive mode`
    for (let n = 0; n < 12; n++) answers.push(ask(busy, theirs).then(({ statusCode }) => ({ statusCode })))
    await expect.poll(() => countWaiting(watch)).toBe(8)
    await sleep(100) // a ninth would be there by then
    expect(await countWaiting(watch)).toBe(8)
    answers.push(ask(other, ours).then(({ statusCode }) => ({ statusCode })))
    await expect.poll(() => countWaiting(watch)).toBe(9)
  })
  for (const answer of answers) expect(await answer).toEqual({ statusCode: 200 })
  await app.close()
})

test('reads of one row by its key take a quarter of a place each, and those that come together one connection', async () => {
  const world = await aWorld(db)
  const { key } = await createApiKey(world.deps, world.actor, { name: 'k' })
  const app = await buildServer(world.deps)
  const ask = async (path: string) => {
    const { statusCode } = await app.inject({
      url: `/v1/accounts/${world.accountId}${path}`,
      headers: { authorization: `Bearer ${key}` },
    })
    return statusCode
  }
  const posts: Promise<number>[] = []
  const lists: Promise<number>[] = []
  await ask('/posts/1') // the first takes longer, and the others would come one by one meanwhile
  await db.tx(async (sql) => {
    await sql`lock table posts in access exclusive mode`
    for (let n = 0; n < 12; n++) posts.push(ask('/posts/1')) // three places
    await expect.poll(() => countWaiting(watch)).toBeGreaterThan(0)
    await sleep(100)
    const reads = await countWaiting(watch)
    expect(reads).toBeLessThan(4) // they come at three moments at most: as their key is counted, each time all that wait
    for (let n = 0; n < 8; n++) lists.push(ask('/posts'))
    await expect.poll(() => countWaiting(watch)).toBe(reads + 5)
    await sleep(100)
    expect(await countWaiting(watch)).toBe(reads + 5)
  })
  expect(await Promise.all(posts)).toEqual(posts.map(() => 404))
  expect(await Promise.all(lists)).toEqual(lists.map(() => 200))
  await app.close()
})
