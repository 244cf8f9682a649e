/** A link as its site means it: without what says from where somebody came. */
import { parseUrl } from '../lib/parse-url.js'

/** Names of parameters that name a campaign or a click, and change nothing of the page; `ref` and `tag` may name who is paid for a sale, and stay. */
export const TRACKING = new RegExp(
  `^(?:${[
    'utm_.*|mtm_.*|pk_.*|hsa_.*|_gl|_ga|gclid|gclsrc|gbraid|wbraid|dclid|gad_.*|srsltid', // analytics and advertisements of Google, Matomo
    'epik|pp|pin_.*|pinid|e_t|e_t_s|fbclid|igshid|igsh|ttclid|twclid|ref_src|li_fat_id|sccid|rdt_cid', // social networks
    'msclkid|yclid|s_kwcid|ef_id|wickedid|rb_clickid|irclickid|tblci', // other advertisements
    'mc_[ce]id|_hsenc|_hsmi|mkt_tok|vero_id|vero_conv|oly_enc_id|oly_anon_id|_kx|_bta_.*', // letters
    'click_key|click_sum|pd_rd_.*|pf_rd_.*|spm|algo_.*', // market places
  ].join('|')})$`,
  'i',
)

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
