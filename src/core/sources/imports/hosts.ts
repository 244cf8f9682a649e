/** The hosts that have the pictures of a file: one that is busy is left alone for a while, and the rest of the file is written meanwhile. */
import { after, HOUR_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { readRetryAfterMs } from '../../lib/http/retry-after.js'
import { parseUrl } from '../../lib/http/parse-url.js'
import type { Deps } from '../../ports/deps.js'
import type { NewBatchPost } from '../../many/batch/model.js'
import { MOST_TRIES, waitMs } from './tries.js'

type Busy = { tries: number; until: string }
/** By host: how often in a row it was busy, and until when it is not asked (ISO 8601). */
export type BusyHosts = Readonly<Record<string, Busy>>

/** Of one file. What more of them have is not waited for. */
const MOST_HOSTS = 500
/** Whatever a host asks for. */
const LONGEST_WAIT_MS = HOUR_MS

type Media = Pick<NewBatchPost, 'media' | 'carouselItems'>

export type HostsOfChunk = {
  /** The same deps, which ask a host for nothing while it is busy. */
  sparing(deps: Deps): Deps
  /** These lines came to an end: a host that answered for one of them has a limit, and is not broken. Call before what follows. */
  ended(posts: readonly Media[]): void
  /** Whether a line that was refused for a busy host is worth another try. */
  mayAnswer(post: Media): boolean
  /** In the order in which they are tried again: those that a host refused itself come after those it was not asked for. */
  inTurn<L extends { post: Media }>(lines: readonly L[]): L[]
  /** When the first host of these lines is asked again; null: none of them waits. */
  until(posts: readonly Media[]): Date | null
  /** What is known after it. */
  known(): BusyHosts
}

/** @param before what was known before this chunk @param now at its beginning */
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

  /** In a row, this time included. */
  const triesOf = (host: string): number => (moving.has(host) ? 0 : (earlier.get(host)?.tries ?? 0) + 1)
  const isGivenUp = (host: string): boolean => triesOf(host) >= MOST_TRIES

  function later(): Map<string, Busy> {
    const found = new Map([...earlier].filter(([host]) => !moving.has(host)))
    for (const [host, { details }] of refusals) {
      if (!found.has(host) && found.size >= MOST_HOSTS) continue
      const tries = triesOf(host)
      const asksMs = readRetryAfterMs(details.busyHost?.retryAfter, now, LONGEST_WAIT_MS) ?? 0
      const until = after(now, Math.max(asksMs, waitMs(Math.max(tries - 1, 0)))).toISOString()
      // What held one line up holds the next one up: that gets one try.
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
const urlsOf = ({ media, carouselItems }: Media): string[] =>
  [media, ...carouselItems].flatMap((one) => (one?.kind === 'url' ? [one.url] : []))
const hostsOf = (post: Media): string[] => urlsOf(post).map(hostOf)
