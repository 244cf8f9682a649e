/** What a process that reads other people's pages is sent, and what it sends. */
import type { FeedEntry, FeedRead, FeedRequest } from '../core/ports/feed.js'
import type { ContentRead, PageFacts, PureWork, SentPage } from '../core/ports/web.js'

/** `text`: of a page that a list of products brings with it. */
export type Task =
  | { task: 'text'; page: SentPage }
  | { task: 'facts'; page: SentPage }
  | { task: 'content'; page: SentPage | { text: string }; address: string }
  | { task: 'rules'; text: string; url: string; agent: string }
  /** Of what was read before; the rules of it are the core's, which names them. */
  | ({ task: 'work' } & PureWork)
  /** Its pieces are asked for, one by one. */
  | ({ task: 'feed'; contentType: string | null } & Pick<FeedRequest, 'url' | 'wanted' | 'mostEntries'>)

/** What each comes to. */
export type Done = { text: string; facts: PageFacts; content: ContentRead; rules: boolean; work: unknown; feed: FeedRead }

/** `html`: as the page of a shop, what a list of products says of this one. */
export type ReadEntry = Omit<FeedEntry, 'page'> & { html: string | null }

/** null: there are no more. */
export type Piece = { piece: Uint8Array | null }
/** `began`: what the task needs is loaded; sent once, before anything of what a website sent is read. */
export type Message = { began: true } | { wants: 'piece' } | { entries: ReadEntry[] } | { value: unknown } | { error: string }
