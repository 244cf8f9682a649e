/** Removes from a link what only says where a visitor came from. */
import { parseUrl } from '../lib/http/parse-url.js'

/**
 * Parameters that name a campaign or a click and do not change the page. ref and tag may name who is paid for a sale, so they
 * stay.
 */
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

/** Keeps the rest as written, because some servers sign it. A text that is no address stays unchanged. */
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
