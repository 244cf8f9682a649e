/** The connector of all downloads, which allows only public addresses. */
import dns from 'node:dns'
import net from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isPublicIp } from '../core/lib/http/public-address.js'

export type PublicOnlyOptions = {
  resolve?: typeof dns.lookup
  /** True for addresses that may be connected to; tests allow their own server. */
  allow?: (address: string) => boolean
  /** null: any port (tests). */
  ports?: number[] | null
  /** Connections to one origin at once, default 8. Requests to the same origin share them. */
  connections?: number
}

/** Refused by the URL alone. The result of a name is not revealed, because it may be an internal name. */
export class Blocked extends Error {}
/** Refused by the result of the name, or by the connected address. */
export class NotPublic extends Error {}

export function makePublicOnlyAgent({
  resolve = dns.lookup,
  allow = isPublicIp,
  ports = [80, 443],
  connections = 8,
}: PublicOnlyOptions): Agent {
  const lookup: net.LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const first = addresses[0]
      // a mixed result is refused completely, because it suggests an attack
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
      // net.connect does not call lookup for a literal address
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
