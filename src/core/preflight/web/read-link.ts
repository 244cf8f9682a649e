/** Where a link leads: followed step by step, each step behind the rules of its website and our own pace. */
import { after, before, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { parseUrl } from '../../lib/parse-url.js'
import { isPublicHost } from '../../lib/public-address.js'
import type { Deps } from '../../ports/deps.js'
import type { NoAnswer, PageFacts, WebAnswer } from '../../ports/web.js'
import { deathBy, type LinkDeath, type Unreachable } from '../finding.js'
import { nextMinute, REQUESTS_A_MINUTE, takeTurn } from './hosts.js'
import { addressOf, claimPage, KEPT_MS, keepPage, leavePage } from './pages.js'

/** `unknown`: the website wants no visit, or our own network is down; it may be as good as any. */
export type LinkAnswer =
  | { kind: 'reached'; status: number; redirects: number; to: string; page: PageFacts | null }
  | { kind: 'unreachable'; because: Unreachable; redirects: number; to: string }
  | { kind: 'loop' | 'too_many'; redirects: number; to: string }
  | { kind: 'unknown' }
/** `later`: the website was asked enough, or somebody reads it just now. */
export type LinkRead = LinkAnswer | { kind: 'later'; at: Date }

export type ReadDeps = Pick<Deps, 'db' | 'clock' | 'web'> & { settings: Pick<Deps['settings'], 'webRequestsAMinute'> }

const MOST_REDIRECTS = 5
const MOST_BYTES = 5 * 1024 * 1024
const ROBOTS_BYTES = 512 * 1024
const REQUEST_MS = 8 * SECOND_MS
/** Of all steps together, in real time. */
const LINK_MS = 20 * SECOND_MS
/** When our own network was down. */
const OFFLINE_MS = 10 * MINUTE_MS

/**
 * What is kept of the day, else it is read now. Never in a transaction.
 * @param fresh deadSince: a link that was dead then, or before, is read again
 */
export async function readLink(deps: ReadDeps, url: string, fresh: { deadSince?: Date } = {}): Promise<LinkRead> {
  const { db, clock } = deps
  const address = addressOf('link', url)
  const page = await claimPage<LinkAnswer>(db.sql, address, clock(), fresh)
  if (page.kind === 'kept') return page.answer
  if (page.kind === 'busy') return { kind: 'later', at: page.until }
  try {
    const answer = await follow(deps, url)
    const readAt = clock()
    if (answer.kind === 'later') await leavePage(db.sql, address)
    else if (answer.kind === 'offline')
      await keepPage(db.sql, address, { answer: UNKNOWN, readAt, until: after(readAt, OFFLINE_MS) })
    else await keepPage(db.sql, address, { answer, readAt, until: after(readAt, KEPT_MS), isDead: deathOf(answer) !== undefined })
    return answer.kind === 'offline' ? UNKNOWN : answer
  } catch (error) {
    await leavePage(db.sql, address)
    throw error
  }
}

export const deathOf = (answer: LinkAnswer): LinkDeath | undefined =>
  answer.kind === 'reached' || answer.kind === 'unreachable' ? deathBy(answer) : undefined

const UNKNOWN = { kind: 'unknown' } as const
type Followed = LinkRead | { kind: 'offline' }

async function follow(deps: ReadDeps, start: string): Promise<Followed> {
  const endsAt = performance.now() + LINK_MS
  const seen = new Set<string>()
  let to = start
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const url = parseUrl(to)
    if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'unreachable', because: 'refused', redirects, to }
    if (!isPublicHost(url.hostname)) return { kind: 'unreachable', because: 'private_address', redirects, to }
    url.hash = ''
    if (seen.has(url.href)) return { kind: 'loop', redirects, to }
    seen.add(url.href)
    const answer = await ask(deps, url, endsAt)
    if (answer.kind === 'later' || answer.kind === 'unknown' || answer.kind === 'offline') return answer
    if (answer.kind === 'unanswered') return { kind: 'unreachable', because: answer.because, redirects, to }
    const next = isRedirect(answer) ? parseUrl(answer.location ?? '', url) : undefined
    if (!next) {
      const page = answer.status < 300 && answer.body !== null ? deps.web.readPage(answer.body) : null
      return { kind: 'reached', status: answer.status, redirects, to, page }
    }
    to = next.href
  }
  return { kind: 'too_many', redirects: MOST_REDIRECTS, to }
}

const isRedirect = ({ status, location }: { status: number; location: string | null }) =>
  status >= 300 && status < 400 && location !== null

type Asked =
  | Extract<WebAnswer, { kind: 'answered' }>
  | { kind: 'unanswered'; because: Exclude<NoAnswer, 'offline'> }
  | { kind: 'later'; at: Date }
  | { kind: 'unknown' }
  | { kind: 'offline' }

/** One step, where the website's rules and its minute have room for it. */
async function ask(deps: ReadDeps, url: URL, endsAt: number): Promise<Asked> {
  const { db, clock, web, settings } = deps
  const timeoutMs = Math.min(REQUEST_MS, Math.max(1, Math.round(endsAt - performance.now())))
  const rules = await readRobots(deps, url, timeoutMs)
  if (rules.kind === 'later') return rules
  if (rules.forbids || (rules.text !== '' && !web.mayRead(rules.text, url.href))) return UNKNOWN
  const now = clock()
  if (!(await takeTurn(db.sql, url.host, now, settings.webRequestsAMinute ?? REQUESTS_A_MINUTE)))
    return { kind: 'later', at: nextMinute(now) }
  const answer = await web.get({ url: url.href, maxBytes: MOST_BYTES, reads: ['text/html', 'application/xhtml+xml'], timeoutMs })
  if (answer.kind === 'answered') return answer
  const { because } = answer
  return because === 'offline' ? { kind: 'offline' } : { kind: 'unanswered', because }
}

type Rules = { kind: 'rules'; text: string; forbids: boolean }

/** The rules of a website, read once a day. One that answers none allows all; one that fails at it forbids all. @see RFC 9309 */
async function readRobots(deps: ReadDeps, url: URL, timeoutMs: number): Promise<Rules | { kind: 'later'; at: Date }> {
  const { db, clock, web } = deps
  const address = addressOf('robots', url.origin)
  const page = await claimPage<Rules>(db.sql, address, clock())
  if (page.kind === 'kept') return page.answer
  if (page.kind === 'busy') return { kind: 'later', at: before(page.until, MINUTE_MS) }
  try {
    const rules = await askRobots(web, url, timeoutMs)
    const readAt = clock()
    await keepPage(db.sql, address, { answer: rules, readAt, until: after(readAt, rules === UNANSWERED ? OFFLINE_MS : KEPT_MS) })
    return rules
  } catch (error) {
    await leavePage(db.sql, address)
    throw error
  }
}

const ALL_ALLOWED: Rules = { kind: 'rules', text: '', forbids: false }
/** The page itself will tell why. */
const UNANSWERED: Rules = { ...ALL_ALLOWED }
const MOST_STEPS = 5

async function askRobots(web: Deps['web'], { origin }: URL, timeoutMs: number): Promise<Rules> {
  let url = `${origin}/robots.txt`
  for (let step = 0; step <= MOST_STEPS; step++) {
    const at = parseUrl(url)
    if (!at || !/^https?:$/.test(at.protocol) || !isPublicHost(at.hostname)) return ALL_ALLOWED
    const answer = await web.get({ url, maxBytes: ROBOTS_BYTES, reads: ['text/plain'], timeoutMs })
    if (answer.kind === 'unanswered') return UNANSWERED
    if (!isRedirect(answer)) {
      if (answer.status >= 500) return { ...ALL_ALLOWED, forbids: true }
      return answer.status < 300 ? { ...ALL_ALLOWED, text: (answer.body ?? '').replaceAll('\u0000', '') } : ALL_ALLOWED
    }
    url = parseUrl(answer.location ?? '', url)?.href ?? ''
  }
  return ALL_ALLOWED
}
