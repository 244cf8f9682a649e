/** Which hosts belong to one website: by the list of public suffixes, under which everybody registers a name. */
import { getDomain, getPublicSuffix } from 'tldts'

const options = { allowPrivateDomains: true } as const

/** Each name below these is somebody else's, and the list does not say so. */
const OF_MANY = new Set([
  ...['wordpress.com', 'tumblr.com', 'squarespace.com', 'substack.com', 'bigcartel.com', 'weebly.com', 'typepad.com'],
  ...['livejournal.com', 'neocities.org', 'ghost.io', 'jimdosite.com', 'jimdofree.com', 'cargo.site'],
])

/** The website of a host: `example.co.uk` of `shop.example.co.uk`, `ann.github.io` of itself. An address in numbers is its own. */
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

/** What it is called by, without the suffix: `shop.example` of `shop.example.co.uk`. */
export function withoutSuffix(host: string): string {
  const suffix = getPublicSuffix(host, options)
  return suffix !== null && host.endsWith(`.${suffix}`) ? host.slice(0, -suffix.length - 1) : host
}
