/** Addresses at which a program gets its answer. @see RFC 8252, RFC 9700 section 2.1 */
import { parseUrl } from '../../lib/http/parse-url.js'

export const REDIRECT_LENGTH = 500

/** Schemes that a browser runs, shows or sends elsewhere. Others are registered by a program on the person's device. */
const NEVER = [
  ...['about:', 'blob:', 'chrome:', 'data:', 'file:', 'filesystem:', 'ftp:', 'intent:', 'jar:', 'javascript:', 'mailto:', 'sms:'],
  ...['tel:', 'vbscript:', 'view-source:', 'ws:', 'wss:'],
]
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** True for https, for http on the person's own computer, and for a scheme of a program. */
export function isRedirect(text: string): boolean {
  const url = /^[\x21-\x7E]+$/.test(text) && text.length <= REDIRECT_LENGTH ? parseUrl(text) : undefined
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return LOOPBACK.includes(url.hostname)
  return !NEVER.includes(url.protocol)
}

/** True for exactly one of the registered addresses; on the person's own computer with any port, which a program gets by chance. */
export const isRegistered = (registered: readonly string[], given: string): boolean =>
  isRedirect(given) &&
  registered.some((one) => one === given || (isLocal(one) && isLocal(given) && unported(one) === unported(given)))

const isLocal = (text: string): boolean => {
  const url = parseUrl(text)
  return url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)
}
function unported(text: string): string {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** Where an answer goes, for people: the host of a website; null: a program on their own computer. */
export function hostOf(redirectUri: string): string | null {
  const url = new URL(redirectUri)
  return url.protocol === 'https:' ? url.host : null
}
