/** The address that a page names as its own. */
import type { CheerioAPI } from 'cheerio'
import { isSameSite } from '../../core/lib/http/same-site.js'
import { addressOf } from './plain.js'

/**
 * Accepts only an address of the same site, because one elsewhere may be anybody's.
 * @param address from which the page was read; returned when the page names no other
 */
export function canonicalOf($: CheerioAPI, ogUrl: string | undefined, base: string, address: string): string {
  const from = new URL(address)
  const said = [$('link[rel~="canonical" i][href]').attr('href'), ogUrl].map((one) => addressOf(one, base))
  for (const one of said) {
    const url = one === null ? undefined : ownOf(new URL(one), from)
    if (url) return url.href
  }
  return address
}

function ownOf(url: URL, from: URL): URL | undefined {
  if (!isSameSite(url.hostname, from.hostname)) return undefined
  if (url.pathname === '/' && url.search === '' && from.pathname !== '/') return undefined // many pages name the front page
  if (from.protocol === 'http:' || url.protocol === 'https:') return url
  if (url.host !== from.host) return undefined // that host may not have https
  url.protocol = 'https:'
  return url
}
