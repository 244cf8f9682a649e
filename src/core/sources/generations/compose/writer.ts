/** The types shared by the parts of composing. */
import type { PageContent, PagePicture } from '../../../ports/page.js'
import type { Scorer } from '../../../insight/relevance/score.js'
import type { Angle } from '../draft.js'
import type { DraftLanguage } from '../phrases.js'

/** What all drafts of one page share. */
export type Writer = {
  page: PageContent
  title: string
  sentences: string[]
  language: DraftLanguage | null
  scorers: Scorer[]
  /** The most sentences of one draft, so that others are left for the next. */
  share: number
}

/** The subject of one draft. */
export type Said = {
  title: string
  /** Sentences close to this come first; null: the page as a whole. */
  about: string | null
  facts: boolean
  /** The words that only this entry has; a picture of another entry does not suit it. */
  shows?: string
}

/** A subject for a draft before it has a picture; `picture`: the one that it is about. */
export type Topic = { angle: Angle; said: Said; picture?: PagePicture }
export type Plan = { angle: Angle; said: Said; picture: PagePicture; isRepeated: boolean }
