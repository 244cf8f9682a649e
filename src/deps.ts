/** The only module that assembles the parts: real ones and stand-ins, as configured. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { MEDIA_LIMITS } from './core/media/formats.js'
import { baseUrlOf } from './service/address.js'
import type { Shutdown } from './service/shutdown.js'
import type { Config } from './config/config.js'
import type { Clock, Deps, Log, Settings, Sql } from './core/ports/deps.js'
import type { Mailer } from './core/ports/mail.js'
import type { Meter } from './core/ports/metrics.js'
import type { Platform } from './core/ports/platform.js'
import type { Web } from './core/ports/web.js'
import type { SendWebhook } from './core/ports/webhooks.js'
import { makeCharts } from './charts/charts.js'
import { leaveSection } from './core/posts/leave-section.js'
import { makeSealer } from './core/care/seal.js'
import { type ServiceClock, makeClock } from './db/clock.js'
import { makeWriteWatch, type WriteWatch } from './db/writes.js'
import { makeMailer } from './mail/mailer.js'
import { makePictures } from './media/pictures.js'
import { isPublicIp } from './core/lib/http/public-address.js'
import { Blocked, makePublicOnlyAgent, NotPublic } from './media/public-only.js'
import { makeRemote } from './media/remote.js'
import { makeVideos } from './media/videos.js'
import { makeMetrics, type Metrics } from './metrics/metrics.js'
import { makePlatform } from './platform/client.js'
import type { LocalSlack } from './sandbox/workspace.js'
import { makeReadByUrl } from './sandbox/platform/pins/picture-by-url.js'
import { simulatedPages } from './sandbox/platform/pages.js'
import { ROOT } from './sandbox/platform/wire.js'
import { findRunning } from './sandbox/ready-file.js'
import { makeSamples, type Samples } from './sandbox/samples/samples.js'
import { makeSandboxWeb, type SandboxWeb } from './sandbox/web/stand-in.js'
import { makeOpenDb, type OpenDb } from './service/database/open-db.js'
import { openSlack } from './service/open-slack.js'
import { deriveKey, makeSign, readEncryptionKey } from './service/secrets.js'
import type { SlackAppOptions } from './slack/app.js'
import type { InstallerOptions } from './slack/install/installer.js'
import { makeMessenger } from './slack/notices/messenger.js'
import { makeLocalStorage } from './storage/local.js'
import { makeS3Storage } from './storage/s3.js'
import { type WatchedStore, watchStore } from './storage/watched.js'
import { withSteps } from './tracing/follow.js'
import { openTracing } from './tracing/open.js'
import { version } from './root.js'
import { makeReaders } from './web/readers.js'
import { makeWeb } from './web/web.js'
import { makeSendWebhook } from './webhooks/send.js'
import { Agent } from 'undici'
import type { Writer } from './core/ports/writer.js'
import { sendBounded } from './writer/send.js'
import { makeWriter } from './writer/writer.js'

export type { ServiceClock } from './db/clock.js'

/** The address of this process, set once it listens. */
export type Address = { port: number; baseUrl: string }

/** Shared by every entry point: the service and the operator's commands. */
export type Base = {
  deps: Deps
  store: Pick<WatchedStore, 'check' | 'notes'>
  serviceClock: ServiceClock
  metrics: Metrics
  /** Detects whether the database accepts writes of this process. */
  writes: WriteWatch
  address: Address
  /** The base of the platform's v5 API. */
  platformUrl: () => string
  /** The stand-ins in use. */
  localSlack: LocalSlack | null
  samples: Samples | null
  /** Sends webhooks. */
  sendWebhook: SendWebhook
  /** Options for requests to and from Slack. */
  slack: SlackAppOptions
  /** Options for installing the app; null: only the operator can. */
  installing: InstallerOptions | null
  /** Opens another pool of this process, identified by its name in pg_stat_activity. */
  openDb: OpenDb
}
export type Making = { url: string; shutdown: Shutdown; log: Log }

/** The machine's own time and randomness, the only source of both. */
export const wallClock: Clock = () => new Date()
const random = () => Math.random()

/** The database's own time, which all processes use. */
export const databaseTime = async (sql: Sql): Promise<Date> => {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return row!.now
}

const SEND_TIMEOUT_MS = 30_000
/** Short, because a simulated platform that hangs does so on purpose. */
const SIMULATED_TIMEOUT_MS = 2_000
const CLOSE_MS = 1_000
/** Time to send the last batch to a slow collector. */
const TRACES_CLOSE_MS = 2_000
/** Long enough to store tokens that are being renewed, because the old ones are no longer valid. */
const PLATFORM_CLOSE_MS = 5_000

/** Assembles everything that works on a migrated database, before anything listens. */
export async function makeDeps(config: Config, { url, shutdown, log }: Making): Promise<Base> {
  // Before we listen, a command uses the simulated platform of the running process.
  const address: Address = { port: config.port, baseUrl: findRunning(config.dataDir) ?? baseUrlOf(config.host, config.port) }
  const key = readEncryptionKey(config.encryptionKey, config.dataDir)
  const { tracing, isOn: isTraced, close: closeTraces } = await openTracing(config.tracing, { version, log })
  shutdown.opened('traces', TRACES_CLOSE_MS, closeTraces)
  const metrics = makeMetrics()
  const writes = makeWriteWatch()
  const { openDb, db, serviceClock } = await makeTimeAndDb(config, { url, shutdown, log }, { meter: metrics.meter, writes })
  const core: CoreParts = { db, clock: serviceClock.now, log, shutdown, address, key }

  const media = makeMedia(config, core)
  const pinterest = makePinterest(config, core, metrics.meter)
  const settings = makeSettings(config, core, pinterest.timeoutMs)
  const { pictures, videos, charts, samples, store } = media
  const { storage } = store
  const { platform, platformUrl } = pinterest
  const sealer = makeSealer(key, config.previousEncryptionKeys)
  const sign = makeSign(key)
  const forSlack = { sign, sealer, settings, platform, storage, pictures, charts, samples }
  const { messenger, ...slackParts } = makeSlackParts(config, core, forSlack)
  const web = openWeb(config, media.sandboxWeb, core)
  const deps: Deps = {
    db,
    clock: serviceClock.now,
    databaseClock: serviceClock,
    wallClock,
    random,
    log,
    meter: metrics.meter,
    tracing,
    settings,
    sealer,
    sign,
    platform,
    storage,
    pictures,
    videos,
    web,
    charts,
    messenger,
    onSectionGone: leaveSection,
    writer: openWriter(config, shutdown),
    mail: openMail(config, log),
    ...(isTraced && traced({ tracing, db, platform, storage, pictures, videos, web, charts, messenger })),
  }
  const sendWebhook = openSender(config, shutdown)
  return { deps, store, serviceClock, metrics, writes, address, platformUrl, samples, sendWebhook, openDb, ...slackParts }
}

/** The parts that the following ones are built on. */
type CoreParts = Pick<Deps, 'db' | 'clock' | 'log'> & Pick<Making, 'shutdown'> & { address: Address; key: Buffer }

async function makeTimeAndDb(config: Config, making: Making, watches: { meter: Meter; writes: WriteWatch }) {
  const { shutdown, log } = making
  const openDb = await makeOpenDb(config, { ...making, ...watches })
  const db = openDb('pool')
  const serviceClock = await makeClock({
    sql: db.sql,
    wallClock,
    databaseTime: () => databaseTime(db.sql),
    isVirtual: config.platform.kind === 'simulated',
    log,
  })
  shutdown.opened('clock', CLOSE_MS, () => serviceClock.close())
  return { openDb, db, serviceClock }
}

/** Pictures, videos, charts and their store; the sandbox reads some addresses from its own files. */
function makeMedia(config: Config, { db, clock, log, shutdown, address, key }: CoreParts) {
  const isSimulated = config.platform.kind === 'simulated'
  const samples = isSimulated ? makeSamples({ dir: path.join(config.dataDir, 'samples'), ownPort: () => address.port }) : null
  const sandboxWeb = config.mode === 'sandbox' ? makeSandboxWeb(config.sandboxWeb, samples?.read) : null
  const readPlatform = makeReadByUrl(db.sql, () => address.baseUrl)
  const readSample = samples && (async (url: string) => (await samples.readByUrl(url)) ?? readPlatform(url))
  const remote = makeRemote(sandboxWeb ? { standIn: (url) => sandboxWeb.answer(url) } : {})
  const downloadOptions = { limits: MEDIA_LIMITS, remote, ...(readSample && { readSample }) }
  const pictures = makePictures(downloadOptions)
  shutdown.opened('pictures', CLOSE_MS, () => pictures.close())
  const videos = makeVideos(downloadOptions)
  shutdown.opened('videos', CLOSE_MS, () => videos.close())
  const charts = makeCharts()
  shutdown.opened('charts', CLOSE_MS, () => charts.close())
  const publicUrl = () => publicUrlOf(config, address)
  const store = openStorage(config, { shutdown, log }, { publicUrl, secret: deriveKey(key, 'uploads'), clock })
  return { samples, sandboxWeb, pictures, videos, charts, store }
}

/** Pinterest, or the simulated platform of this process. */
function makePinterest(
  { platform: given }: Pick<Config, 'platform'>,
  { clock, log, shutdown, address }: Omit<CoreParts, 'db' | 'key'>,
  meter: Meter,
) {
  const isSimulated = given.kind === 'simulated'
  const timeoutMs = isSimulated ? SIMULATED_TIMEOUT_MS : SEND_TIMEOUT_MS
  const platformUrl = () => (isSimulated ? `${address.baseUrl}${ROOT}/v5` : given.apiUrl)
  const { clientId, clientSecret } = isSimulated ? { clientId: 'simulated', clientSecret: 'simulated' } : given
  const platform = makePlatform({
    apiUrl: platformUrl,
    authorizeUrl: () => (isSimulated ? `${address.baseUrl}${ROOT}/oauth` : given.authorizeUrl),
    clientId,
    clientSecret,
    timeoutMs,
    onCall: meter.platformCalled,
    ...(isSimulated && { pages: simulatedPages(() => address.baseUrl) }),
    log,
    clock,
    random,
  })
  shutdown.opened('platform', PLATFORM_CLOSE_MS, () => platform.close())
  return { platform, platformUrl, timeoutMs }
}

/** Opens Pinterest alone, even without the other parts. */
export const openPlatform = (config: Pick<Config, 'platform'>, making: Omit<Making, 'url'>): Platform =>
  makePinterest(config, { ...making, clock: wallClock, address: { port: 0, baseUrl: '' } }, makeMetrics().meter).platform

type ForSlack = Pick<Deps, 'sign' | 'sealer' | 'settings' | 'platform' | 'storage' | 'pictures' | 'charts'> &
  Pick<Base, 'samples'>

/** Slack, or the local workspace, and the messenger that delivers notices there. */
function makeSlackParts(config: Config, { db, clock, log, shutdown, address, key }: CoreParts, { samples, ...parts }: ForSlack) {
  const opened = openSlack(config, { db, clock, wallClock, log, key, samples, baseUrl: () => address.baseUrl })
  const { localSlack, slack, installing } = opened
  if (localSlack) shutdown.opened('local Slack', CLOSE_MS, () => localSlack.close())
  const messengerDeps = { db, clock, wallClock, log, ...parts }
  return { localSlack, slack, installing, messenger: makeMessenger({ ...slack, ...messengerDeps }) }
}

const publicUrlOf = (config: Config, address: Address): string => config.publicUrl ?? address.baseUrl

/** Computes settings that depend on the address on each read, because it is known once this process listens. */
function makeSettings(config: Config, { address }: CoreParts, sendTimeoutMs: number): Settings {
  return {
    get publicUrl() {
      return publicUrlOf(config, address)
    },
    dailyRequestLimit: config.dailyRequestLimit,
    sendTimeoutMs,
    simplifiedPins: config.simplifiedPins,
    aiDisclosures: config.aiDisclosures,
    searchCountry: config.searchCountry,
    retention: config.retention,
    modelTokensADay: config.modelTokensADay,
    links: config.links,
    get webhooks() {
      return { allowsLoopback: config.mode === 'sandbox', ownPort: address.port }
    },
  }
}

type Traced = Pick<Deps, 'tracing' | 'db' | 'platform' | 'storage' | 'pictures' | 'videos' | 'web' | 'charts' | 'messenger'>

/**
 * Wraps the parts that wait for something else, so that each call is a step of the trace. The platform's own id of a call is in
 * the log.
 */
function traced({ tracing, db, platform, storage, pictures, videos, web, charts, messenger }: Traced): Omit<Traced, 'tracing'> {
  return {
    db: { ...db, tx: (work, options) => tracing.step('database.transaction', {}, () => db.tx(work, options)) },
    platform: withSteps(tracing, 'pinterest', platform, ['authorizeUrl']),
    storage: withSteps(tracing, 'storage', storage),
    pictures: withSteps(tracing, 'pictures', pictures),
    videos: withSteps(tracing, 'videos', videos),
    web: withSteps(tracing, 'web', web),
    charts: withSteps(tracing, 'charts', charts),
    messenger: withSteps(tracing, 'messenger', messenger),
  }
}

/** Opens the sender; core/webhooks/receiver.ts has checked an address's port, and that this machine is allowed. */
function openSender({ mode }: Config, shutdown: Shutdown): SendWebhook {
  const allow = mode === 'sandbox' ? (address: string) => isPublicIp(address) || isOwn(address) : isPublicIp
  const agent = makePublicOnlyAgent({ allow, ports: null, connections: 32 })
  shutdown.opened('webhook connections', CLOSE_MS, () => agent.destroy())
  return makeSendWebhook({ agent, isBlocked })
}

/** True if our own rules refused the address, rather than a host that did not answer. */
const isBlocked = (error: unknown): boolean => error instanceof Blocked || error instanceof NotPublic

/** Opens pages that links lead to: public addresses and standard ports only. */
function openWeb(
  { sandboxWeb: folder }: Config,
  sandboxWeb: SandboxWeb | null,
  { shutdown, log }: Pick<Making, 'shutdown' | 'log'>,
): Web {
  const readers = makeReaders({ log })
  shutdown.opened('readers of pages', CLOSE_MS, () => readers.close())
  const agent = makePublicOnlyAgent({})
  shutdown.opened('web connections', CLOSE_MS, () => agent.destroy())
  if (!sandboxWeb) return makeWeb({ agent, readers, isBlocked })
  const standIn = (url: string) => sandboxWeb.answer(url)
  return makeWeb({ agent, readers, isBlocked, standIn, ...(folder !== null && { offlineMeans: 'dns' }) })
}

/** Allows private addresses, because only the operator can configure this one. */
export function openWriter({ writer }: Pick<Config, 'writer'>, shutdown: Shutdown): Writer | null {
  if (!writer) return null
  const agent = new Agent({ connections: 8, connect: { timeout: 5_000 } })
  shutdown.opened('model connections', CLOSE_MS, () => agent.destroy())
  return makeWriter({ ...writer, clock: wallClock, send: sendBounded(agent) })
}

export const openMail = ({ mail }: Pick<Config, 'mail'>, log: Log): Mailer | null => mail && makeMailer({ ...mail, log })

const isOwn = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** The dependencies of upload addresses. */
type Granting = { publicUrl: () => string; secret: Buffer; clock: Clock }
const NO_UPLOADS: Granting = {
  publicUrl: () => {
    throw new Error('this process hands out no address of an upload')
  },
  secret: randomBytes(32),
  clock: wallClock,
}

/** Opens the media store alone, even without the other parts. */
export function openStorage(
  { storage: given }: Config,
  { shutdown, log }: Omit<Making, 'url'>,
  { publicUrl, secret, clock }: Granting = NO_UPLOADS,
): WatchedStore {
  if (given.kind === 'local') {
    return watchStore(makeLocalStorage({ dir: given.dir, publicUrl, secret, clock }), { place: 'folder of media', log })
  }
  const storage = makeS3Storage({ ...given, clock, wallClock, random })
  shutdown.opened('storage', CLOSE_MS, () => storage.close())
  return watchStore(storage, { place: `bucket ${given.place.bucket} of STORAGE_URL`, log })
}
