/** The fields of a pin that an approval compares, by the names of the contract. */
import { COMPARED_FIELDS, type ComparedField, isList } from '../../content.js'

/** The fields that an edit can change. */
export type ChangedField = ComparedField | 'media' | 'boardId' | 'boardSectionId'
export const CHANGED_FIELDS: readonly ChangedField[] = [
  ...COMPARED_FIELDS.filter((field) => !isList(field)),
  ...(['media', 'boardId', 'boardSectionId'] as const),
  ...COMPARED_FIELDS.filter(isList),
]
