/** The service as production runs it, on a pool of the production's size; without a platform where none is named. */
import { DEFAULT_RETENTION } from '../../src/core/care/retention.js'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import type { Deps } from '../../src/core/ports/deps.js'
import { openPool } from '../../src/db/pool.js'
import { buildServer } from '../../src/http/server.js'
import { makeLog } from '../../src/log.js'
import { makePictures } from '../../src/media/pictures.js'
import { makeVideos } from '../../src/media/videos.js'
import { makePlatform } from '../../src/platform/client.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { testDeps } from '../../test/support/world.js'
import { readTarget, reportPort } from './forked.js'
import { drawSample, SAMPLE } from './sample.js'

const { url, dir, platformUrl } = readTarget<{ url: string; dir: string; platformUrl?: string }>()
const db = openPool(url, { max: 10 })
const sample = await drawSample()
const clock = () => new Date()
const settings: Deps['settings'] = {
  publicUrl: 'http://127.0.0.1',
  dailyRequestLimit: 1_000_000_000,
  sendTimeoutMs: 2000,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}
const log = makeLog('warn')
const toPlatform = {
  apiUrl: () => platformUrl ?? '',
  authorizeUrl: () => platformUrl ?? '',
  clientId: 'client',
  clientSecret: 'secret',
  timeoutMs: 10_000,
  log,
  clock,
  random: Math.random,
  pacing: false,
}
const app = await buildServer(
  testDeps(
    db,
    { now: new Date(), advance() {} },
    {
      clock,
      log,
      ...(platformUrl !== undefined && { platform: makePlatform(toPlatform) }),
      storage: makeLocalStorage({ dir, publicUrl: () => settings.publicUrl, secret: Buffer.from('bench'), clock }),
      pictures: makePictures({ limits: MEDIA_LIMITS, readSample: async (address) => (address === SAMPLE ? sample : undefined) }),
      videos: makeVideos({ limits: MEDIA_LIMITS }),
      settings,
    },
  ),
)
settings.publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(Number(new URL(settings.publicUrl).port))
