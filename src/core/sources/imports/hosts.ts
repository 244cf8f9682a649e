/** The hosts of a file's pictures: a busy host gets no requests for a while, and the rest of the file is written meanwhile. */
import { after, HOUR_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { readRetryAfterMs } from '../../lib/http/retry-after.js'
import { parseUrl } from '../../lib/http/parse-url.js'
import type { Deps } from '../../ports/deps.js'
import type { NewBatchPost } from '../../many/batch/model.js'
import { MOST_TRIES, waitMs } from './tries.js'

type Busy = { tries: number; until: string }
/** The busy hosts: how often in a row each was busy, and until when no request is sent to it (ISO 8601). */
export type BusyHosts = Readonly<Record<string, Busy>>

/** The most hosts of one file. Lines of further hosts are not retried. */
const MOST_HOSTS = 500
/** The longest wait, whatever a host requests. */
const LONGEST_WAIT_MS = HOUR_MS

type Media = Pick<NewBatchPost, 'media' | 'carouselItems' | 'coverPicture'>

export type HostsOfChunk = {
  /** Returns deps that send no request to a host while it is busy. */
  sparing(deps: Deps): Deps
  /**
   * Records that these lines are done: a host that answered for one of them has a limit, and is not broken. Call it before the
   * functions below.
   */
  ended(posts: readonly Media[]): void
  /** True when a line that was refused for a busy host is worth another try. */
  mayAnswer(post: Media): boolean
  /** Orders lines for the next try: those that a host refused itself come after those for which it got no request. */
  inTurn<L extends { post: Media }>(lines: readonly L[]): L[]
  /** When the first host of these lines gets the next request; null: none of them waits. */
  until(posts: readonly Media[]): Date | null
  /** Returns what is known after the chunk. */
  known(): BusyHosts
}

/** Tracks the hosts of one chunk. @param before what was known before this chunk @param now at its beginning */
export function hostsOfChunk(before: BusyHosts, now: Date): HostsOfChunk {
  const earlier = new Map(Object.entries(before))
  const answered = new Set<string>()
  const refusals = new Map<string, DomainError>()
  const refusedUrls = new Set<string>()
  let moving = new Set<string>()

  async function ask<T>(url: string, field: string, fetch: () => Promise<T>): Promise<T> {
    const host = hostOf(url)
    const refusal = refusals.get(host)
    if (refusal) throw new DomainError(refusal.code, refusal.sentence, { ...refusal.details, field })
    if (new Date(earlier.get(host)?.until ?? 0) > now)
      throw new DomainError('BAD_REQUEST', (of) => `${of(field)}: its host is busy.`, { field, busyHost: { retryAfter: null } })
    try {
      const fetched = await fetch()
      answered.add(host)
      return fetched
    } catch (error) {
      if (error instanceof DomainError && error.details.busyHost) {
        refusals.set(host, error)
        refusedUrls.add(url)
      } else if (error instanceof DomainError && error.code === 'BAD_REQUEST') answered.add(host)
      throw error
    }
  }

  /** The tries in a row, this one included. */
  const triesOf = (host: string): number => (moving.has(host) ? 0 : (earlier.get(host)?.tries ?? 0) + 1)
  const isGivenUp = (host: string): boolean => triesOf(host) >= MOST_TRIES

  function later(): Map<string, Busy> {
    const found = new Map([...earlier].filter(([host]) => !moving.has(host)))
    for (const [host, { details }] of refusals) {
      if (!found.has(host) && found.size >= MOST_HOSTS) continue
      const tries = triesOf(host)
      const asksMs = readRetryAfterMs(details.busyHost?.retryAfter, now, LONGEST_WAIT_MS) ?? 0
      const until = after(now, Math.max(asksMs, waitMs(Math.max(tries - 1, 0)))).toISOString()
      // A host that blocked one line blocks the next, which therefore gets a single try.
      found.set(host, isGivenUp(host) ? { tries: MOST_TRIES - 1, until: now.toISOString() } : { tries, until })
    }
    return found
  }

  return {
    sparing: (deps) => ({
      ...deps,
      pictures: { ...deps.pictures, fetch: (url, field) => ask(url, field, () => deps.pictures.fetch(url, field)) },
      videos: { ...deps.videos, fetch: (url, field) => ask(url, field, () => deps.videos.fetch(url, field)) },
    }),
    ended(posts) {
      moving = new Set(posts.flatMap(hostsOf).filter((host) => answered.has(host)))
    },
    inTurn(lines) {
      const wasRefused = ({ post }: { post: Media }) => urlsOf(post).some((url) => refusedUrls.has(url))
      return [...lines.filter((line) => !wasRefused(line)), ...lines.filter(wasRefused)]
    },
    mayAnswer(post) {
      const waited = later()
      return hostsOf(post).every((host) => !refusals.has(host) || (waited.has(host) && !isGivenUp(host)))
    },
    until(posts) {
      const waited = later()
      const [first] = posts
        .flatMap(hostsOf)
        .flatMap((host) => waited.get(host)?.until ?? [])
        .sort()
      return first === undefined ? null : new Date(first)
    },
    known: () => Object.fromEntries(later()),
  }
}

const hostOf = (url: string): string => parseUrl(url)?.host ?? ''
const urlsOf = ({ media, carouselItems, coverPicture }: Media): string[] =>
  [media, ...carouselItems, coverPicture].flatMap((one) => (one?.kind === 'url' ? [one.url] : []))
const hostsOf = (post: Media): string[] => urlsOf(post).map(hostOf)
