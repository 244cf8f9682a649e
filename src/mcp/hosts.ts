/**
 * The hosts that a request may name, and the pages it may come from. A page that binds its name to our address by DNS sends that
 * name in both headers, which is neither ours nor an address.
 */
import { isIP } from 'node:net'
import { DomainError } from '../core/lib/errors.js'
import { parseUrl } from '../core/lib/parse-url.js'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** @throws FORBIDDEN */
export function requireKnownHost(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  publicUrl: string,
): void {
  const ours = parseUrl(publicUrl)?.hostname
  const named = host === undefined ? undefined : parseUrl(`http://${host}`)?.hostname
  if (named === undefined || !(named === ours || LOOPBACK.includes(named) || isIP(named.replace(/^\[|\]$/g, '')) !== 0))
    throw new DomainError('FORBIDDEN', `This service cannot be reached at the host ${quoted(host)}. Use ${publicUrl}/mcp.`)
  if (origin === undefined) return
  const from = parseUrl(origin)?.hostname
  if (from === undefined || !(from === ours || LOOPBACK.includes(from)))
    throw new DomainError('FORBIDDEN', `Pages of ${quoted(origin)} may not use this service.`)
}

const quoted = (text = '') => `“${text.slice(0, 100)}”`
