/** What is made of a page: drafts for review, or why there are none. */

/** By what a draft speaks of the page; `free`: a model chose it. */
export type Angle = 'main' | 'facts' | 'item' | 'picture' | 'detail' | 'free'

export const DRAFT_WARNINGS = [
  'picture_ratio',
  'picture_small',
  'picture_size_unknown',
  'picture_repeated',
  'picture_cropped',
  'picture_on_card',
  'out_of_stock',
] as const
export type DraftWarning = (typeof DRAFT_WARNINGS)[number]

export type GeneratedDraft = {
  title: string
  description: string
  altText: string
  /** Without tracking parameters. */
  link: string
  pictureUrl: string
  /** Null: no boards were given, or it fits none of them. */
  boardId: string | null
  angle: Angle
  warnings: DraftWarning[]
}

export type NoDraft = 'not_html' | 'nopin' | 'no_content' | 'no_picture'
export type Composed = { kind: 'composed'; drafts: GeneratedDraft[] } | { kind: 'failed'; because: NoDraft }

export const TITLE_LENGTH = 100
export const DESCRIPTION_LENGTH = 800
export const ALT_LENGTH = 500
export const MOST_DRAFTS = 5
