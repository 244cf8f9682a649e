/** Starts the service from its configuration: database, migrations, parts, seed, listening, loops. */
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from '../service/address.js'
import { buildServer } from '../http/server.js'
import type { Shutdown } from '../service/shutdown.js'
import type { Config } from '../config/config.js'
import type { Log } from '../core/ports/deps.js'
import { openDatabase, prepareDatabase } from '../service/database/database.js'
import { makeDeps, wallClock } from '../deps.js'
import { makeEntryPoints, type Parts } from './entry-points.js'
import { type Ownership, ownFolder, type Seeded } from '../sandbox/ready-file.js'
import { seedSandbox } from '../sandbox/seed.js'
import { seedWorkspace } from '../sandbox/slack/seed.js'
import type { ServerResponse } from 'node:http'

export type Running = { parts: Parts; seeded: Seeded | null; isOwner: boolean }

/** The least time for requests, if the loops have used all the rest. */
const REQUESTS_MS = 2_500

/**
 * Starts everything; what was opened is registered with `shutdown`, even when the start fails half way.
 * @throws Stopped when a stop began meanwhile, else the error of the failed part (start-errors.ts has the sentences)
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
    // loops have ended before, so requests get the rest of the time since the signal
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

/**
 * Makes the local workspace's page wait until it is filled.
 * @returns ends the wait, also after a failed seed
 */
function holdPage({ localSlack }: Parts): () => void {
  let end = () => {}
  if (localSlack) localSlack.workspace.filled = new Promise<void>((resolve) => (end = resolve))
  return () => end()
}

/** Seeds accounts only on a simulated platform. The server listens already, because the platform is called over HTTP. */
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
 * Connections that wait to be accepted, as many as Linux allows by default (net.core.somaxconn). With Node's 511, further ones of
 * a burst would be dropped and retry after seconds.
 */
const BACKLOG = 4_096

async function listen(app: FastifyInstance, { host, port }: Config, { address }: Parts): Promise<void> {
  await app.listen({ host, port, backlog: BACKLOG })
  const { port: got } = app.server.address() as AddressInfo // never a pipe, because it listens on a port
  address.port = got
  address.baseUrl = baseUrlOf(host, got)
}

/** Open requests when the process stops: they may end, while idle connections do not delay the stop. */
type OpenRequests = {
  /**
   * Closes the server: it accepts no more connections, and each connection ends with its request.
   * @param withinMs real ms for the open requests
   * @returns the number of requests that were cut off
   */
  close(withinMs: number): Promise<number>
}

/** The wait for a connection whose request has not begun to be read. */
const UNASKED_MS = 2_500

/** Call before the server listens. */
export function followOpenRequests(app: FastifyInstance): OpenRequests {
  const connections = new Set<Socket>()
  const open = new Map<ServerResponse, Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    open.set(response, socket)
    response.once('close', () => {
      open.delete(response)
      if (isClosing) socket.end() // its answer announced keep-alive
    })
  })
  return {
    async close(withinMs) {
      let cut = 0
      isClosing = true
      for (const response of open.keys()) response.shouldKeepAlive = false
      const unasked = setTimeout(() => {
        const asking = new Set(open.values())
        for (const socket of connections) if (!asking.has(socket)) socket.destroy()
      }, UNASKED_MS)
      const late = setTimeout(() => {
        cut = open.size
        for (const socket of connections) socket.destroy()
      }, withinMs)
      try {
        await app.close()
      } finally {
        clearTimeout(unasked)
        clearTimeout(late)
      }
      return cut
    },
  }
}
