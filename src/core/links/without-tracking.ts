/** A link as its site means it: without what says from where somebody came. */
import { parseUrl } from '../lib/parse-url.js'

/** Names of parameters that name a campaign or a click, and change nothing of the page. */
export const TRACKING =
  /^(?:utm_.*|mtm_.*|pk_.*|hsa_.*|mc_[ce]id|epik|pp|pin_.*|pinid|e_t|e_t_s|fbclid|gclid|gbraid|wbraid|dclid|gad_source|msclkid|ttclid|twclid|yclid|igshid|igsh|srsltid|_gl|_ga|ref_src)$/i

/** What is left stays as it was written, as some servers sign it. What is no address stays as it is. */
export function withoutTracking(link: string): string {
  const url = parseUrl(link)
  if (!url || url.search === '') return link
  const [address = '', ...fragment] = link.split('#')
  const [path = '', ...query] = address.split('?')
  const kept = query
    .join('?')
    .split('&')
    .filter((one) => !TRACKING.test(one.split('=')[0] ?? ''))
    .join('&')
  return [kept === '' ? path : `${path}?${kept}`, ...fragment].join('#')
}
