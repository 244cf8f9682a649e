/** Decides which hosts belong to one website, by the public suffix list. */
import { getDomain, getPublicSuffix } from 'tldts'

const options = { allowPrivateDomains: true } as const

/** Hosts whose subdomains belong to different owners, although the list does not say so. */
const OF_MANY = new Set([
  ...['wordpress.com', 'tumblr.com', 'squarespace.com', 'substack.com', 'bigcartel.com', 'weebly.com', 'typepad.com'],
  ...['livejournal.com', 'neocities.org', 'ghost.io', 'jimdosite.com', 'jimdofree.com', 'cargo.site'],
])

/**
 * Returns the website of a host: `example.co.uk` for `shop.example.co.uk`, `ann.github.io` for itself. An IP address is its own
 * site.
 */
export function siteOf(host: string): string {
  const own = host.toLowerCase().replace(/\.$/, '')
  const site = getDomain(own, options) ?? own
  const isOfMany = OF_MANY.has(site) || /^blogspot\.[a-z.]+$/.test(site)
  if (!isOfMany || own === site) return site
  return own
    .split('.')
    .slice(-site.split('.').length - 1)
    .join('.')
}

export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other)

/** Returns the host without its public suffix: `shop.example` for `shop.example.co.uk`. */
export function withoutSuffix(host: string): string {
  const suffix = getPublicSuffix(host, options)
  return suffix !== null && host.endsWith(`.${suffix}`) ? host.slice(0, -suffix.length - 1) : host
}
