/** The product's loops as a process of their own, which stands still where its parent wants to kill it. Started by worker.ts. */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { Agent } from 'undici'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import type { Clock, Deps, Log, Sql } from '../../src/core/ports/deps.js'
import type { Web } from '../../src/core/ports/web.js'
import { makeClock } from '../../src/db/clock.js'
import { openPool } from '../../src/db/pool.js'
import { makeCron } from '../../src/jobs/cron.js'
import { makeGenerations, makeImports, makeFeeds, makePinEdits } from '../../src/jobs/leased.js'
import type { Loop } from '../../src/jobs/loop.js'
import { makeOutbox } from '../../src/jobs/outbox.js'
import { makePublisher } from '../../src/jobs/publisher.js'
import { makeTags } from '../../src/jobs/tags.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { makeVideos } from '../../src/jobs/videos.js'
import { makePictures } from '../../src/media/pictures.js'
import { makePlatform } from '../../src/platform/client.js'
import { makeMessenger } from '../../src/slack/notices/messenger.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { makeShowSubject } from '../../src/http/wire/webhook-event.js'
import { makeWebhooks } from '../../src/jobs/webhooks.js'
import { makeReaders } from '../../src/web/readers.js'
import { makeWeb } from '../../src/web/web.js'
import { aPage } from '../core/generations/support/page.js'
import { aSender } from '../core/webhooks/support/receiver.js'
import { type TestDeps, testDeps, trustingClock } from './world.js'
import { makeFailpoints, type Failpoints } from './worker-failpoints.js'
import type { Ask, Say, WorkerOptions } from './worker.js'

const options = JSON.parse(process.argv[2] ?? '') as WorkerOptions // written by startWorker()
const { speed = 1, wallOffsetMs = 0, since = 0 } = options
const failpoints = makeFailpoints()
const TRIES = 20
const TRY_AGAIN_MS = 250

/** Time as this process has it: its machine's clock is off, and may run faster than time does. */
const asHere = (at: number) => new Date(since + (at - since) * speed)
const wallClock: Clock = () => asHere(Date.now() + wallOffsetMs)
const databaseTime = async (sql: Sql): Promise<Date> => {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return asHere(row!.now.getTime())
}

const name = (pool: string) => `pinslot ${process.pid} ${pool}`
const { statementTimeoutMs, transactionTimeoutMs } = options
const open = (pool: string) =>
  openPool(options.url, {
    ...options.pool,
    max: 4,
    applicationName: name(pool),
    onNotifications: (arrive) => log.warn({ pool, arrive }, 'notifications'),
    ...(statementTimeoutMs && { statementTimeoutMs }),
    ...(transactionTimeoutMs && { transactionTimeoutMs }),
  })
const db = open('pool')
const publisherDb = open('publisher')
const log = makeLog(failpoints)
const serviceClock = await makeClock({ sql: db.sql, wallClock, databaseTime: () => databaseTime(db.sql), isVirtual: true, log })
const clock = serviceClock.now
const storage = makeLocalStorage({
  dir: options.storageDir,
  publicUrl: () => 'http://127.0.0.1',
  secret: Buffer.alloc(32),
  clock,
})
const platform = makePlatform({
  apiUrl: () => options.platformUrl,
  authorizeUrl: () => options.platformUrl,
  clientId: 'client',
  clientSecret: 'secret',
  timeoutMs: options.timeoutMs,
  log,
  clock,
  random: () => Math.random(),
  pacing: options.pacing ?? false,
})
// The keys and the signatures of aWorld(), whose rows these loops work on.
const base = testDeps(db, { now: new Date(), advance: () => {} })
const deps: TestDeps = {
  ...base,
  clock,
  databaseClock: speed === 1 ? serviceClock : trustingClock,
  wallClock,
  log,
  storage: failpoints.around('storage', storage),
  random: () => Math.random(),
  platform: failpoints.around('platform', platform),
  pictures: makePictures({ limits: MEDIA_LIMITS }),
  settings: { ...base.settings, sendTimeoutMs: options.timeoutMs },
}
const toSlack = { botToken: 'xoxb-test', staffChannelId: 'CSTAFF', slackApiUrl: options.slackUrl }
deps.messenger = failpoints.around('slack', makeMessenger({ ...deps, ...toSlack }))

/** Its transactions are failpoints, too. */
const tx: Deps['db']['tx'] = (work, options) => db.tx(work, options)
const ofCron: Deps = { ...deps, db: { ...db, ...failpoints.around('cron', { tx }) } }

/** A picture whose color is in its address. */
const drawn = (url: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 300, channels: 3, background: `#${url.slice(-3)}` } })
    .jpeg()
    .toBuffer()

/** Between the last statement of their transactions and their commit, and behind it. */
const ofLoop = (loop: 'imports' | 'generations' | 'feeds'): TestDeps => ({
  ...deps,
  db: {
    ...db,
    ...failpoints.around(loop, {
      tx: (work, how) =>
        db.tx(async (sql) => {
          const result = await work(sql)
          await failpoints.at(`${loop}.commit`)
          return result
        }, how),
    } satisfies Pick<Deps['db'], 'tx'>),
  },
  pictures: makePictures({ limits: MEDIA_LIMITS, readSample: drawn }),
})

/** Three entries, each with a page. */
const FEED = `<rss><channel><title>Pages</title>${[1, 2, 3].map((at) => `<item><link>https://pages.test/${at}</link></item>`).join('')}</channel></rss>`

/** Each address below `https://pages.test/` is the same page, or a feed of three by its end. */
const webOfOnePage: Web = makeWeb({
  agent: new Agent(),
  readers: makeReaders(),
  isBlocked: () => false,
  standIn: async (url) => {
    const isThere = url.startsWith('https://pages.test/') && !url.endsWith('/robots.txt')
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return {
      status: isThere ? 200 : 404,
      headers,
      body: Buffer.from(!isThere ? '' : url.endsWith('.xml') ? FEED : aPage()),
      delayMs: 0,
    }
  },
})

const LOOPBACK = { webhooks: { allowsLoopback: true, ownPort: 1 } }

const LOOPS: Record<string, () => Loop> = {
  publisher: () =>
    makePublisher(
      { ...deps, db: publisherDb },
      { atFailpoint: (failpoint, { url }) => failpoints.at(`publish.${failpoint}`, url), closeMs: 5_000 },
    ),
  videos: () => makeVideos(deps, { atFailpoint: (failpoint) => failpoints.at(`video.${failpoint}`), closeMs: 5_000 }),
  tags: () => makeTags(deps, { closeMs: 5_000 }),
  outbox: () => makeOutbox(deps, { closeMs: 5_000 }),
  webhooks: () =>
    makeWebhooks(
      { ...deps, settings: { ...deps.settings, ...LOOPBACK } },
      {
        send: failpoints.around('webhooks', { send: aSender().send }).send,
        show: makeShowSubject(deps.settings),
        closeMs: 5_000,
      },
    ),
  imports: () => makeImports(ofLoop('imports'), { closeMs: 5_000 }),
  pin_edits: () => makePinEdits(deps, { closeMs: 5_000 }),
  feeds: () => makeFeeds({ ...ofLoop('feeds'), web: webOfOnePage }, { closeMs: 5_000 }),
  generations: () => makeGenerations({ ...ofLoop('generations'), web: webOfOnePage }, { closeMs: 5_000 }),
  cron: () => makeCron(ofCron, TICKS.filter(({ job }) => options.ticks?.includes(job)).map(failpoints.aroundTick)),
}
const loops = Object.entries(LOOPS).flatMap(([loop, make]) => (options.loops?.includes(loop) === false ? [] : [make()]))
serviceClock.onMove(() => loops.forEach((loop) => loop.wake()))
/** The loops sleep in real time; where theirs runs faster they are woken instead. */
if (options.wakeEveryMs) setInterval(() => loops.forEach((loop) => loop.wake()), options.wakeEveryMs)

function makeLog(here: Failpoints): Log {
  const write = (level: string) => (fields: object, message: string) => {
    const line = { level, message, ...fields, ...('error' in fields && { error: String(fields.error) }) }
    if (level !== 'debug') process.stderr.write(`${JSON.stringify(line)}\n`)
    if (message === 'publisher' && 'kind' in fields && fields.kind === 'sent') here.freeze('settled')
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

const say = (what: Say) => failpoints.say(what)

async function answer(ask: Ask): Promise<void> {
  switch (ask.do) {
    case 'start':
      for (const loop of loops) await loop.start()
      return say({ did: 'start' })
    case 'arm':
      return failpoints.arm(ask)
    case 'goOn':
      return failpoints.goOn()
    case 'moveTo':
      await serviceClock.moveTo(new Date(ask.to))
      return say({ did: 'moveTo' })
    case 'drain':
      while ((await Promise.all(loops.map((loop) => loop.drain()))).some(Boolean)); // one may make work for another
      return say({ did: 'drain' })
    case 'nextDue': {
      const times = (await Promise.all(loops.map((loop) => loop.nextDue()))).filter((at) => at !== null)
      const next = Math.min(...times.map((at) => at.getTime()))
      return say({ nextDue: times.length > 0 ? new Date(next).toISOString() : null })
    }
    case 'close':
      await Promise.all(loops.map((loop) => loop.close()))
      await Promise.all([platform.close(), db.close(), publisherDb.close()])
      process.exit(0)
  }
}

/** The database may be away just now: a parent that moves the clock waits until it is back. */
async function answerAgain(ask: Ask): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await answer(ask)
    } catch (error) {
      if (tries === TRIES) return say({ failed: String(error) })
      await sleep(TRY_AGAIN_MS)
    }
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answerAgain(JSON.parse(line) as Ask)) // written by worker.ts
  .on('close', () => process.exit(1)) // nobody is left to send the signal
say({ did: 'open' })
