import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AddressLimit, requireFewFailures } from '../../../core/accounts/keys/address-limit.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { Exposition } from '../../../core/ports/metrics.js'

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
