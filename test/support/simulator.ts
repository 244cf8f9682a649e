/** The simulated platform on a real loopback port, called by the real client. */
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Platform } from '../../src/core/ports/platform.js'
import type { Clock, Db } from '../../src/core/ports/deps.js'
import type { Meter } from '../../src/core/ports/metrics.js'
import { makePlatform } from '../../src/platform/client.js'
import { addFault, type FaultInput } from '../../src/sandbox/platform/faults/faults.js'
import { simulatorPlugin } from '../../src/sandbox/platform/plugin.js'
import { addBoard, addSection, addUser } from '../../src/sandbox/platform/seed-api.js'
import { readState, type PlatformState } from '../../src/sandbox/platform/state.js'

export type Simulator = {
  platform: Platform
  /** Of the server; v5 is below `${url}/sandbox/platform/v5`. */
  url: string
  state(): Promise<PlatformState>
  /** `{ operation: 'create_pin', fault: 'commit_then_hang', times: 1 }` */
  fault(fault: FaultInput): Promise<void>
  /** Every request that reached the server has had its effect, also those whose client has given up. */
  idle(): Promise<void>
  /** The server alone goes away: from then on the client finds nobody. */
  closeServer(): Promise<void>
  close(): Promise<void>
}
export type SimulatorOptions = {
  /** Of the client, in real ms; default 2000. Faults that hang take this long. */
  timeoutMs?: number
  /** Whether the client keeps below the limits; default false, since the windows of a clock that stands never end. */
  pacing?: boolean
  /** Called for each exchange of the client. */
  onCall?: Meter['platformCalled']
}

const BEFORE = new Date('2026-01-05T08:00:00.000Z')

/**
 * Knows the account that aWorld() makes (token `pina_test`) with its boards 101 and 102 and the sections of 101. Close it in afterAll.
 * @param clock a function, or the settable clock of a world
 */
export async function startSimulator(
  db: Db,
  clock: Clock | { now: Date },
  { timeoutMs = 2000, pacing = false, onCall }: SimulatorOptions = {},
): Promise<Simulator> {
  const now: Clock = typeof clock === 'function' ? clock : () => new Date(clock.now)
  let url = ''
  const app = Fastify({ forceCloseConnections: true }) // one that was made and never used is no idle one to Node, and closing would wait for it
  const idle = watchIdle(app)
  const redirectUris = () => [`${url}/connect/callback`, 'https://pinslot.test/connect/callback'] // the second of aWorld()
  await app.register(simulatorPlugin({ db, clock: now, publicUrl: () => url, redirectUris }))
  await seedTheWorld(db)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const platform = makePlatform({
    apiUrl: () => `${url}/sandbox/platform/v5`,
    authorizeUrl: () => `${url}/sandbox/platform/oauth`,
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: now,
    random: () => 0.5,
    pacing,
    ...(onCall && { onCall }),
  })
  return {
    platform,
    url,
    state: () => readState(db.sql, url),
    async fault(fault) {
      await addFault(db.sql, fault)
    },
    idle,
    closeServer: () => app.close(),
    async close() {
      await platform.close()
      await app.close()
    },
  }
}

/** Turns of the event loop in which a request that was written may still be read. */
const QUIET_TURNS = 5

/** Counts what its routes have at work; a call that hangs is at an end once it was done. @returns what waits until there is nothing */
function watchIdle(app: FastifyInstance): () => Promise<void> {
  let atWork = 0
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      atWork++
      try {
        return await handler.call(this, request, reply)
      } finally {
        atWork--
      }
    }
  })
  return async () => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = atWork === 0 ? quiet + 1 : 0) await setImmediate()
  }
}

async function seedTheWorld({ sql }: Db): Promise<void> {
  const maker = { id: '901', username: 'maker', displayName: 'The Maker', isBusiness: true, createdAt: BEFORE }
  const { id: ownerId } = await addUser(sql, { ...maker, accessToken: 'pina_test', refreshToken: 'pinr_test' })
  await addBoard(sql, { id: '101', ownerId, name: 'Kitchen ideas', createdAt: BEFORE })
  await addBoard(sql, { id: '102', ownerId, name: 'Garden', createdAt: BEFORE })
  await addSection(sql, { id: '1011', boardId: '101', name: 'Shelves' })
  await addSection(sql, { id: '1012', boardId: '101', name: 'Lamps' })
}
