/** Compares a pin with its state at the approval request: the fields that differ, so that an undone edit is no change. */
import type { PostImage } from '../row.js'
import type { ApprovalChange, ChangedField } from './model.js'

/** `names`: of its board and its section, now and at the request. */
export type NamedImage = PostImage & { names: { boards: Names | null; sections: Names | null } }
type Names = Record<string, string>

/** Fields that are not edited, or that follow from the others. */
type NotCompared = 'status' | 'mediaType' | 'isSimplified' | 'sendAt' | 'timeslotId' | 'chargeNumber' | 'failure' | 'version'

/** Fields that are compared: a new field of the image does not compile until it is here or above. */
const COMPARED = {
  title: ['title', ({ title }) => title],
  description: ['description', ({ description }) => description],
  url: ['url', ({ url }) => url],
  altText: ['altText', ({ altText }) => altText],
  mediaIds: ['media', ({ mediaIds }) => (mediaIds ?? []).join(' ')],
  boardId: ['boardId', ({ boardId }) => boardId],
  boardSectionId: ['boardSectionId', ({ boardSectionId }) => boardSectionId],
  productTagPinIds: ['productTagPinIds', ({ productTagPinIds }) => productTagPinIds.join(', ') || null],
} satisfies Record<Exclude<keyof PostImage, NotCompared>, [ChangedField, (image: PostImage) => string | null]>

/**
 * Returns the changes since the request. @param requested null: not known @param now null: the post is gone, or the request is
 * settled
 */
export function changesBetween(requested: PostImage | null, now: NamedImage | null): ApprovalChange[] {
  if (requested === null || now === null) return []
  return Object.values(COMPARED).flatMap(([field, valueOf]): ApprovalChange[] => {
    const [before, after] = [valueOf(requested), valueOf(now)]
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
  mediaIds.length > 1 ? `carousel of ${mediaIds.length}` : mediaType
