/** Which addresses others can reach, by the address alone. Names are resolved where something is fetched. */
import { parseUrl } from './parse-url.js'
import { BlockList, isIP } from 'node:net'

/** Of IPv4 what is not handed out to the public. @see RFC 6890 */
const NOT_PUBLIC: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3], // multicast, and what was never handed out
]
const inside = new BlockList()
for (const [network, prefix] of NOT_PUBLIC) inside.addSubnet(network, prefix)
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const documentation = new BlockList()
documentation.addSubnet('2001:db8::', 32, 'ipv6')

/** Names that only the machine itself or a private network resolves. */
const NAMES_OF_THE_INSIDE = /(^|\.)(localhost|local|internal|localdomain|lan|home|corp|intranet|home\.arpa)$/

/** @param host as URL gives it: numbers are written in full, IPv6 is in brackets */
export function isPublicHost(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  switch (isIP(name)) {
    case 4:
      return !inside.check(name)
    case 6:
      return globalUnicast.check(name, 'ipv6') && !documentation.check(name, 'ipv6')
    default:
      return name.includes('.') && !NAMES_OF_THE_INSIDE.test(name)
  }
}

/** https, and a host that others can reach. */
export function isPublicAddress(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed?.protocol === 'https:' && isPublicHost(parsed.hostname)
}
