/**
 * Follows an address step by step, each within the rules of its website and our own rate limit. Used by everything that reads
 * pages.
 */
import { after, before, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { parseUrl } from '../../lib/http/parse-url.js'
import { isPublicHost } from '../../lib/http/public-address.js'
import type { Deps } from '../../ports/deps.js'
import type { NoAnswer, WebAnswer } from '../../ports/web.js'
import type { Unreachable } from '../../posts/state/finding.js'
import { nextMinute, REQUESTS_A_MINUTE, takeRequestSlot } from './hosts.js'
import { addressOf, claimPage, KEPT_MS, keepPage, leavePage } from './pages.js'

export type VisitDeps = Pick<Deps, 'db' | 'clock' | 'web'> & { settings: Pick<Deps['settings'], 'webRequestsAMinute'> }

type Page = Extract<WebAnswer, { kind: 'answered' }>
type Step = { kind: 'answered'; status: number; location: string | null }
type Unanswered = { kind: 'unanswered'; because: NoAnswer }
/** How each step is requested. Times are real. */
export type Asking<A extends Step> = {
  get: (url: string, timeoutMs: number) => Promise<A | Unanswered>
  requestMs: number
  /** Limit for all steps together. */
  visitMs: number
}
/** `fullHost`: the host whose minute is full, or whose rules are being read. `isBeingRead`: known soon, and `at` only if that read dies. */
export type Later = { kind: 'later'; at: Date; fullHost?: string; isBeingRead?: true }
/** The end of the way: the number of redirects, and the last address. */
type Way = { redirects: number; to: string }
/**
 * `forbidden`: by the website's rules. `offline`: our own network is down. `later`: the website's limit is reached, or another
 * process reads its rules now.
 */
export type Visit<A extends Step = Page> =
  | ({ kind: 'reached'; answer: A } & Way)
  | ({ kind: 'unreachable'; because: Unreachable } & Way)
  | ({ kind: 'loop' | 'too_many' } & Way)
  | { kind: 'forbidden' }
  | { kind: 'offline' }
  | Later

const MOST_REDIRECTS = 5
const MOST_BYTES = 5 * 1024 * 1024
const ROBOTS_BYTES = 512 * 1024
const REQUEST_MS = 8 * SECOND_MS
const VISIT_MS = 20 * SECOND_MS
/** How long our own network is assumed to be down. */
export const OFFLINE_MS = 10 * MINUTE_MS

/** Reads the page of an address, following redirects. Only the rules of websites are stored. Never call it in a transaction. */
export const visit = (deps: VisitDeps, organizationId: string, start: string): Promise<Visit> =>
  follow(deps, organizationId, start, pages(deps.web))

const pages = (web: Deps['web']): Asking<Page> => ({
  get: (url, timeoutMs) => web.get({ url, maxBytes: MOST_BYTES, reads: ['text/html', 'application/xhtml+xml'], timeoutMs }),
  requestMs: REQUEST_MS,
  visitMs: VISIT_MS,
})

/** Follows an address to something other than a page. @param organizationId who reads */
export async function follow<A extends Step>(
  deps: VisitDeps,
  organizationId: string,
  start: string,
  asking: Asking<A>,
): Promise<Visit<A>> {
  const endsAt = performance.now() + asking.visitMs
  const seen = new Set<string>()
  let to = start
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const url = parseUrl(to)
    if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'unreachable', because: 'refused', redirects, to }
    if (!isPublicHost(url.hostname)) return { kind: 'unreachable', because: 'private_address', redirects, to }
    url.hash = ''
    if (seen.has(url.href)) return { kind: 'loop', redirects, to }
    seen.add(url.href)
    const answer = await ask(deps, organizationId, url, asking, endsAt)
    if (answer.kind === 'later' || answer.kind === 'forbidden' || answer.kind === 'offline') return answer
    if (answer.kind === 'unanswered') return { kind: 'unreachable', because: answer.because, redirects, to }
    const next = isRedirect(answer) ? parseUrl(answer.location ?? '', url) : undefined
    if (!next) return { kind: 'reached', answer, redirects, to }
    to = next.href
  }
  return { kind: 'too_many', redirects: MOST_REDIRECTS, to }
}

const isRedirect = ({ status, location }: { status: number; location: string | null }) =>
  status >= 300 && status < 400 && location !== null

type Asked<A> =
  | A
  | { kind: 'unanswered'; because: Exclude<NoAnswer, 'offline'> }
  | Later
  | { kind: 'forbidden' }
  | { kind: 'offline' }

/** Takes one step, if the website's rules and its limit allow it. */
async function ask<A extends Step>(
  deps: VisitDeps,
  organizationId: string,
  url: URL,
  { get, requestMs }: Asking<A>,
  endsAt: number,
): Promise<Asked<A>> {
  const leftMs = Math.max(1, Math.round(endsAt - performance.now()))
  const rules = await readRobots(deps, organizationId, url, {
    timeoutMs: Math.min(REQUEST_MS, leftMs),
    before: [],
    steps: { left: MOST_STEPS },
  })
  if (rules.kind === 'later') return rules
  if (!(await isAllowed(deps, organizationId, rules, url))) return { kind: 'forbidden' }
  const full = await takeSlot(deps, url)
  if (full) return full
  const answer = await get(url.href, Math.min(requestMs, leftMs))
  if (answer.kind === 'answered') return answer
  const { because } = answer
  return because === 'offline' ? { kind: 'offline' } : { kind: 'unanswered', because }
}

/** @returns when to retry, if the minute of its host is full */
async function takeSlot({ db, clock, settings }: VisitDeps, { host }: URL): Promise<Later | undefined> {
  const now = clock()
  const isTaken = await takeRequestSlot(db.sql, host, now, settings.webRequestsAMinute ?? REQUESTS_A_MINUTE)
  return isTaken ? undefined : { kind: 'later', at: nextMinute(now), fullHost: host }
}

type Rules = { kind: 'rules'; text: string; forbids: boolean }

/** Returns false also when the rules cannot be read. */
const isAllowed = async ({ web }: VisitDeps, organizationId: string, { forbids, text }: Rules, url: URL): Promise<boolean> =>
  !forbids && (text === '' || (await web.mayRead(text, url.href, organizationId)) === true)

/** `before`: the websites whose rules led to these. `steps`: how many redirects may still follow in total. */
type RobotsWay = { timeoutMs: number; before: readonly string[]; steps: { left: number } }
const TOO_FAR = { kind: 'rules', text: '', forbids: false } satisfies Rules

/**
 * Reads the rules of a website, once a day. Without rules everything is allowed; if they fail to load, nothing is. @see RFC 9309
 */
async function readRobots(deps: VisitDeps, organizationId: string, url: URL, way: RobotsWay): Promise<Rules | Later> {
  const { db, clock } = deps
  const address = addressOf('robots', url.origin)
  const page = await claimPage<Rules>(db.sql, address, clock())
  if (page.kind === 'kept') return page.answer
  if (page.kind === 'busy') return { kind: 'later', at: before(page.until, MINUTE_MS), fullHost: url.host, isBeingRead: true }
  try {
    const rules = await askRobots(deps, organizationId, url, way)
    const isOfAnother = rules === TOO_FAR && way.before.length > 0 // by itself it is nearer
    if (rules.kind === 'later' || isOfAnother) await leavePage(db.sql, address)
    else {
      const readAt = clock()
      await keepPage(db.sql, address, {
        answer: rules,
        readAt,
        until: after(readAt, rules === UNANSWERED ? OFFLINE_MS : KEPT_MS),
      })
    }
    return rules
  } catch (error) {
    await leavePage(db.sql, address)
    throw error
  }
}

const ALL_ALLOWED: Rules = { kind: 'rules', text: '', forbids: false }
/** Allows the visit, because the page itself will show the reason. */
const UNANSWERED: Rules = { ...ALL_ALLOWED }
const MOST_STEPS = 5

/**
 * Requests the rules of the website to be read. Each redirect counts against the limit of its own host and is followed only as
 * far as that host's rules allow, because anyone may redirect to any host.
 */
async function askRobots(deps: VisitDeps, organizationId: string, url: URL, way: RobotsWay): Promise<Rules | Later> {
  const before = [...way.before, url.origin]
  let at = new URL('/robots.txt', url)
  let isPaced = way.before.length > 0
  for (;;) {
    const full = isPaced ? await takeSlot(deps, at) : undefined
    if (full) return full
    const answer = await deps.web.get({ url: at.href, maxBytes: ROBOTS_BYTES, reads: ['text/plain'], timeoutMs: way.timeoutMs })
    if (answer.kind === 'unanswered') return UNANSWERED
    if (!isRedirect(answer)) return rulesOf(deps, organizationId, answer)
    if (way.steps.left-- <= 0) return TOO_FAR
    const next = parseUrl(answer.location ?? '', at)
    if (!next || !/^https?:$/.test(next.protocol) || !isPublicHost(next.hostname)) return ALL_ALLOWED
    if (next.origin !== url.origin) {
      if (before.includes(next.origin)) return ALL_ALLOWED // a circle
      const rules = await readRobots(deps, organizationId, next, { timeoutMs: REQUEST_MS, before, steps: way.steps })
      const isThose = next.pathname === '/robots.txt' && next.search === ''
      if (rules.kind === 'later' || rules === TOO_FAR || isThose) return rules
      if (!(await isAllowed(deps, organizationId, rules, next))) return ALL_ALLOWED
    }
    at = next
    isPaced = true
  }
}

async function rulesOf({ web }: VisitDeps, organizationId: string, { status, body, contentType }: Page): Promise<Rules> {
  if (status >= 500) return { ...ALL_ALLOWED, forbids: true }
  if (status >= 300 || body === null) return ALL_ALLOWED
  const text = await web.readText({ body, contentType }, organizationId)
  return text === null ? { ...ALL_ALLOWED, forbids: true } : { ...ALL_ALLOWED, text: text.replaceAll('\u0000', '') }
}
