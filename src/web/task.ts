/** Messages to and from the process that reads other people's pages. */
import type { FeedEntry, FeedRead, FeedRequest } from '../core/ports/feed.js'
import type { ContentRead, PageFacts, PureWork, SentPage } from '../core/ports/web.js'

/** `text`: a page that a list of products contains. */
export type Task =
  | { task: 'text'; page: SentPage }
  | { task: 'facts'; page: SentPage }
  | { task: 'content'; page: SentPage | { text: string }; address: string }
  | { task: 'rules'; text: string; url: string; agent: string }
  /** Work on pages read before; the core defines its kinds. */
  | ({ task: 'work' } & PureWork)
  /** The child requests the pieces one by one. */
  | ({ task: 'feed'; contentType: string | null } & Pick<FeedRequest, 'url' | 'wanted' | 'mostEntries'>)

/** The result of each task. */
export type Done = { text: string; facts: PageFacts; content: ContentRead; rules: boolean; work: unknown; feed: FeedRead }

/** `html`: what a list of products says about an entry, rendered as a shop's page. */
export type ReadEntry = Omit<FeedEntry, 'page'> & { html: string | null }

/** null marks the end. */
export type Piece = { piece: Uint8Array | null }
/** `began`: the task's modules are loaded; sent once, before anything of the website is read. */
export type Message = { began: true } | { wants: 'piece' } | { entries: ReadEntry[] } | { value: unknown } | { error: string }
