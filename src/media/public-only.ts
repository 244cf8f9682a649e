/** The one place that all downloads go through: a connector that allows only public addresses. */
import dns from 'node:dns'
import net from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isPublicIp } from '../core/lib/public-address.js'

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
