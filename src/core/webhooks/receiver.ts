/** Decides which addresses may get deliveries: public ones, never our own. The connection checks what the name resolves to. */
import { badRequest } from '../lib/errors.js'
import { isPublicHost } from '../lib/http/public-address.js'
import { parseUrl } from '../lib/http/parse-url.js'
import type { Settings } from '../ports/deps.js'
import { requireUrl } from '../lib/http/url.js'

/** The ports in production: that of https, and the usual alternative. */
const PORTS = ['', '443', '8443']

type Rules = Pick<Settings, 'publicUrl' | 'webhooks'>

/** Checks the address of a receiver. @throws BAD_REQUEST url */
export function requireReceiver(settings: Rules, text: string): string {
  const url = requireUrl('url', text)
  const refusal = refusalOf(settings, url)
  if (refusal !== undefined) throw badRequest('url', (of) => `${of('url')} ${refusal}`)
  return url
}

/**
 * Returns the rest of a sentence that refuses an address; undefined: it is allowed. The address alone decides, and each delivery
 * checks it again, because settings may change.
 */
export function refusalOf({ publicUrl, webhooks }: Rules, url: string): string | undefined {
  const parsed = parseUrl(url)
  if (!parsed) return 'must be a full address, such as https://example.com/hooks.'
  const { protocol, hostname, port, username, password } = parsed
  if (username || password) return 'must not contain a user name or password: each delivery is signed.'
  if (webhooks?.allowsLoopback && isLoopback(hostname)) {
    const own = [String(webhooks.ownPort), parseUrl(publicUrl)?.port]
    return own.includes(portOf(parsed)) ? OURS : undefined
  }
  if (hostOf(hostname) === hostOf(parseUrl(publicUrl)?.hostname ?? '')) return OURS
  if (protocol !== 'https:') return 'must begin with https.'
  if (!isPublicHost(hostname)) return 'must lead to a public address. This one is private.'
  if (!PORTS.includes(port)) return 'must use port 443 or 8443.'
  return undefined
}
const OURS = 'leads back to this service. Use your receiver’s URL.'

export const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostOf(hostname))

const hostOf = (hostname: string) => hostname.replace(/\.$/, '').toLowerCase()

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')
