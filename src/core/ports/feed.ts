/** What is read from a feed, a list of pages that grows: types only. */
import type { NoAnswer } from './no-answer.js'
import type { PageContent } from './page.js'

/**
 * `rss` includes JSON Feed, `sitemap` includes plain text sitemaps. `products`: a JSON list of a shop or blog (Shopify,
 * WooCommerce, WordPress).
 */
export type FeedKind = 'rss' | 'atom' | 'sitemap' | 'products'

export type FeedEntry = {
  /** The feed's own id for the entry, in any form: a guid, a number, its address. */
  id: string
  /** An absolute http or https address. */
  link: string
  title: string | null
  /** When it was published; in a sitemap, when it last changed. null: the feed does not say. */
  at: Date | null
  /** Reads what a list of products says about this entry, only on request; null: reading takes too much time or memory. */
  page: (() => Promise<PageContent | null>) | null
}

/** One file of a sitemap index. */
export type FeedPart = { url: string; changed: string | null }

/**
 * `not_a_feed`: another file, such as a web page. `wrong_kind`: a feed of another kind than requested. `too_large`: more bytes or
 * entries than the limit. `entities`: it declares its own entities. `charset`: an unknown one. `cut_off`: it ends in the middle.
 * `unreadable`: reading it takes too much time or memory.
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
  /** `instead`: a feed that this page links to. */
  | { kind: 'fault'; because: FeedFault; instead: string | null }

export type FeedRequest = {
  url: string
  /** The organization that reads: it reads one thing at a time. */
  organizationId: string
  /** null: any kind. */
  wanted: FeedKind | null
  /** Validators from an earlier answer; null: none. */
  etag: string | null
  lastModified: string | null
  /** Real time until all of it has arrived, in ms. */
  timeoutMs: number
  /** A feed with more entries is too_large. */
  mostEntries: number
}

export type FeedAnswer =
  | {
      kind: 'answered'
      status: number
      location: string | null
      etag: string | null
      lastModified: string | null
      /** The Retry-After header, as sent. */
      retryAfter: string | null
      /** null: by its status, the answer has nothing to read. */
      read: FeedRead | null
    }
  | { kind: 'unanswered'; because: NoAnswer }

/**
 * Sends one GET and follows no redirect. Nothing is stored: each entry is passed to `onEntry` once, and entries count only when
 * the answer is entries. Rejects as Web does.
 */
export type ReadFeed = (request: FeedRequest, onEntry: (entry: FeedEntry) => void) => Promise<FeedAnswer>
