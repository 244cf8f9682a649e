/** Polls a feed for new entries; a feed is read completely or not at all. */
import { after, before, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { readRetryAfterMs } from '../../lib/http/retry-after.js'
import type { Deps } from '../../ports/deps.js'
import type { FeedAnswer, FeedFault, FeedKind, FeedRead } from '../../ports/feed.js'
import { type Asking, follow, OFFLINE_MS, type Visit, type VisitDeps } from '../../preflight/web/visit.js'
import type { ClaimedFeed, Part } from './claim.js'
import { type Collector, makeCollector, type NewEntry } from './collect.js'
import type { Known } from './known.js'
import { type FeedErrorCode, type FeedErrorDetail, MOST_ENTRIES, MOST_PARTS } from './model.js'

export const EVERY_MS = HOUR_MS
/** The longest wait after failures, which doubles each time. */
export const MOST_WAIT_MS = DAY_MS
/** Files of a sitemap index read at one poll; the rest follows soon. */
const PARTS_AT_A_TIME = 5
const SOON_MS = 2 * MINUTE_MS
/** A file reported as unchanged is still read from time to time, so that its entries are not forgotten. */
const PART_MS = 30 * DAY_MS
const REQUEST_MS = 30 * SECOND_MS
const VISIT_MS = 45 * SECOND_MS
/** Real time for all files together. */
const POLL_MS = 3 * MINUTE_MS

export type PollResult = {
  entries: (most: number) => NewEntry[]
  kind: FeedKind | null
  title: string | null
  etag: string | null
  lastModified: string | null
  parts: Part[]
  /** True for the first poll of this kind: the feed is new, or became another kind, which names entries differently. */
  isFirst: boolean
  /** True when everything that existed at the first poll is known. */
  isFirstDone: boolean
  error: { code: FeedErrorCode; detail: FeedErrorDetail } | null
  /** True when its website had no capacity for all of it, or our own network is down: an earlier error stays. */
  isLater: boolean
  nextPollAt: Date
}

type Answered = Extract<FeedAnswer, { kind: 'answered' }>
type FetchedPart =
  | { kind: 'read'; read: Extract<FeedRead, { kind: 'entries' | 'index' }>; answer: Answered }
  | { kind: 'unchanged' }
  | { kind: 'failed'; code: FeedErrorCode; detail: FeedErrorDetail; retryAt: Date | null }
  /** The website's limit is reached, or our own network is down: no failure. */
  | { kind: 'later'; at: Date }

type PollDeps = VisitDeps & Pick<Deps, 'clock'>

/** Reads a feed. Never call it in a transaction. @param known is updated with what was read completely */
export async function pollFeed(deps: PollDeps, claimed: ClaimedFeed, known: Known): Promise<PollResult> {
  const feed = known.hasLinks ? claimed : asUnread(claimed)
  const collector = makeCollector(feed.url, known, deps.clock())
  const fetched = await fetchPart(deps, feed, feed.wanted, collector)
  const base: PollResult = {
    entries: (most) => collector.newest(most),
    kind: feed.kind,
    title: feed.title,
    etag: feed.etag,
    lastModified: feed.lastModified,
    parts: feed.parts,
    isFirst: feed.firstPollAt === null,
    isFirstDone: feed.firstPollAt !== null,
    error: null,
    isLater: false,
    nextPollAt: after(deps.clock(), EVERY_MS),
  }
  if (fetched.kind === 'failed') return failed(deps, feed, base, fetched)
  if (fetched.kind === 'later') return { ...base, isLater: true, nextPollAt: fetched.at }
  if (fetched.kind === 'unchanged') return feed.parts.length > 0 ? pollParts(deps, feed, base, collector) : base
  known.takeLinks()
  const { read, answer } = fetched
  const { etag, lastModified } = answer
  const kind = read.kind === 'entries' ? read.of : 'sitemap'
  const isFirst = base.isFirst || (feed.kind !== null && feed.kind !== kind)
  if (read.kind === 'entries') {
    collector.keep(!isFirst || kind !== 'sitemap')
    return { ...base, kind, title: read.title, etag, lastModified, parts: [], isFirst, isFirstDone: true }
  }
  if (read.parts.length > MOST_PARTS) return failed(deps, feed, base, { code: 'too_large', detail: {}, retryAt: null })
  const before = new Map(feed.parts.map((part) => [part.url, part]))
  const parts = read.parts.map(({ url, changed }): Part => {
    const there = before.get(url)
    if (there) return { ...there, changed, readAt: there.changed === changed ? there.readAt : null }
    return { url, changed, etag: null, lastModified: null, readAt: null, isOld: isFirst }
  })
  return pollParts(deps, feed, { ...base, kind, isFirst, etag, lastModified, parts }, collector)
}

/** Resets the feed to be read completely, so that the links of its entries become known, too. */
const asUnread = (feed: ClaimedFeed): ClaimedFeed => ({
  ...feed,
  etag: null,
  lastModified: null,
  parts: feed.parts.map((part) => ({ ...part, etag: null, lastModified: null, readAt: null })),
})

/** Reads some files at a time, never-read ones first. Each counts as soon as it was read completely. */
async function pollParts(deps: PollDeps, feed: ClaimedFeed, base: PollResult, collector: Collector): Promise<PollResult> {
  const now = deps.clock()
  const endsAt = performance.now() + POLL_MS
  const parts = base.parts.map((part) => ({ ...part }))
  const isDue = ({ readAt, changed }: Part) =>
    readAt === null ||
    (changed === null && readAt <= before(now, EVERY_MS / 2).getTime()) ||
    readAt <= before(now, PART_MS).getTime()
  const due = parts.filter(isDue).toSorted((one, other) => (one.readAt ?? 0) - (other.readAt ?? 0))
  const end = (): PollResult => {
    const isFirstDone = base.isFirstDone || !parts.some(({ isOld }) => isOld)
    const nextPollAt = parts.some(isDue) ? after(now, SOON_MS) : base.nextPollAt
    return { ...base, parts, isFirstDone, nextPollAt }
  }
  for (const part of due.slice(0, PARTS_AT_A_TIME)) {
    if (performance.now() > endsAt) break
    const isForgetting = part.readAt !== null && part.readAt <= before(now, PART_MS).getTime()
    const tags = isForgetting ? { etag: null, lastModified: null } : part
    const fetched = await fetchPart(
      deps,
      { organizationId: feed.organizationId, url: part.url, ...tagsOf(tags) },
      'sitemap',
      collector,
    )
    if (fetched.kind === 'failed') return failed(deps, feed, end(), { ...fetched, detail: { ...fetched.detail, part: part.url } })
    if (fetched.kind === 'later') return { ...end(), isLater: true, nextPollAt: fetched.at }
    if (fetched.kind === 'read' && fetched.read.kind === 'index')
      return failed(deps, feed, end(), { code: 'not_a_feed', detail: { part: part.url }, retryAt: null })
    if (fetched.kind === 'read') {
      collector.keep(!part.isOld)
      Object.assign(part, { etag: fetched.answer.etag, lastModified: fetched.answer.lastModified })
    }
    Object.assign(part, { readAt: now.getTime(), isOld: false })
  }
  return end()
}

const tagsOf = ({ etag, lastModified }: { etag: string | null; lastModified: string | null }) => ({ etag, lastModified })

type Address = { organizationId: string; url: string; etag: string | null; lastModified: string | null }

async function fetchPart(
  deps: PollDeps,
  { organizationId, url, etag, lastModified }: Address,
  wanted: FeedKind | null,
  collector: Collector,
): Promise<FetchedPart> {
  collector.drop()
  const asking: Asking<Answered> = {
    get: (at, timeoutMs) =>
      deps.web.readFeed(
        { url: at, organizationId, wanted, etag, lastModified, timeoutMs, mostEntries: MOST_ENTRIES },
        collector.onEntry,
      ),
    requestMs: REQUEST_MS,
    visitMs: VISIT_MS,
  }
  const fetched = fetchedOf(deps, await follow(deps, organizationId, url, asking))
  if (fetched.kind !== 'read') collector.drop()
  return fetched
}

const FAULTS: Readonly<Record<FeedFault, FeedErrorCode>> = {
  not_a_feed: 'not_a_feed',
  wrong_kind: 'wrong_kind',
  too_large: 'too_large',
  entities: 'entities',
  charset: 'charset',
  cut_off: 'cut_off',
  unreadable: 'unreadable',
  timeout: 'timeout',
  reset: 'unreachable',
}

function fetchedOf({ clock }: Pick<Deps, 'clock'>, visit: Visit<Answered>): FetchedPart {
  const no = (code: FeedErrorCode, detail: FeedErrorDetail = {}, retryAt: Date | null = null): FetchedPart => ({
    kind: 'failed',
    code,
    detail,
    retryAt,
  })
  switch (visit.kind) {
    case 'later':
      return visit
    case 'offline':
      return { kind: 'later', at: after(clock(), OFFLINE_MS) }
    case 'forbidden':
      return no('blocked_by_robots')
    case 'loop':
    case 'too_many':
      return no('unreachable')
    case 'unreachable': {
      const { because } = visit
      return no(because === 'private_address' || because === 'timeout' ? because : 'unreachable')
    }
    case 'reached': {
      const { status, read, retryAfter } = visit.answer
      if (status === 304) return { kind: 'unchanged' }
      if (!read) return no('http_status', { status }, retryAt(retryAfter, clock()))
      if (read.kind !== 'fault') return { kind: 'read', read, answer: visit.answer }
      return no(FAULTS[read.because], read.instead === null ? {} : { instead: read.instead })
    }
  }
}

function retryAt(header: string | null, now: Date): Date | null {
  const ms = readRetryAfterMs(header, now, MOST_WAIT_MS)
  return ms === null ? null : after(now, ms)
}

type Failure = { code: FeedErrorCode; detail: FeedErrorDetail; retryAt: Date | null }

function failed(
  { clock }: Pick<Deps, 'clock'>,
  { failures }: ClaimedFeed,
  base: PollResult,
  { code, detail, retryAt }: Failure,
): PollResult {
  const waitMs = Math.min(EVERY_MS * 2 ** Math.min(failures, 10), MOST_WAIT_MS)
  const next = after(clock(), waitMs)
  return { ...base, error: { code, detail }, nextPollAt: retryAt && retryAt > next ? retryAt : next }
}
