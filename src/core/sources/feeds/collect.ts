/** Collects the entries of a feed as they arrive, keeping only those that may be new. */
import { DAY_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { requireDestination } from '../../lib/http/url.js'
import type { FeedEntry } from '../../ports/feed.js'
import { type EntryKeys, FORGOTTEN_DAYS, keysOf, type Known } from './known.js'
import { hostOf, MOST_WAITING } from './model.js'

export type NewEntry = {
  keys: EntryKeys
  url: string
  title: string | null
  publishedAt: Date | null
  page: FeedEntry['page']
}

export type Collector = {
  onEntry: (entry: FeedEntry) => void
  /** Accepts what was read, once the feed or a file of it was read to its end. @param isNew false: all of it existed before */
  keep(isNew: boolean): void
  /** Discards what was read, because it was incomplete. */
  drop(): void
  /** Returns the newest first, if the feed has dates; otherwise in its order. */
  newest(most: number): NewEntry[]
}

/** @param url the feed's address */
export function makeCollector(url: string, known: Known, now: Date): Collector {
  const host = hostOf(url)
  const oldest = now.getTime() - FORGOTTEN_DAYS * DAY_MS
  const latest = now.getTime() + DAY_MS
  let ids: string[] = []
  let found: NewEntry[] = []
  let kept: NewEntry[] = []
  const drop = () => ([ids, found] = [[], []])
  return {
    onEntry({ id, link, title, at, page }) {
      const keys = keysOf(host, id, link)
      ids.push(...keys.kept)
      if ([keys.key, keys.plain, keys.link].some((key) => known.has(key))) return
      const isOld = at !== null && at.getTime() < oldest
      if (isOld || !isDestination(link)) return
      const publishedAt = at !== null && at.getTime() <= latest ? at : null // a date to come says nothing
      found.push({ keys, url: link, title, publishedAt, page })
      if (found.length > 4 * MOST_WAITING) found = newestOf(found, MOST_WAITING)
    },
    keep(isNew) {
      known.see(ids)
      if (isNew) kept = newestOf([...kept, ...found], MOST_WAITING)
      drop()
    },
    drop: () => void drop(),
    newest: (most) => newestOf(kept, Math.max(0, most)),
  }
}

/** Keeps each page once. Sorting is stable. */
function newestOf(entries: NewEntry[], most: number): NewEntry[] {
  const seen = new Set<string>()
  return entries
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .filter(({ keys: { key, link } }) => {
      const names = [key, link].map((one) => one.toString('latin1'))
      if (names.some((one) => seen.has(one))) return false
      for (const one of names) seen.add(one)
      return true
    })
    .slice(0, most)
}

const timeOf = ({ publishedAt }: NewEntry): number => publishedAt?.getTime() ?? 0

/** False for addresses that no pin can have, and for the front page of a website. */
function isDestination(link: string): boolean {
  try {
    const { pathname, search } = new URL(requireDestination('url', link))
    return pathname !== '/' || search !== ''
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}
