import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError, notFound } from '../../core/lib/errors.js'
import type { Exposition, Readiness } from '../../core/ports/metrics.js'
import { envelope } from '../envelope.js'
import { createHash, timingSafeEqual } from 'node:crypto'
import { type AddressLimit, requireFewFailures } from '../../core/accounts/keys/address-limit.js'
import { creditsPage } from '../pages/credits.js'
import { LANDING_PATH, landingPage, landingPictures } from '../pages/landing.js'
import { publicHeaders } from '../pages/layout.js'
import { overviewPage } from '../pages/overview.js'
import { plansPage } from '../pages/plans.js'

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

export type OpenMetrics = {
  read: () => Promise<Exposition>
  /** null: the metrics are public to everybody who can reach the server. */
  token: string | null
}

/** Serves all metrics of this process in Prometheus's own form, without the envelope. */
export function metricsRoute(app: FastifyInstance, { read, token }: OpenMetrics, failures: AddressLimit): void {
  const isToken = token === null ? () => true : makeCompare(token)
  app.get('/metrics', { schema: { hide: true }, config: { isAlwaysAnswered: true } }, async ({ headers, ip }, reply) => {
    if (!isToken(/^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '')) {
      requireFewFailures(failures, ip)
      throw refused()
    }
    const { contentType, text } = await read()
    return reply.type(contentType).header('cache-control', 'no-store').serializer(String).send(text)
  })
}

/** Compares in constant time: hashes of one length, to their end. */
function makeCompare(token: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(token)
  return (given) => timingSafeEqual(hash(given), expected)
}

const refused = () =>
  new DomainError('UNAUTHORIZED', 'Missing or wrong token. Send METRICS_TOKEN as Authorization: Bearer <token>.')

/**
 * The landing page, and the billing pages to which refusals link: public, and without data of any organization. @see
 * docs/contract.md#denials
 */
export function pageRoutes(app: FastifyInstance): void {
  const schema = { hide: true }
  const send = (reply: FastifyReply, page: string) => reply.headers(publicHeaders()).send(page)

  app.get('/billing/credits', { schema }, async (_request, reply) => send(reply, creditsPage))
  app.get('/billing/plans', { schema }, async (_request, reply) => send(reply, plansPage))
  app.get('/plans', { schema }, async (_request, reply) => send(reply, overviewPage))

  const pictures = landingPictures()
  app.get(LANDING_PATH, { schema }, async (_request, reply) =>
    reply.headers(publicHeaders({ images: "'self'" })).send(landingPage(app.hasRoute({ method: 'GET', url: '/slack/install' }))),
  )
  app.get<{ Params: { name: string } }>(`${LANDING_PATH}/:name`, { schema }, async ({ params }, reply) => {
    const bytes = pictures.get(params.name)
    if (!bytes) throw notFound('Resource')
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(bytes)
  })
}
