/** The result of composing a page: drafts for review, or why there are none. */

/** What a draft is about; `free`: a model chose it. */
export type Angle = 'main' | 'facts' | 'item' | 'picture' | 'detail' | 'free'

export const DRAFT_WARNINGS = [
  'picture_ratio',
  'picture_small',
  'picture_size_unknown',
  'picture_repeated',
  'picture_cropped',
  'picture_on_card',
  'movement_lost',
  'out_of_stock',
] as const
export type DraftWarning = (typeof DRAFT_WARNINGS)[number]

export type GeneratedDraft = {
  title: string
  description: string
  altText: string
  /** The address without tracking parameters. */
  link: string
  pictureUrl: string
  /** null: no boards were given, or none fits. */
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
