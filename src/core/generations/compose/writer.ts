/** What the parts of composing hand to each other: types only. */
import type { PageContent, PagePicture } from '../../ports/page.js'
import type { Scorer } from '../../relevance/score.js'
import type { Angle } from '../draft.js'
import type { DraftLanguage } from '../phrases.js'

/** All that the drafts of one page have in common. */
export type Writer = {
  page: PageContent
  title: string
  sentences: string[]
  language: DraftLanguage | null
  scorers: Scorer[]
  /** Sentences of a draft at most, so that there are others for the next. */
  share: number
}

/** What one draft speaks of. */
export type Said = {
  title: string
  /** Sentences near it come first; null: of the page as a whole. */
  about: string | null
  facts: boolean
  /** Of an entry, the words that no other has; a picture that shows another one is none for it. */
  shows?: string
}

/** What a draft may be made of, before it has a picture; `picture`: the one that it speaks of. */
export type Topic = { angle: Angle; said: Said; picture?: PagePicture }
export type Plan = { angle: Angle; said: Said; picture: PagePicture; isRepeated: boolean }
