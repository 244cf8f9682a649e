import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../core/errors.js'
import type { Deps } from '../../core/ports.js'
import { envelope } from '../envelope.js'

const READY_TIMEOUT_MS = 2_000

/** For load balancers: `live` says that the process runs, `ready` that it reaches its database. */
export function healthRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get('/health/live', { schema: { hide: true } }, async ({ id }) => envelope({ status: 'live' }, id))
  app.get('/health/ready', { schema: { hide: true } }, async ({ id }) => {
    try {
      await db.tx((sql) => sql`select 1`, { budgetMs: READY_TIMEOUT_MS })
    } catch {
      throw new DomainError('SERVICE_UNAVAILABLE', 'The database does not answer.', { retryAfterSeconds: 5 })
    }
    return envelope({ status: 'ready' }, id)
  })
}
