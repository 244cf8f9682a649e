/** What is read of a feed: a list of pages that grows. Types only. */
import type { NoAnswer } from './no-answer.js'
import type { PageContent } from './page.js'

/** `rss`: also a JSON Feed. `sitemap`: also one of plain text. `products`: a list of a shop or a blog as JSON (Shopify, WooCommerce, WordPress). */
export type FeedKind = 'rss' | 'atom' | 'sitemap' | 'products'

export type FeedEntry = {
  /** By which the feed knows it, in any form: a guid, a number, its address. */
  id: string
  /** Absolute, of http or https. */
  link: string
  title: string | null
  /** When it came; of a sitemap, when it last changed. null: the feed does not say. */
  at: Date | null
  /** What a list of products says of it itself, read only when it is asked for; null: that takes too much time or memory. */
  page: (() => Promise<PageContent | null>) | null
}

/** A file of a sitemap index. */
export type FeedPart = { url: string; changed: string | null }

/**
 * `not_a_feed`: another file, such as a web page. `wrong_kind`: a feed, of another kind than was said. `too_large`: more bytes or entries than are
 * read. `entities`: it declares entities of its own. `charset`: one that nobody knows. `cut_off`: it ends in the middle. `unreadable`: to read it takes
 * too much time or memory.
 */
export type FeedFault =
  | 'not_a_feed'
  | 'wrong_kind'
  | 'too_large'
  | 'entities'
  | 'charset'
  | 'cut_off'
  | 'unreadable'
  | 'timeout'
  | 'reset'

export type FeedRead =
  | { kind: 'entries'; of: FeedKind; title: string | null }
  | { kind: 'index'; parts: FeedPart[] }
  /** `instead`: a feed that this page names. */
  | { kind: 'fault'; because: FeedFault; instead: string | null }

export type FeedRequest = {
  url: string
  /** For whom: of one organization one thing is read at a time. */
  organizationId: string
  /** null: any. */
  wanted: FeedKind | null
  /** As it was answered before; null: nothing was. */
  etag: string | null
  lastModified: string | null
  /** Until all of it is here, in ms of real time. */
  timeoutMs: number
  /** More than that are none: too_large. */
  mostEntries: number
}

export type FeedAnswer =
  | {
      kind: 'answered'
      status: number
      location: string | null
      etag: string | null
      lastModified: string | null
      /** When to come again, as it was sent. */
      retryAfter: string | null
      /** null: the status says that there is nothing to read. */
      read: FeedRead | null
    }
  | { kind: 'unanswered'; because: NoAnswer }

/**
 * One GET; no redirect is followed. Nothing of it is kept: each entry is handed over once, and what was handed over counts only when the answer is
 * `entries`. Rejects as Web does.
 */
export type ReadFeed = (request: FeedRequest, onEntry: (entry: FeedEntry) => void) => Promise<FeedAnswer>
