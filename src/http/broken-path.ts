/** Addresses below /v1 that cannot be percent-decoded. The router would refuse them before the key is checked. */
import { DomainError } from '../core/lib/errors.js'

/** Such a request is routed to this address, which is below /v1 and has no route. */
export const BROKEN_V1 = '/v1/%00'

/** @param url as the request has it, with its query */
export function isBrokenV1(url: string): boolean {
  if (!url.startsWith('/v1/')) return false
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (!path.includes('%')) return false
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

export const brokenPath = (): DomainError => new DomainError('BAD_REQUEST', 'The path is not validly percent-encoded.')
