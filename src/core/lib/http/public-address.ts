/** Decides which addresses are public, by the address alone. Names are resolved where something is fetched. */
import { parseUrl } from './parse-url.js'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public by its range, but internal to a cloud: Azure's wire server, which gives out a machine's secrets. */
const NOT_FOR_US = new Set(['168.63.129.16'])

/**
 * The single rule for IP addresses: those written as a host, those that a name resolves to, those that a connection has.
 * @see https://github.com/whitequark/ipaddr.js: private, loopback, link-local, shared, mapped, translated and tunnelled ranges
 * are all not `unicast`
 */
export function isPublicIp(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  if (!ipaddr.isValid(plain)) return false
  const parsed = ipaddr.process(plain) // unwraps ::ffff:a.b.c.d
  if (parsed.range() !== 'unicast' || NOT_FOR_US.has(parsed.toString())) return false
  // of IPv6 only global unicast, 2000::/3: not ::a.b.c.d, fec0:: or other leftovers
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** Names that only the machine itself or a private network resolves. */
const NAMES_OF_THE_INSIDE = /(^|\.)(localhost|local|internal|localdomain|lan|home|corp|intranet|home\.arpa)$/

/** @param host as URL gives it: IPv4 in full, IPv6 in brackets */
export function isPublicHost(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(name) !== 0) return isPublicIp(name)
  return name.includes('.') && !NAMES_OF_THE_INSIDE.test(name)
}

/** True for https with a public host. */
export function isPublicAddress(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed?.protocol === 'https:' && isPublicHost(parsed.hostname)
}
