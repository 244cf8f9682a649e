/** One process of the service: the API and its loops, on pools of production's size, with pictures, storage and client as they are. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import { readPost } from '../../../src/core/posts/list.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { openPool } from '../../../src/db/pool.js'
import { POOLS } from '../../../src/db/pools.js'
import type { AdmissionLimits } from '../../../src/http/admission.js'
import { buildServer } from '../../../src/http/server.js'
import { makeGenerations, makeImports } from '../../../src/jobs/leased.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { makeVideos as makeVideoLoop } from '../../../src/jobs/videos.js'
import { makeCharts } from '../../../src/charts/charts.js'
import { makeMetrics } from '../../../src/metrics/metrics.js'
import { makeLog } from '../../../src/log.js'
import { makePictures } from '../../../src/media/pictures.js'
import { makeVideos } from '../../../src/media/videos.js'
import { makePlatform } from '../../../src/platform/client.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { aFolderWeb } from '../../../test/core/preflight/support/web-world.js'
import { type TestDeps, testDeps } from '../../../test/support/world.js'
import { readTarget, reportPort } from '../forked.js'

/**
 * `picturesUrl`: where pictures of https://pictures.bench/ are fetched: addresses of this machine are refused as anywhere. `webFolder`: a folder
 * for each website, whose pictures are fetched there too; drafts are made of its pages.
 * `admission`: what it takes at once; absent: no bound.
 */
export type ServiceTarget = {
  url: string
  dir: string
  platformUrl: string
  picturesUrl?: string
  webFolder?: string
  admission?: AdmissionLimits
}

const { url, dir, platformUrl, picturesUrl, webFolder, admission } = readTarget<ServiceTarget>()
const readSample = async (address: string) => {
  const ofWeb = webFolder === undefined ? undefined : `/${encodeURIComponent(address)}`
  const name = /^https:\/\/pictures\.bench(\/.+)$/.exec(address)?.[1] ?? ofWeb
  if (name === undefined || picturesUrl === undefined) return undefined
  return Buffer.from(await (await fetch(picturesUrl + name)).arrayBuffer())
}
const db = openPool(url, { max: POOLS.pool.max })
const publisherDb = openPool(url, { max: POOLS.publisher.max })
const clock = () => new Date()
const log = makeLog('error')
const settings: Deps['settings'] = {
  publicUrl: 'http://127.0.0.1',
  dailyRequestLimit: 1_000_000_000,
  sendTimeoutMs: 30_000,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}
const toPlatform = {
  apiUrl: () => `${platformUrl}/v5`,
  authorizeUrl: () => platformUrl,
  clientId: 'client',
  clientSecret: 'secret',
  timeoutMs: 30_000,
  log,
  clock,
  random: Math.random,
  pacing: false,
}
const { meter, pinLatenessMs } = makeMetrics()
const deps: TestDeps = {
  ...testDeps(db, { now: new Date(), advance() {} }),
  meter,
  clock,
  log,
  settings,
  platform: makePlatform(toPlatform),
  storage: makeLocalStorage({ dir, publicUrl: () => settings.publicUrl, secret: Buffer.from('bench'), clock }),
  pictures: makePictures({ limits: MEDIA_LIMITS, readSample }),
  videos: makeVideos({ limits: MEDIA_LIMITS }),
  messenger: {
    async deliver({ destination }) {
      await sleep(destination.includes('slow') ? 500 : 5) // a channel that Slack is slow with
      return { kind: 'delivered' }
    },
  },
}
if (webFolder !== undefined) Object.assign(deps, { web: aFolderWeb(webFolder), charts: makeCharts() })
const app = await buildServer(deps, { ...(admission && { admission: { ...admission, pinLatenessMs } }) })
/** What a click in Slack asks of the core, on the pool that clicks have: a pin is moved to the next open slot, or read. */
const slackDb = openPool(url, { max: POOLS.slack.max })
type Click = { organizationId: string; accountId: string; postId: string; what: 'move' | 'read' }
app.post('/bench/click', { schema: { hide: true } }, async (request) => {
  const { organizationId, accountId, postId, what } = request.body as Click // sent by rows.ts
  const actor = { organizationId, via: 'slack', role: 'admin', userId: 'slack:T1:U1' } as const
  const inSlack = { ...deps, db: slackDb }
  if (what === 'read') await readPost(inSlack, actor, { accountId, postId })
  else await schedulePost(inSlack, actor, { accountId, postId, when: { kind: 'nextOpenSlot' } })
  return {}
})
settings.publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
const loops = [makePublisher({ ...deps, db: publisherDb }), makeVideoLoop(deps), makeOutbox(deps), makeImports(deps)]
if (webFolder !== undefined) loops.push(makeGenerations(deps))
for (const loop of loops) await loop.start()
reportPort(Number(new URL(settings.publicUrl).port))
