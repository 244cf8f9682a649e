/** Failed authentication that is answered with a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressLimit } from '../core/accounts/keys/address-limit.js'

/**
 * Counts a failure, and answers 429 with Retry-After if there were too many. The page stays the same, because a legitimate person
 * may share the address with an attacker.
 * @param status of the page otherwise
 */
export function failedStatus(
  failures: AddressLimit | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): number {
  const seconds = failures?.take(request.ip)
  if (seconds === undefined) return status
  void reply.header('retry-after', String(seconds))
  return 429
}
