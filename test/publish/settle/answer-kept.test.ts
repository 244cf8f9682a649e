/**
 * The platform answered that it made a pin: that answer is kept, whatever has become of the attempt or of our database by then.
 */
import { expect, test } from 'vitest'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import type { Db, Sql } from '../../../src/core/ports/deps.js'
import { openPool } from '../../../src/db/pool.js'
import { foldRepeats, makeLog } from '../../../src/log.js'
import { aDatabase } from '../../support/database.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
  type PublishWorld,
} from '../support/support.js'
import { HOUR_MS } from '../../support/factories.js'
import { HIDDEN_MS } from '../support/unknown.js'

const { db, url } = await aDatabase()
const world = await aPublishWorld(db)
const { actor, accountId } = world

const hide = (url: string) => db.sql`
  update sim_pins
     set visible_at = ${new Date(world.clock.now.getTime() + HIDDEN_MS)}
   where link = ${url}`
const pause = (publishing: 'paused' | 'active') => db.sql`update accounts set publishing = ${publishing} where id = ${accountId}`
const alerts = () => db.sql<{ notice: { message: string } }[]>`
  select notice
    from outbox
   where notice ->> 'kind' = 'operatorAlert'`

/** Publishes with the platform's answer in hand for as long as `meanwhile` takes. */
const answeredLate = (meanwhile: () => Promise<void>) => {
  let isFirst = true
  return aPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'answered' || !isFirst) return
      isFirst = false
      await meanwhile()
    },
  })
}
/** Its lease expires, and no read-back shows its pin. */
async function giveUp(url: string): Promise<void> {
  await hide(url)
  world.clock.advance(2 * MINUTE_MS)
  await workFor(world, 12 * MINUTE_MS, [aPublisher(world)])
}

test('of an attempt that was given up meanwhile: the post is sent with its pin, and not a second time', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-response' })
  await pauseBeforeTheSecond(post.url!)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, post))[0] })
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'found' }])
  await pause('active')
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})

async function pauseBeforeTheSecond(url: string): Promise<void> {
  const late = answeredLate(async () => {
    await pause('paused')
    await giveUp(url)
  })
  await workFor(world, MINUTE_MS, [late])
}

test('of one that failed for its team by then: they hear that it is there', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-failed' })
  const late = answeredLate(async () => {
    await pause('paused')
    await giveUp(post.url!)
    await db.sql`update accounts set while_paused = 'fail' where id = ${accountId}`
    await workFor(world, SECOND_MS)
    await sweepLate(world.deps)
    expect((await reread(world, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
  })
  await workFor(world, MINUTE_MS, [late])
  await db.sql`update accounts set while_paused = 'wait', publishing = 'active' where id = ${accountId}`
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, post))[0], failure: null })
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toContain('pinPublished')
})

test('of one that another worker has taken since and not sent: that one sends nothing', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-taken' })
  const late = answeredLate(async () => {
    await pause('paused')
    await giveUp(post.url!)
    await pause('active')
    await db.sql`update posts set due_at = send_at where id = ${post.id}`
    const stopping = aPublisher(world, {
      atFailpoint: (at) => (at === 'prepared' ? Promise.reject(new Error('cut off')) : Promise.resolve()),
    })
    await stopping.drain()
    expect(await attemptsOf(world, post)).toMatchObject([{ state: 'absent' }, { state: 'claimed' }])
  })
  await workFor(world, MINUTE_MS, [late])
  await workFor(world, HOUR_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'found' }, { state: 'retry' }])
  expect((await reread(world, post)).pinId).toBe((await pinsOf(world, post))[0])
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('where another was sent since, it is known that two may stand there: at the attempt, and to the operator', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-second' })
  let first: string | undefined
  const late = answeredLate(async () => {
    first = (await pinsOf(world, post))[0]
    await hide(post.url!)
    world.clock.advance(2 * MINUTE_MS)
    await workFor(world, SECOND_MS, [aPublisher(world)])
    await setOutcome(world.deps, actor, { accountId, postId: post.id, outcome: { kind: 'notThere' } })
    await workFor(world, MINUTE_MS, [aPublisher(world)])
  })
  await workFor(world, MINUTE_MS, [late])
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(sent.pinId).not.toBe(first)
  const [attempt] = await attemptsOf(world, post)
  expect(attempt?.reason).toContain(first)
  const alerted = await alerts()
  expect(alerted).toHaveLength(1)
  expect(alerted[0]!.notice.message).toContain(first)
})

test('while the database is away: it is written down as soon as it is back, and no second pin follows', async () => {
  const post = await aPin(world, { url: 'https://example.com/kept-in-hand' })
  let refusals = 3
  const troubling = <Asked extends Sql>(sql: Asked) =>
    new Proxy(sql, {
      apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
        const isSettling = args[0].raw?.join('').includes("set status = 'sent'")
        if (isSettling && refusals-- > 0) return Promise.reject(new Error('connect ECONNREFUSED'))
        return Reflect.apply(target, self, args) as unknown
      },
    })
  const inTrouble: Db = { ...db, sql: troubling(db.sql), tx: (work, options) => db.tx((sql) => work(troubling(sql)), options) }
  const troubled: PublishWorld = { ...world, deps: { ...world.deps, db: inTrouble } }
  const publisher = aPublisher(troubled, {
    atFailpoint: async (failpoint) => void (failpoint === 'answered' && (await hide(post.url!))),
  })
  await workFor(troubled, MINUTE_MS, [publisher])
  expect(refusals).toBeLessThanOrEqual(0)
  await workFor(world, HOUR_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'confirmed' }])
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('where it can be written nowhere, its number is a line of the log, however much else fails for want of the database', async () => {
  const post = await aPin(world, { url: 'https://example.com/in-the-log' })
  const lines: { msg: string; error?: { message: string } }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) // as pino writes it
  const log = foldRepeats(makeLog('info', { write }))
  const own = openPool(url, { max: 4 })
  const ending: PublishWorld = { ...world, deps: { ...world.deps, db: own, log } }
  const publisher = aPublisher(ending, {
    atFailpoint: async (failpoint) => void (failpoint === 'answered' && (await own.close())),
  })
  world.clock.advance(MINUTE_MS)
  await publisher.drain().catch(() => {}) // nothing is left to look into
  const [pinId] = await pinsOf(world, post)
  expect(pinId).toBeDefined()
  expect(lines.filter(({ msg }) => msg === 'left to its lease')).toMatchObject([
    { error: { message: expect.stringContaining(`pin ${pinId} was made`) as string } },
  ])
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('an operator who cannot be told of a refusal leaves no doubt behind: nothing was made, and the pin is tried again', async () => {
  const post = await aPin(world, { url: 'https://example.com/alert-fails' })
  const message = 'Apps with Trial access may not create Pins in production.'
  const refused = { kind: 'answer', status: 403, code: 29, message, retryAfterMs: null, requestId: null } as const
  const { platform } = world.deps
  await db.sql`alter table outbox add constraint no_alerts check (notice ->> 'kind' <> 'operatorAlert') not valid`
  const asked = { ...world, deps: { ...world.deps, platform: { ...platform, createPin: async () => refused } } }
  await workFor(asked, MINUTE_MS, [aPublisher(asked)])
  await db.sql`alter table outbox drop constraint no_alerts`
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})
