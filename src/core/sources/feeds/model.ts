/** A feed whose new entries become drafts, and what is shown of it. */
import type { FailureCode } from '../page-failures.js'
import type { FeedKind } from '../../ports/feed.js'

export const FEED_KINDS = ['rss', 'atom', 'sitemap', 'products'] as const satisfies readonly FeedKind[]
export const FEED_STATES = ['active', 'paused'] as const
export type FeedState = (typeof FEED_STATES)[number]

export const MOST_A_DAY = 30
/** The daily limit for all feeds of an account. */
export const MOST_OF_ACCOUNT_A_DAY = 60
export const MOST_FEEDS = { account: 20, organization: 100 }
/** The most waiting entries of a feed; more are skipped, the oldest first. */
export const MOST_WAITING = 100
/** The most entries of a feed; the sitemap protocol allows no more. */
export const MOST_ENTRIES = 50_000
export const MOST_PARTS = 50

export const FEED_ERROR_CODES = [
  'unreachable',
  'http_status',
  'private_address',
  'blocked_by_robots',
  'timeout',
  'not_a_feed',
  'wrong_kind',
  'too_large',
  'entities',
  'charset',
  'cut_off',
  'unreadable',
  'board_gone',
  'internal_error',
] as const
export type FeedErrorCode = (typeof FEED_ERROR_CODES)[number]

/** `status`: the HTTP status. `instead`: a feed that the page names. `part`: the file of a sitemap index. */
export type FeedErrorDetail = { status?: number; instead?: string; part?: string }
export type FeedError = { code: FeedErrorCode; detail: FeedErrorDetail; at: Date }

const SENTENCES: Readonly<Record<FeedErrorCode, (detail: FeedErrorDetail) => string>> = {
  unreachable: () => 'The website did not respond. Open the feed in a browser and check the URL.',
  http_status: ({ status }) =>
    status === 404 || status === 410
      ? `The feed was not found (${status}). Open it in a browser and check the URL.`
      : `The website returned an error (${status}). Open the feed in a browser.`,
  private_address: () => 'The feed is at a private address or redirects to one. Use a public feed.',
  blocked_by_robots: () => 'The website’s robots.txt does not let programs read this feed. Use another feed.',
  timeout: () => 'The feed took too long to load. Use a shorter feed from the website.',
  not_a_feed: ({ instead }) =>
    instead === undefined
      ? 'This is not a feed: not RSS, Atom, JSON Feed, a sitemap or a product list. Use the URL of the feed itself.'
      : `This is a web page, not a feed. Its feed is at ${instead}. Use that URL.`,
  wrong_kind: () => 'This is a different kind of feed than you chose. Add it again without a kind.',
  too_large: () =>
    'The feed has more than 50 MB, 50,000 entries or 50 files. Use part of it, such as one file of the sitemap or a feed of the newest pages.',
  entities: () => 'The feed declares its own XML entities, which is unsafe to read. Use another feed.',
  charset: () => 'The feed names an unknown character set. Ask the website’s owner to publish it as UTF-8.',
  cut_off: () => 'The feed ends in the middle, so none of it was used. We’ll try again.',
  unreadable: () => 'Reading the feed takes too much time or memory. Use a shorter feed from the website.',
  board_gone: () => 'The board of this feed was deleted. Drafts now go to the board they fit best. Choose another one.',
  internal_error: () => 'Something went wrong on our side. We’ll try again.',
}

/** Returns the text for people: what happened, then what to do. */
export const feedErrorText = ({ code, detail }: Pick<FeedError, 'code' | 'detail'>): string => {
  const sentence = SENTENCES[code](detail)
  return detail.part === undefined ? sentence : `${detail.part}: ${sentence}`
}

/** Returns the feed that a web page names, when the page was added instead of it; null: none. */
export const namedFeed = ({ code, detail: { instead, part } }: Pick<FeedError, 'code' | 'detail'>): string | null =>
  code === 'not_a_feed' && part === undefined ? (instead ?? null) : null

export type Feed = {
  id: string
  organizationId: string
  accountId: string
  url: string
  /** The detected kind; before the first poll the requested one; null: neither. */
  kind: FeedKind | null
  title: string | null
  perDay: number
  boardId: string | null
  state: FeedState
  /** null: the last poll succeeded, or there was none. */
  lastError: FeedError | null
  /** The last successful poll. */
  lookedAt: Date | null
  /** null: paused. */
  nextLookAt: Date | null
  /** Entries that wait for their day or are in progress. */
  waiting: number
  /** Drafts of the feed that still wait for review. */
  drafts: number
  /** Entries that became drafts. */
  drafted: number
  createdBy: string
  createdAt: Date
}

export const ENTRY_STATES = ['waiting', 'making', 'drafted', 'failed'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** `failureCode`: as for generations. */
export type FeedEntryRow = {
  url: string
  title: string | null
  state: EntryState
  failureCode: FailureCode | null
  generationId: string | null
  foundAt: Date
}

export type NewFeed = {
  accountId: string
  url: string
  kind: FeedKind | null
  perDay: number
  boardId: string | null
}

export type FeedRef = { accountId: string; feedId: string }

/** Returns the name for people: the title, else the website. */
export const feedName = ({ title, url }: Pick<Feed, 'title' | 'url'>): string => title ?? hostOf(url)
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
