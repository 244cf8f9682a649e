/**
 * Fields that the bodies of the post operations share. The core checks lengths and tags, for both entry points; here they are
 * only documented.
 */
import { z } from 'zod'
import type { When } from '../../../core/posts/when.js'
import { ALT_TEXT_LENGTH, DESCRIPTION_LENGTH, MOST_PRODUCT_TAGS, TITLE_LENGTH } from '../../../core/posts/rules.js'
import { URL_LENGTH } from '../../../core/lib/url.js'
import { text } from '../../schemas.js'

export const title = text().meta({ minLength: 1, maxLength: TITLE_LENGTH, description: 'Required when scheduling' })
export const description = text().meta({ minLength: 1, maxLength: DESCRIPTION_LENGTH, description: 'Required when scheduling' })
export const url = text().meta({
  format: 'uri',
  maxLength: URL_LENGTH,
  description: 'Destination, http or https; required when scheduling',
})
export const altText = text().meta({ maxLength: ALT_TEXT_LENGTH, description: 'For those who cannot see the media; empty: none' })

export const productTags = z.array(text().meta({ pattern: '^[0-9]+$' })).meta({ maxItems: MOST_PRODUCT_TAGS, uniqueItems: true })

type Source = { mediaUrl?: string | undefined; uploadId?: string | undefined }

/** Exactly one media source. @see docs/contract.md#create, rule 1 */
export const isOneSource =
  (why: string) =>
  ({ mediaUrl, uploadId }: Source, context: z.RefinementCtx): void => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (mediaUrl !== undefined && uploadId !== undefined) refuse('uploadId', 'uploadId and mediaUrl exclude each other: send one')
    if (mediaUrl === undefined && uploadId === undefined) refuse('mediaUrl', `mediaUrl or uploadId is required: ${why}`)
  }

/** undefined: neither. `useNextOpenSlot: false` counts as absent. */
export function readWhen(body: {
  sendAt?: Date | undefined
  useNextOpenSlot?: boolean | undefined
}): Exclude<When, { kind: 'draft' }> | undefined {
  if (body.sendAt) return { kind: 'at', at: body.sendAt }
  return body.useNextOpenSlot ? { kind: 'nextOpenSlot' } : undefined
}

/** No section and an empty one are the board's root; what is blank is no id of a section. */
export const sectionOf = (section: string | undefined) => section?.trim() || section || null

type BoardFields = { boardId?: string | undefined; boardSectionId?: string | undefined }

/** What an edit or a scheduling changes of the board: undefined stays, an empty section is the board's root. */
export function readBoardChange({ boardId, boardSectionId }: BoardFields): { boardId?: string; boardSectionId?: string | null } {
  return {
    ...(boardId !== undefined && { boardId }),
    ...(boardSectionId !== undefined && { boardSectionId: sectionOf(boardSectionId) }),
  }
}
