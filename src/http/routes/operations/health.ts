import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../core/lib/errors.js'
import type { Readiness } from '../../../core/ports/metrics.js'
import { envelope } from '../../envelope.js'

const RETRY_AFTER_SECONDS = 5
const WATCHED = { schema: { hide: true }, config: { isAlwaysAnswered: true } }

/**
 * Health checks for load balancers: `live` means that the process runs and checks nothing else, `ready` that it can do its work.
 * @param readiness bounded in time; absent: nothing to check, and no such route
 */
export function healthRoutes(app: FastifyInstance, readiness?: () => Promise<Readiness>): void {
  app.get('/health/live', WATCHED, async ({ id }) => envelope({ status: 'live' }, id))
  if (!readiness) return
  app.get('/health/ready', WATCHED, async ({ id }) => {
    const { problems, notes } = await readiness()
    if (problems.length > 0) {
      throw new DomainError('SERVICE_UNAVAILABLE', `Not ready. ${problems.join(' ')}`, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    return envelope({ status: 'ready', notes }, id)
  })
}
