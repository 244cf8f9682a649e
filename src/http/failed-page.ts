/** Failed authentication that is answered by a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressLimit } from '../core/accounts/keys/address-limit.js'

/**
 * Counts a failure, and says by status and header how long to wait where it is one too many. The page stays as it is: a person may have come
 * there who shares the address with whoever tries.
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
