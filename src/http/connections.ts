/** Limits the number of connections, and the time of those without a request. */
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../core/ports/deps.js'

export type ConnectionLimits = {
  /**
   * The most connections; further ones are closed at once. Fewer than the open files that the system allows a process, which its
   * own work needs, too.
   */
  most: number
  /** Real ms in which the head of a request must arrive, the first one's from the connection on. */
  headMs: number
  /** Interval between two checks for late ones. */
  checkMs: number
}

export const CONNECTIONS: ConnectionLimits = { most: 10_000, headMs: 20_000, checkMs: 5_000 }
const BETWEEN_MS = 1_000

/** Closes idle connections when there are too many: their clients connect again. */
export function limitConnections({ server }: FastifyInstance, { log }: { log: Log }, { most }: ConnectionLimits): void {
  server.maxConnections = most
  let at = -Infinity
  server.on('drop', () => {
    if (performance.now() - at < BETWEEN_MS) return
    at = performance.now()
    log.warn({ most }, 'too many connections: further ones are closed')
    server.closeIdleConnections()
  })
}
