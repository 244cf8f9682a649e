/** Compares a pin with its state at the approval request: the fields that differ, so that an undone edit is no change. */
import { createHash } from 'node:crypto'
import { type ContentField, EMPTY_CONTENT, slideWords } from '../content.js'
import type { PostImage } from '../row.js'
import { type ApprovalChange, CHANGED_FIELDS, type ChangedField } from './model.js'
import type { Step } from './steps/steps.js'

/** `names`: of its board and its section, now and at the request. */
export type NamedImage = PostImage & { names: { boards: Names | null; sections: Names | null } }
type Names = Record<string, string>

/** Fields beside the content that are not edited, or that follow from the others. */
type NotCompared = 'status' | 'mediaType' | 'sendAt' | 'timeslotId' | 'chargeNumber' | 'failure' | 'version'

/** Fields beside the content that are compared: a new one of the image does not compile until it is here or above. */
const BESIDE = {
  mediaIds: ({ mediaIds }) => (mediaIds ?? []).join(' '),
  boardId: ({ boardId }) => boardId,
  boardSectionId: ({ boardSectionId }) => boardSectionId,
} satisfies Record<Exclude<keyof PostImage, NotCompared | ContentField>, (image: PostImage) => string | null>

/** What a step looks at unless its rule says so: all but the section, and the time. */
const LOOKED_AT = CHANGED_FIELDS.filter((field) => field !== 'boardSectionId')

/** Returns the fingerprint of what a step looks at. A field without a value is not in it, so that new fields change none. */
export function printOf({ looksAt = [...LOOKED_AT] }: Pick<Step, 'looksAt'>, image: PostImage): string {
  const values = CHANGED_FIELDS.filter((field) => looksAt.includes(field)).flatMap((field) => {
    const value = valueOf(field, image)
    return value === null || value === '' ? [] : [[field, value]]
  })
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
}

function valueOf(field: ChangedField, image: PostImage): string | null {
  if (field === 'media') return BESIDE.mediaIds(image)
  if (field === 'boardId' || field === 'boardSectionId') return BESIDE[field](image)
  if (field === 'slides') return slideWords(image.slides ?? []).join('\n') || null
  const value = image[field] ?? EMPTY_CONTENT[field] // a request from before the field was there
  return Array.isArray(value) ? value.join(', ') || null : value === null ? null : String(value)
}

/**
 * Returns the changes since the request. @param requested null: not known @param now null: the post is gone, or the request is
 * settled
 */
export function changesBetween(requested: PostImage | null, now: NamedImage | null): ApprovalChange[] {
  if (requested === null || now === null) return []
  return CHANGED_FIELDS.flatMap((field): ApprovalChange[] => {
    const [before, after] = [valueOf(field, requested), valueOf(field, now)]
    if (before === after) return []
    switch (field) {
      case 'media':
        return [{ field, before: kindOf(requested), after: kindOf(now) }]
      case 'boardId':
        return [{ field, before, after, names: namesOf(now.names.boards, before, after) }]
      case 'boardSectionId':
        return [{ field, before, after, names: namesOf(now.names.sections, before, after) }]
      default:
        return [{ field, before, after }]
    }
  })
}

function namesOf(names: Names | null, before: string | null, after: string | null) {
  const nameOf = (id: string | null) => (id === null ? null : (names?.[id] ?? null))
  return { before: nameOf(before), after: nameOf(after) }
}

const kindOf = ({ mediaType = 'image', mediaIds = [] }: PostImage): string =>
  mediaIds.length < 2 ? mediaType : mediaType === 'video' ? 'video with a cover' : `carousel of ${mediaIds.length}`
