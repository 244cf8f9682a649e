/** From a configuration to a service that answers: database, migrations, parts, seed, listening, loops. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../service/address.js'
import { buildServer } from '../http/server.js'
import type { Shutdown } from '../service/shutdown.js'
import type { Config } from '../config/config.js'
import type { Log } from '../core/ports/deps.js'
import { openDatabase, prepareDatabase } from '../service/database/database.js'
import { makeDeps, wallClock } from '../deps.js'
import { makeEntryPoints, type Parts } from './entry-points.js'
import { followOpenRequests } from './open-requests.js'
import { type Ownership, ownFolder, type Seeded } from '../sandbox/ready-file.js'
import { seedSandbox } from '../sandbox/seed.js'
import { seedWorkspace } from '../sandbox/slack/seed.js'

export type Running = { parts: Parts; seeded: Seeded | null; isOwner: boolean }

/** The least for requests, where loops took all the time that there is. */
const REQUESTS_MS = 2_500

/**
 * Starts everything; what was opened is registered with `closing`, also when the start fails half way.
 * @throws Stopped when closing began meanwhile, else whatever failed (start-errors.ts has the sentences)
 */
export async function startService(config: Config, { shutdown, log }: { shutdown: Shutdown; log: Log }): Promise<Running> {
  const url = await openDatabase(config, { shutdown, log })
  shutdown.check()
  await prepareDatabase(config, url, wallClock())
  const ownership = await ownDataFolder(config, shutdown)
  shutdown.check()
  const base = await makeDeps(config, { url, shutdown, log })
  await base.store.check()
  const parts = makeEntryPoints(config, base, { url, shutdown, log })
  const { deps, entryPoints, plugins, readiness, findPerson, addressLimits, openMetrics, keyUrl } = parts
  const app = await buildServer(deps, {
    entryPoints,
    plugins,
    readiness,
    findPerson,
    admission: { ...config.overload, pinLatenessMs: base.metrics.pinLatenessMs },
    addressLimits,
    trustedProxies: config.trustedProxies,
    ...(openMetrics && { metrics: openMetrics }),
    ...(keyUrl !== undefined && { keyUrl }),
  })
  const requests = followOpenRequests(app)
  shutdown.opened('requests', parts.settleMs + REQUESTS_MS, async () => {
    // loops have ended before: of the time from the signal on, what they left
    const cut = await requests.close(Math.max(REQUESTS_MS, parts.settleMs - shutdown.stoppingForMs()))
    if (cut > 0) log.warn({ requests: cut }, 'open requests were cut: the time to end was over')
  })
  const filled = holdPage(parts)
  await listen(app, config, parts)
  shutdown.check()
  const seeded = await seed(config, parts).finally(filled)
  shutdown.check()
  for (const loop of parts.loops) {
    shutdown.opened(loop.name, parts.settleMs, () => loop.close())
    await loop.start()
  }
  shutdown.check()
  if (seeded) {
    const { baseUrl } = parts.address
    ownership.write({ pid: process.pid, baseUrl, ...seeded, platformUrl: parts.platformUrl() })
  }
  return { parts, seeded, isOwner: ownership.isOwner }
}

/** Whoever opens the local workspace while it is being filled gets it when it is. @returns ends that, also where the filling failed */
function holdPage({ localSlack }: Parts): () => void {
  let end = () => {}
  if (localSlack) localSlack.workspace.filled = new Promise<void>((resolve) => (end = resolve))
  return () => end()
}

/**
 * Only where the platform is simulated: there are no accounts to invent on a real one. It listens already, since it is called
 * over HTTP.
 */
async function seed({ dataDir }: Config, { deps, samples, address, localSlack }: Parts): Promise<Seeded | null> {
  if (samples) return seedSandbox({ deps, samples, dataDir, baseUrl: address.baseUrl })
  if (localSlack) await seedWorkspace(deps.db.sql)
  return null
}

async function ownDataFolder(config: Config, shutdown: Shutdown): Promise<Ownership> {
  const ownership = await ownFolder(config.dataDir)
  shutdown.opened('data folder', 1_000, () => ownership.release())
  return ownership
}

/**
 * Connections that the system keeps until they are accepted, as many as Linux allows by itself (net.core.somaxconn). Of Node's 511 the rest of a crowd
 * that comes at once would be dropped, and try again after seconds.
 */
const BACKLOG = 4_096

async function listen(app: FastifyInstance, { host, port }: Config, { address }: Parts): Promise<void> {
  await app.listen({ host, port, backlog: BACKLOG })
  const { port: got } = app.server.address() as AddressInfo // never a pipe: it listens on a port
  address.port = got
  address.baseUrl = baseUrlOf(host, got)
}
