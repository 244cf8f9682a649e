/** The one place that all downloads go through: a connector that allows only public addresses. */
import dns from 'node:dns'
import net from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

export type PublicOnlyOptions = {
  resolve?: typeof dns.lookup
  /** Which addresses may be connected to; tests let their own server in. */
  allow?: (address: string) => boolean
  /** null: any port (tests). */
  ports?: number[] | null
  /** Of one origin at once, default 8: those who share it wait for each other. */
  connections?: number
}

/** By the URL alone. What a name resolves to is not revealed: it may be an internal name. */
export class Blocked extends Error {}
/** By what the name resolves to, or what was connected to. */
export class NotPublic extends Error {}

/** Public by their range, and still the inside of a cloud: Azure's wire server, which hands out a machine's secrets. */
const NOT_FOR_US = new Set(['168.63.129.16'])

/** @see https://github.com/whitequark/ipaddr.js: private, loopback, link-local, shared, mapped, translated and tunnelled ranges are all not `unicast` */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  if (!ipaddr.isValid(plain)) return false
  const parsed = ipaddr.process(plain) // unwraps ::ffff:a.b.c.d
  if (parsed.range() !== 'unicast' || NOT_FOR_US.has(parsed.toString())) return false
  // of IPv6 only what is handed out as global unicast, 2000::/3: not ::a.b.c.d, fec0:: or other leftovers
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

export function makePublicOnlyAgent({
  resolve = dns.lookup,
  allow = isPublic,
  ports = [80, 443],
  connections = 8,
}: PublicOnlyOptions): Agent {
  const lookup: net.LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const first = addresses[0]
      // a mixed answer is refused whole: somebody is trying something
      if (!first || !addresses.every(({ address }) => allow(address)))
        return callback(new NotPublic(`${host} resolves to a non-public address`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
  const connect = buildConnector({ lookup, timeout: 5_000 })
  return new Agent({
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connections,
    pipelining: 0,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
      if (ports && !ports.includes(port)) return callback(new Blocked(`port ${port}`), null)
      // net.connect asks no lookup for a literal address
      if (net.isIP(host) && !allow(host)) return callback(new Blocked(`${host} is not a public address`), null)
      connect(target, (error, socket) => {
        if (error) return callback(error, null)
        if (!allow(socket.remoteAddress ?? '')) {
          socket.destroy()
          return callback(new NotPublic('connected to a non-public address'), null)
        }
        callback(null, socket)
      })
    },
  })
}
