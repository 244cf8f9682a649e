/** Whether the destination that the platform shows of a pin is the one that we sent. */
import { isUrl } from '../../../lib/is-url.js'
import { decodeHTMLAttribute } from 'entities'
import { decodeFully } from './same-text.js'

/** `same`: one page, however it is written · `missing`: it shows none · `other`: another page, or one that we cannot tell from it. */
export type LinkMatch = 'same' | 'missing' | 'other'

/** Parameters that say where a visitor came from, and nothing about the page. */
const TRACKING =
  /^(?:utm_.*|mtm_.*|pk_.*|hsa_.*|mc_[ce]id|epik|pp|pin_.*|pinid|e_t|e_t_s|fbclid|gclid|gbraid|wbraid|dclid|gad_source|msclkid|ttclid|twclid|yclid|igshid|igsh|srsltid|_gl|_ga|ref_src)$/i

/**
 * Equal but for scheme, host case, default port, trailing slashes, fragment, percent-encoding, the order of parameters, entities, and
 * tracking parameters that one of the two has and the other lacks. One that both have must say the same.
 */
export function compareLinks(ours: string, shown: string | null): LinkMatch {
  if (!shown?.trim()) return 'missing'
  const [sent, there] = [partsOf(ours), partsOf(shown)]
  if (!sent || !there || sent.page !== there.page) return 'other'
  const isAgainst = [...sent.tracking].some(([name, value]) => (there.tracking.get(name) ?? value) !== value)
  return isAgainst ? 'other' : 'same'
}

type Parts = { page: string; tracking: Map<string, string> }

function partsOf(link: string): Parts | undefined {
  const decoded = decodeFully(link.trim(), decodeHTMLAttribute)
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(decoded) ? decoded : `https://${decoded}`
  if (!isUrl(text)) return undefined
  const { protocol, username, password, hostname, port, pathname, searchParams } = new URL(text)
  const scheme = protocol === 'http:' ? 'https:' : protocol
  const isDefaultPort = port === '' || port === '80' || port === '443' // where the scheme was changed and the port was not
  const host = `${username}:${password}@${hostname.replace(/\.$/, '')}${isDefaultPort ? '' : `:${port}`}`
  const parameters = [...searchParams]
  const own = parameters.filter(([name]) => !TRACKING.test(name)).map((one) => JSON.stringify(one))
  const tracking = new Map(parameters.filter(([name]) => TRACKING.test(name)))
  return { page: [scheme, host, decodePath(pathname), ...own.sort()].join('\n'), tracking }
}

function decodePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  try {
    return decodeURIComponent(trimmed)
  } catch {
    return trimmed // percent signs that encode nothing
  }
}
