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
      /** As text; null: it is none that is read, or longer than the limit. */
      body: string | null
      /** Why the text is only the beginning of it; absent: it is whole. */
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

/** The web behind the address check: no redirect is followed, nothing is kept. */
export type Web = {
  /** One GET. Never rejects. */
  get(request: WebRequest): Promise<WebAnswer>
  readFeed: ReadFeed
  /** What is in the page's head. */
  readPage(html: string): PageFacts
  /** What can be said of it, to make pins of. @param address from which it was read */
  readContent(html: string, address: string): PageContent
  /** Whether these rules let us read this address. @param robots the text of `/robots.txt` */
  mayRead(robots: string, url: string): boolean
}
