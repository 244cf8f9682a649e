/** A request for drafts of a page, and its result. */
import type { PageContent } from '../../ports/page.js'
import { DRAFT_WARNINGS, MOST_DRAFTS } from './draft.js'
import type { FailureCode } from '../page-failures.js'
import { MODEL_WARNINGS } from './written/warnings.js'

export { MOST_DRAFTS }
export const MOST_TITLE = 256
export const MOST_KEYWORDS = 10
export const MOST_KEYWORD = 100

export const GENERATION_STATUSES = ['queued', 'processing', 'success', 'failed'] as const
export type GenerationStatus = (typeof GENERATION_STATUSES)[number]

export const GENERATION_WARNINGS = [...DRAFT_WARNINGS, 'board_gone', 'fewer_drafts', ...MODEL_WARNINGS] as const
export type GenerationWarningCode = (typeof GENERATION_WARNINGS)[number]

/** The texts of the warnings for people. */
export const WARNINGS: Readonly<Record<GenerationWarningCode, string>> = {
  picture_ratio: 'The image is not tall. Images with a 2:3 ratio show larger on Pinterest.',
  picture_small: 'The image is less than 600 pixels wide.',
  picture_size_unknown: 'The page does not give the image’s size. Look at it before it goes out.',
  picture_repeated: 'The page has fewer images than drafts, so another draft has the same one.',
  picture_cropped: 'The page has fewer images than drafts, so this one is cropped to 2:3.',
  picture_on_card: 'The page has fewer images than drafts, so this one is on a card with the title.',
  movement_lost: 'The image is animated. The pin shows its first picture. Use a video to keep the movement.',
  out_of_stock: 'The page says this is out of stock.',
  board_gone: 'The board was deleted, so the draft has none.',
  model_not_configured: 'No model is set up here. Pinslot wrote the drafts itself.',
  model_budget_used: 'The model’s budget for today is used up. Pinslot wrote the drafts itself.',
  model_unreachable: 'The model did not answer. Pinslot wrote the drafts itself.',
  model_answer_unusable: 'The model returned nothing, or claims that are not on the page. Pinslot wrote the drafts itself.',
  fewer_drafts: 'The page has too little content for the number of drafts you requested.',
}

/** The writer of drafts: Pinslot itself, or the model that the operator has set up. */
export const WRITERS = ['local', 'model'] as const

/** `postId` null: it concerns the whole generation. */
export type GenerationWarning = { code: GenerationWarningCode; postId: string | null }

export type Generation = {
  id: string
  accountId: string
  url: string
  title: string | null
  status: GenerationStatus
  failureCode: FailureCode | null
  /** True in the response to a request for a page that was already in progress. */
  deduplicated: boolean
  /** The posts that still exist. */
  postIds: string[]
  /** null: nothing is written yet. */
  writtenBy: (typeof WRITERS)[number] | null
  warnings: GenerationWarning[]
  /** The feed that found the page; null: a person requested it. */
  feedId: string | null
  createdAt: Date
  finishedAt: Date | null
}

export type NewGeneration = {
  accountId: string
  url: string
  /** Replaces the page's own title. */
  title: string | null
  /** Search terms of people: sentences that match them come first. */
  keywords: readonly string[]
  drafts: number
  boardId: string | null
  /**
   * Absent or null: a model writes if one is set up. true: the same, with a warning if there is none. false: Pinslot itself
   * writes.
   */
  useModel?: boolean | null
  /** `instead`: the feed's own content for the page, used when the page cannot be read. */
  ofFeed?: { feedId: string; instead: PageContent | null } | undefined
}
