/** What reading other people's pages needs from outside: types only. */
import type { ReadFeed } from './feed.js'
import type { NoAnswer } from './no-answer.js'
import type { PageContent } from './page.js'

export type { NoAnswer }

export type WebAnswer =
  | {
      kind: 'answered'
      status: number
      /** Where it redirects to, as it was sent. */
      location: string | null
      contentType: string | null
      /** As it was sent; null: it is of no kind that is read. */
      body: Uint8Array | null
      /** Why it is only the beginning of it; absent: it is whole. */
      cut?: 'too_long' | 'timeout' | 'reset'
    }
  | { kind: 'unanswered'; because: NoAnswer }

export type WebRequest = {
  url: string
  /** Bytes: more of it is not read. */
  maxBytes: number
  /** From which kinds the body is read, as `text/html`; others are cut off. */
  reads: readonly string[]
  /** All of it, in ms of real time. */
  timeoutMs: number
}

/** What a page says of itself. */
export type PageFacts = {
  /** The one that Pinterest shows for an article, a product or a recipe; null: it names none. */
  richTitle: string | null
  siteName: string | null
  isNopin: boolean
}

/** As a website sent it, with what it says of it. */
export type SentPage = { body: Uint8Array; contentType: string | null }

export type ContentRead = { kind: 'read'; page: PageContent } | { kind: 'not_html' }

/** Named by its module, whose default export it is, and what it is given. */
export type PureWork = { module: string; given: readonly unknown[] }

/**
 * The web behind the address check: no redirect is followed, nothing is kept. What was sent is read apart from all else, of one organization one thing
 * at a time; null: it takes more time or memory than there is for it.
 * @throws SERVICE_UNAVAILABLE too much is being read · Error: reading could not begin, or was ended
 */
export type Web = {
  /** One GET. Never rejects. */
  get(request: WebRequest): Promise<WebAnswer>
  readFeed: ReadFeed
  readText(page: SentPage, organizationId: string): Promise<string | null>
  /** What is in the page's head. */
  readPage(page: SentPage, organizationId: string): Promise<PageFacts | null>
  /** What can be said of it, to make pins of. @param address from which it was read */
  readContent(page: SentPage, address: string, organizationId: string): Promise<ContentRead | null>
  /** A function of ours, on what was read: it waits for nothing and changes nothing, and gives a copy of what it returns. */
  runApart(work: PureWork, organizationId: string): Promise<unknown>
  /** Whether these rules let us read this address. @param robots the text of `/robots.txt` */
  mayRead(robots: string, url: string, organizationId: string): Promise<boolean | null>
}
