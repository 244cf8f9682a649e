/** Builds everything on the dependencies: Slack, the loops, and the sandbox's additions to the server. */
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../config/config.js'
import { makeActorNow } from '../core/accounts/keys/actor-now.js'
import { type AddressLimits, makeAddressLimits } from '../core/accounts/keys/address-limit.js'
import type { FindPerson } from '../core/accounts/keys/key-actor.js'
import type { Readiness } from '../core/ports/metrics.js'
import { listMigrations } from '../db/migrations/migrate.js'
import type { Base, Making } from '../deps.js'
import type { OpenMetrics } from '../http/routes/operations.js'
import type { EntryPoint } from '../http/server.js'
import { makeShowSubject } from '../http/wire/webhook-event.js'
import { slackInstallPlugin } from '../http/routes/accounts/slack-install.js'
import { makeConnectedReader } from '../jobs/connected.js'
import { makeCron } from '../jobs/cron.js'
import { makeGenerations, makeImports, makeFeeds, makePinEdits } from '../jobs/leased.js'
import { makeHomes } from '../jobs/homes.js'
import { makePrefetch } from '../jobs/prefetch.js'
import type { Loop } from '../jobs/loop.js'
import { makeOutbox } from '../jobs/outbox.js'
import { makePublisher } from '../jobs/publisher.js'
import { makeTags } from '../jobs/tags.js'
import { makeVideos } from '../jobs/videos.js'
import { makeWebhooks } from '../jobs/webhooks.js'
import { makeMcpEntryPoint } from '../mcp/entry-point.js'
import { migrationsDir, version } from '../root.js'
import { sandboxClockPlugin } from '../sandbox/clock.js'
import { sandboxDocumentPlugin } from '../sandbox/document.js'
import { SANDBOX_KEY_PATH, sandboxKeyPlugin } from '../sandbox/key.js'
import { simulatorPlugin } from '../sandbox/platform/plugin.js'
import { makeSlackApp } from '../slack/app.js'
import { makeHomePublisher } from '../slack/features/home/publisher.js'
import { makeInstaller } from '../slack/install/installer.js'
import { identityProblems } from '../service/database/identity-problems.js'
import { openMetrics } from './open-metrics.js'
import { makeReadiness } from '../service/readiness.js'

export type Parts = Base & {
  loops: Loop[]
  plugins: FastifyPluginAsync[]
  entryPoints: EntryPoint[]
  readiness: () => Promise<Readiness>
  findPerson: FindPerson
  addressLimits: AddressLimits
  /** Absent: the metrics are not public. */
  openMetrics?: OpenMetrics
  /** The address of the sandbox's key. */
  keyUrl?: string
  /** The longest wait for open work of a loop or a listener, in ms. */
  settleMs: number
}

const SANDBOX_SETTLE_MS = 2_500
/** An open create call may take its 30 s. */
const SETTLE_MS = 32_000

/** Starts nothing: the loops are not running and nothing listens yet. */
export function makeEntryPoints(config: Config, base: Base, making: Making): Parts {
  const { deps, localSlack } = base
  const { db, clock } = deps
  const settleMs = config.mode === 'sandbox' ? SANDBOX_SETTLE_MS : SETTLE_MS
  // A separate pool, because Slack waits three seconds, however busy /v1 is.
  const slackDb = base.openDb('slack')
  const addressLimits = makeAddressLimits(clock)
  const slackApp = makeSlackApp({ ...deps, db: slackDb }, { ...base.slack, failures: addressLimits.failures })
  making.shutdown.opened('Slack', settleMs, () => slackApp.close())
  localSlack?.connect(() => base.address.baseUrl, { appIdle: () => slackApp.idle(), unfurls: () => deps.settings.publicUrl })

  // Callers that wait for a schedule lock must never take the publisher's connections.
  const publisherDb = base.openDb('publisher')
  // A separate pool, so that a burst of deliveries takes no connections from requests.
  const webhooksDb = base.openDb('webhooks')
  const actorNow = makeActorNow(deps, slackApp.findPerson)
  const loops = [
    makePublisher({ ...deps, db: publisherDb }, { closeMs: settleMs, prefetch: makePrefetch(deps) }),
    makeVideos(deps, { closeMs: settleMs }),
    makeTags(deps, { closeMs: settleMs }),
    makeOutbox(deps, { closeMs: settleMs }),
    makeHomes(deps, { show: makeHomePublisher({ ...deps, ...base.slack }), closeMs: settleMs }),
    makeConnectedReader(deps, { closeMs: settleMs }),
    makeWebhooks(
      { ...deps, db: webhooksDb },
      { send: base.sendWebhook, show: makeShowSubject(deps.settings), closeMs: settleMs },
    ),
    makeImports({ ...deps, actorNow }, { closeMs: settleMs }),
    makeGenerations({ ...deps, actorNow }, { closeMs: settleMs }),
    makeFeeds(deps, { closeMs: settleMs }),
    makePinEdits({ ...deps, actorNow }, { closeMs: settleMs }),
    makeCron(deps),
  ]

  const listeners = localSlack ? [localSlack] : [slackApp]
  const plugins: FastifyPluginAsync[] = [slackApp.plugin]
  if (base.installing) plugins.push(slackInstallPlugin(deps, makeInstaller(deps, base.installing), addressLimits))
  if (localSlack) plugins.push(localSlack.plugin)
  if (base.samples) plugins.push(base.samples.plugin, sandboxKeyPlugin(config.dataDir), sandboxDocumentPlugin())
  if (config.platform.kind === 'simulated') {
    // the app's registration there: with our public address
    const redirectUris = () => [`${deps.settings.publicUrl}/connect/callback`]
    plugins.push(simulatorPlugin({ db, clock, publicUrl: () => base.address.baseUrl, redirectUris, log: deps.log }))
    plugins.push(sandboxClockPlugin({ serviceClock: base.serviceClock, loops, listeners, db }))
  }
  const isStopping = () => making.shutdown.isStopping()
  const readiness = makeReadiness({
    // uses a pool that requests cannot exhaust, because a process that refuses some is still ready
    db: publisherDb,
    migrations: listMigrations(migrationsDir),
    loops,
    isStopping,
    notificationsArrive: () => publisherDb.notificationsArrive(),
    writes: base.writes,
    checks: [identityProblems(config, deps.sealer)],
    moreNotes: () => base.store.notes(),
  })
  const metrics = openMetrics(config, { ...base, deps: { ...deps, db: webhooksDb }, loops })
  return {
    ...base,
    loops,
    plugins,
    entryPoints: [
      makeMcpEntryPoint(deps, { version, ...(config.slackbotMcp && slackApp.identity && { slack: slackApp.identity }) }),
    ],
    settleMs,
    readiness,
    findPerson: slackApp.findPerson,
    addressLimits,
    ...(metrics && { openMetrics: metrics }),
    ...(base.samples && { keyUrl: SANDBOX_KEY_PATH }),
  }
}
