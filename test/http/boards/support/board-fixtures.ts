/** /v1 over the simulated platform, called by the real client over HTTP. */
import { afterAll } from 'vitest'
import type { Pool } from '../../../../src/db/pool.js'
import { startSimulator, type Simulator } from '../../../support/simulator.js'
import { START, type SettableClock, type WorldOptions } from '../../../support/world.js'
import { aServer, type Server } from '../../support/support.js'

/** Faults that hang take this long; a busy machine answers within it. */
export const TIMEOUT_MS = 1_200

export type BoardServer = Server & { simulator: Simulator; boards: string }

/** One for a test file, since its simulator knows one account; `another()` is one more of our organizations with the same boards. */
export async function aBoardServer(
  db: Pool,
  options: WorldOptions = {},
): Promise<BoardServer & { another: () => Promise<BoardServer> }> {
  const clock: SettableClock = { now: START, advance: (ms) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  const simulator = await startSimulator(db, clock, { timeoutMs: TIMEOUT_MS })
  afterAll(() => simulator.close())
  const make = async (): Promise<BoardServer> => {
    const parts = { platform: simulator.platform, clock: () => new Date(clock.now), ...options.parts }
    const server = await aServer(db, { ...options, parts })
    return { ...server, clock, simulator, boards: `/v1/accounts/${server.accountId}/boards` }
  }
  return { ...(await make()), another: make }
}

/** On the platform, of any account. */
export const boardsNamed = async ({ simulator }: BoardServer, name: string) =>
  (await simulator.state()).boards.filter((board) => board.name === name)

/** What an error says that programs read. */
export const answerOf = ({ status, body, headers }: Awaited<ReturnType<Server['call']>>) => ({
  status,
  code: body.error?.code,
  ...(body.error?.reason !== undefined && { reason: body.error.reason }),
  ...(body.error?.field !== undefined && { field: body.error.field }),
  ...(headers['retry-after'] !== undefined && { retryAfter: headers['retry-after'] }),
})
