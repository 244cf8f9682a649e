/** Judges what a link's answer means for its pin. */
import { parseUrl } from '../../lib/http/parse-url.js'
import { isSameSite } from '../../lib/http/same-site.js'
import type { Post } from '../../posts/post.js'
import type { Finding, Severity } from '../../posts/state/finding.js'
import { isShortener } from '../own.js'
import type { LinkAnswer } from './read-link.js'

type Reached = Extract<LinkAnswer, { kind: 'reached' }>

export function judgeLink(link: LinkAnswer, { url, title }: Pick<Post, 'url' | 'title'>): Finding[] {
  const from = url === null ? undefined : parseUrl(url)
  if (!from) return []
  switch (link.kind) {
    case 'unknown':
      return []
    case 'unreachable': {
      const severity = link.because === 'timeout' || link.because === 'reset' ? 'warning' : 'blocking' // it may be a bad moment
      return [{ code: 'link_unreachable', severity, because: link.because }]
    }
    case 'loop':
    case 'too_many': {
      const { kind, redirects } = link
      return [{ code: 'link_redirects', severity: 'blocking', kind, redirects, to: null }]
    }
    case 'reached':
      return [...ofStatus(link), ...ofWay(link, from), ...ofPage(link, title)]
  }
}

/** Many websites refuse programs but admit people. */
const OF_PROGRAMS = new Set([401, 403, 405, 406, 409, 425, 429, 451, 999])

function ofStatus({ status }: Reached): Finding[] {
  if (status < 400) return []
  const severity: Severity = OF_PROGRAMS.has(status) ? 'info' : status >= 500 ? 'warning' : 'blocking'
  return [{ code: 'link_status', severity, status }]
}

/** This many redirects or more are reported; one to another spelling of the same page is normal. */
const MANY_STEPS = 3

function ofWay({ redirects, to, status }: Reached, from: URL): Finding[] {
  const end = parseUrl(to)
  if (redirects === 0 || !end || status >= 400) return []
  const found = (kind: 'elsewhere' | 'home' | 'several', severity: Severity): Finding[] => [
    { code: 'link_redirects', severity, kind, redirects, to },
  ]
  if (!isAbove(from.hostname, end.hostname)) return isShortener(from.hostname) ? [] : found('elsewhere', 'warning')
  if (from.pathname.length > 1 && end.pathname === '/' && end.search === '') return found('home', 'warning')
  return redirects >= MANY_STEPS ? found('several', 'info') : []
}

/** True when the hosts are equal, or one is above the other. Subdomains of one name may belong to different shops. */
function isAbove(one: string, other: string): boolean {
  const [a, b] = [one, other].map((host) => host.toLowerCase().replace(/^www\./, '')) as [string, string]
  return isSameSite(a, b) && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}

function ofPage({ page }: Reached, title: string | null): Finding[] {
  if (!page) return []
  const { richTitle, siteName, isNopin, isSoldOut } = page
  return [
    ...(isSoldOut ? [{ code: 'link_sold_out' as const, severity: 'warning' as const }] : []),
    ...(isNopin ? [{ code: 'link_nopin' as const, severity: 'warning' as const }] : []),
    ...(richTitle !== null && title !== null && !isSameTitle(title, richTitle, siteName)
      ? [{ code: 'page_title_overrides' as const, severity: 'info' as const, title: richTitle.slice(0, 150) }]
      : []),
  ]
}

/** True when one title contains the other: `Oak shelf – Maple & Thread`. */
function isSameTitle(ours: string, theirs: string, siteName: string | null): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const [one, other] = [plain(ours), plain(siteName === null ? theirs : theirs.replace(siteName, ''))]
  return other === '' || one.includes(other) || other.includes(one)
}
