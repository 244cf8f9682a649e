/** The Idempotency-Key header of a POST. @see decisions.md section 1 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../core/errors.js'
import type { IdempotencyClaim } from '../core/idempotency.js'
import { admissionOf } from './auth.js'

/** undefined: the caller asked for none. @throws BAD_REQUEST a key that is not 1 to 255 visible ASCII characters */
export function readClaim(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const { actor, apiKeyId } = admissionOf(request)
  return {
    organizationId: actor.organizationId,
    scope: `key:${apiKeyId}`,
    key,
    request: `${request.method} ${request.url.split('?')[0] ?? ''}`,
    bodyHash: createHash('sha256').update(request.bodyText).digest(),
  }
}
