/** More requests than get done: they are refused at once, while pins go out, Slack is answered, and whoever watches sees it. */
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { makeLimit, makeTurns } from '../../../src/http/admission.js'
import { buildServer } from '../../../src/http/server.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { makeLateness, makeMetrics } from '../../../src/metrics/metrics.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { seedWorkspace } from '../../../src/sandbox/slack/seed.js'
import { makeLocalSlack } from '../../../src/sandbox/workspace.js'
import { makeReadiness } from '../../../src/service/readiness.js'
import { makeSlackApp } from '../../../src/slack/app.js'
import { aPin, aPublishWorld, reread } from '../../publish/support/support.js'
import { SIGNING_SECRET } from '../../slack/support/a-team.js'
import { sendCommand } from '../../slack/support/signed.js'
import { countWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import type { Answer } from '../support/support.js'

const { db, url } = await aDatabase()
const closes: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

/** As the process has them, each for its own. */
const aPool = (max: number): Pool => {
  const pool = openPool(url, { max, statementTimeoutMs: 85_000 })
  closes.push(() => pool.close())
  return pool
}

test('requests that the database leaves waiting make others a 503 at once; pins go out, Slack and health are answered; then all is as before', async () => {
  const world = await aPublishWorld(db)
  const requests = aPool(10)
  const metrics = makeMetrics()
  const logged: string[] = []
  const log = { ...world.deps.log, warn: (_fields: object, message: string) => void logged.push(message) }
  const deps = { ...world.deps, db: requests, meter: metrics.meter, log }

  await seedWorkspace(db.sql)
  await db.sql`
    insert into slack_installations (team_id, organization_id, bot_user_id, installed_at)
    values (${teamId}, ${world.organizationId}, ${users.bot}, ${world.clock.now})`
  const local = makeLocalSlack({ db, clock: deps.clock, wallClock: deps.wallClock, signingSecret: SIGNING_SECRET, log })
  const options = { signingSecret: SIGNING_SECRET, botToken, staffChannelId: channels.staff, fetch: local.fetch }
  const slack = makeSlackApp({ ...deps, db: aPool(4) }, options)
  const publishing = aPool(4)
  const readiness = makeReadiness({ db: publishing, migrations: [], loops: [], isStopping: () => false })
  const app = await buildServer(deps, {
    plugins: [slack.plugin],
    readiness,
    metrics: { read: metrics.watch({ readBacklog: () => Promise.reject(new Error('not asked')), loops: [] }), token: null },
    admission: { loopMs: 60_000, databaseMs: 100, mostAtWork: 1_000 },
  })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  closes.push(async () => (await slack.close(), await app.close(), await local.close()))
  local.connect(() => baseUrl, { appIdle: () => slack.idle() })

  const teams = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const one = await aWorld(db)
      const { key } = await createApiKey({ ...one.deps, db }, one.actor, { name: 'k' })
      return { accountId: one.accountId, headers: { authorization: `Bearer ${key}` } }
    }),
  )
  const ask = ({ accountId, headers }: (typeof teams)[number]) =>
    app.inject({ url: `/v1/accounts/${accountId}/timeslots`, headers })
  const post = await aPin(world, { url: 'https://example.com/beside' })
  const open: Promise<{ statusCode: number }>[] = []
  await aPool(1).tx(
    async (sql) => {
      await sql`lock table timeslots in access exclusive mode`
      for (const team of teams.slice(0, 3))
        for (let n = 0; n < 12; n++) open.push(ask(team).then(({ statusCode }) => ({ statusCode })))

      // a busy machine may refuse before: every connection waits, and goes on waiting
      await expect.poll(() => countWaiting(db)).toBe(10)
      // who comes now is refused, of whichever organization, and before any key is looked up
      const last = teams[3]!
      let refused: Awaited<ReturnType<typeof ask>> | undefined
      let inARow = 0
      await expect
        .poll(
          async () => {
            const answer = await Promise.race([
              ask(last),
              new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 50)),
            ])
            inARow = answer?.statusCode === 503 ? inARow + 1 : 0
            if (answer?.statusCode === 503) refused = answer
            return inARow
          },
          { timeout: 60_000, interval: 100 },
        )
        .toBeGreaterThanOrEqual(8)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      const { error, meta } = refused!.json<Answer['body']>()
      expect(error).toEqual({
        code: 'SERVICE_UNAVAILABLE',
        message: 'Too many requests right now. Nothing was done: try again shortly.',
      })
      expect(meta.requestId).toBe(refused?.headers['x-request-id'])
      expect((await app.inject({ url: '/docs' })).statusCode).toBe(503)
      expect((await app.inject({ method: 'POST', url: '/v1/accounts/1/posts', payload: {} })).statusCode).toBe(503)
      for (let n = 0; n < 200; n++) expect((await ask(teams[n % 4]!)).statusCode).toBe(503)

      world.clock.now = post.sendAt!
      await makePublisher({ ...world.deps, db: publishing }).drain()
      expect((await reread(world, post)).status).toBe('sent')

      const form = {
        command: '/pin',
        text: 'help',
        team_id: teamId,
        user_id: users.admin,
        channel_id: channels.general,
        trigger_id: 't',
      }
      const said = await sendCommand({ baseUrl }, form)
      expect(said.status, said.text).toBe(200)
      expect((await app.inject('/health/live')).statusCode).toBe(200)
      expect((await app.inject('/health/ready')).statusCode).toBe(200)
      const figures = (await app.inject('/metrics')).payload
      expect(Number(/^pinslot_http_overload_refusals_total (\d+)$/m.exec(figures)?.[1])).toBeGreaterThanOrEqual(202)
    },
    { budgetMs: 80_000 },
  )
  for (const one of open) expect(await one).toEqual({ statusCode: 200 })
  await expect.poll(async () => (await ask(teams[3]!)).statusCode).toBe(200)
  expect(logged).toContain('overload: requests are refused')
  await expect.poll(() => logged).toContain('overload: over, no request was refused')
})

const calm = { loop: 0.1, database: 0, pins: 0 }
const late = { loop: 1.5, database: 0, pins: 0 }

test('what is slow for a moment changes nothing, what stays so is cut, and given back when it is over', () => {
  const limit = makeLimit({ mostAtWork: 1_000 })
  let at = 0
  const learn = (strain: typeof calm, atWork: number, ticks = 1) => {
    for (let n = 0; n < ticks; n++) limit.learn(strain, atWork, (at += 100))
  }
  learn(late, 200, 2)
  learn(calm, 200)
  expect(limit.now()).toBe(1_000)
  learn(late, 200, 3)
  expect(limit.now()).toBe(160)
  learn(late, 160, 3)
  expect(limit.now()).toBe(128)
  learn(late, 160, 300)
  expect(limit.now()).toBe(20)
  learn(calm, 20, 100)
  expect(limit.now()).toBe(1_000)
})

test('with few requests at work nothing is cut: something else is slow then', () => {
  const limit = makeLimit({ mostAtWork: 1_000 })
  for (let n = 1; n < 50; n++) limit.learn({ loop: 10, database: 10, pins: 10 }, 19, n * 100)
  expect(limit.now()).toBe(1_000)
})

test('requests that wait for a connection are cut down to as many as there are connections', () => {
  const limit = makeLimit({ mostAtWork: 1_000 })
  for (let n = 1; n < 50; n++) limit.learn({ loop: 0.1, database: 2, pins: 0 }, 16, n * 100)
  expect(limit.now()).toBe(10)
  const few = makeLimit({ mostAtWork: 1_000 })
  for (let n = 1; n < 50; n++) few.learn({ loop: 0.1, database: 2, pins: 0 }, 9, n * 100)
  expect(few.now()).toBe(1_000)
})

test('pins that leave late cut what may be at work, down to the least and no further, while others still get their share', () => {
  const limit = makeLimit({ mostAtWork: 1_000 })
  let at = 0
  for (let n = 0; n < 30; n++) limit.learn({ ...calm, pins: 5 }, 200, (at += 100))
  expect(limit.now()).toBe(20)
  expect(limit.isStalled()).toBe(false)
  for (let n = 0; n < 3; n++) limit.learn({ ...calm, loop: 5 }, 200, (at += 100))
  expect(limit.isStalled()).toBe(true)
})

test('the latest pin of the last second is what counts, but none that is a minute late', () => {
  let now = 0
  const lateness = makeLateness(() => now)
  lateness.note(300)
  lateness.note(20)
  lateness.note(60_000)
  expect(lateness.now()).toBe(300)
  now = 1_001
  expect(lateness.now()).toBe(0)
  lateness.note(20)
  expect(lateness.now()).toBe(20)
})

test('of a crowd that comes at once some are refused in each turn of the event loop, in their order, and all in the end', async () => {
  const refuseInTurn = makeTurns()
  const refused: number[] = []
  for (let n = 0; n < 200; n++) refuseInTurn(() => refused.push(n))
  expect(refused).toEqual([])
  const afterEach: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    afterEach.push(refused.length)
  }
  expect(afterEach).toEqual([64, 128, 192, 200])
  expect(refused).toEqual(refused.toSorted((a, b) => a - b))
  refuseInTurn(() => refused.push(200))
  await new Promise((resolve) => setImmediate(resolve))
  expect(refused.at(-1)).toBe(200)
})
