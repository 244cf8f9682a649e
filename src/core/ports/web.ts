/** What reading websites needs from outside: types only. */
import type { ReadFeed } from './feed.js'
import type { NoAnswer } from './no-answer.js'
import type { PageContent } from './page.js'

export type { NoAnswer }

export type WebAnswer =
  | {
      kind: 'answered'
      status: number
      /** The redirect target, as sent. */
      location: string | null
      contentType: string | null
      /** The body as sent; null: its kind is not read. */
      body: Uint8Array | null
      /** Why the body is only the beginning; absent: it is complete. */
      cut?: 'too_long' | 'timeout' | 'reset'
    }
  | { kind: 'unanswered'; because: NoAnswer }

export type WebRequest = {
  url: string
  /** The most bytes to read. */
  maxBytes: number
  /** Content types whose body is read, such as `text/html`; other responses are aborted. */
  reads: readonly string[]
  /** Real time for the whole request, in ms. */
  timeoutMs: number
}

/** What a page says about itself. */
export type PageFacts = {
  /** The title that Pinterest shows for an article, a product or a recipe; null: none. */
  richTitle: string | null
  siteName: string | null
  isNopin: boolean
  /** None of the product’s offers can be bought. Answers that earlier versions stored have none. */
  isSoldOut?: boolean
}

/** A page as the website sent it. */
export type SentPage = { body: Uint8Array; contentType: string | null }

export type ContentRead = { kind: 'read'; page: PageContent } | { kind: 'not_html' }

/** A pure function: the module whose default export it is, and its arguments. */
export type PureWork = { module: string; given: readonly unknown[] }

/**
 * The web behind the address check: no redirect is followed, nothing is stored. Pages are parsed in a separate process, one at a
 * time for each organization; null: parsing exceeds its limit of time or memory.
 * @throws SERVICE_UNAVAILABLE too much is being parsed · Error: parsing could not begin, or was ended
 */
export type Web = {
  /** Sends one GET. Never rejects. */
  get(request: WebRequest): Promise<WebAnswer>
  readFeed: ReadFeed
  readText(page: SentPage, organizationId: string): Promise<string | null>
  /** Reads the page's head. */
  readPage(page: SentPage, organizationId: string): Promise<PageFacts | null>
  /** Reads the content to make pins from. @param address the address it was read from */
  readContent(page: SentPage, address: string, organizationId: string): Promise<ContentRead | null>
  /**
   * Runs one of our functions on what was read, in the separate process. It must not wait or change anything, and its result is
   * copied.
   */
  runApart(work: PureWork, organizationId: string): Promise<unknown>
  /** True when these rules let us read this address. @param robots the text of `/robots.txt` */
  mayRead(robots: string, url: string, organizationId: string): Promise<boolean | null>
}
