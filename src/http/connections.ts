/** How many connections there are at once, and for how long one that asks for nothing. */
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../core/ports/deps.js'

export type ConnectionLimits = {
  /** Further ones are closed as they come. With fewer files than the system lets a process open, so that its own work has some left. */
  most: number
  /** Real ms in which the head of a request arrives, the first one's from the connection on. */
  headMs: number
  /** Between two looks at what is late. */
  checkMs: number
}

export const CONNECTIONS: ConnectionLimits = { most: 10_000, headMs: 20_000, checkMs: 5_000 }
const BETWEEN_MS = 1_000

/** When there are too many, those that wait for a next request make room: their clients connect again. */
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
