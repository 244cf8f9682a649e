/** The values of the open "Edit pin", and which of them the person has changed. */
import { editMemory } from '../../../../blocks/edit/memory.js'
import type { ViewOutput } from '@slack/bolt'
import type { EditField, EditValues } from '../../../../blocks/edit/view.js'
import { field } from '../../../../blocks/ids.js'
import { badRequest } from '../../../core/lib/errors.js'
import type { EditPost } from '../../../core/posts/edit.js'
import type { Post } from '../../../core/posts/post.js'
import { type Fingerprints, fingerprintsOf } from '../../../core/posts/seen.js'
import { chosen, isAsked, typed, typedAddress } from '../../forms/values.js'
import { mediaOfView } from '../composer/form.js'
import { readPinIds } from '../../input/pin-ids.js'

/** @param sectionName null: of a section whose name is not known */
export function valuesOfPost(post: Post, sectionName: string | null): EditValues {
  const { title, description, url, altText, boardId, boardName, boardSectionId, productTagPinIds } = post
  return {
    title: title ?? '',
    description: description ?? '',
    link: url ?? '',
    altText: altText ?? '',
    board: boardId === null ? null : { id: boardId, name: boardName ?? `Board ${boardId}` },
    section: boardSectionId === null ? null : { id: boardSectionId, name: sectionName ?? `Section ${boardSectionId}` },
    productTags: productTagPinIds.join(' '),
    image: '',
    keptFiles: [],
    files: [],
  }
}

export const valuesOfView = (view: ViewOutput): EditValues => ({
  title: typed(view, field.title),
  description: typed(view, field.description),
  link: typedAddress(view, field.link),
  altText: typed(view, field.altText),
  board: chosen(view, field.board),
  section: chosen(view, field.section),
  productTags: typed(view, field.productTags),
  ...mediaOfView(view, editMemory.read(view).files),
})

/** Returns fingerprints that can be compared with those of the stored pin. */
export const fingerprintsOfForm = ({
  title,
  description,
  link,
  altText,
  board,
  section,
  productTags,
}: EditValues): Fingerprints =>
  fingerprintsOf({
    title,
    description,
    altText,
    url: link,
    boardId: board?.id ?? null,
    boardSectionId: section?.id ?? null,
    productTagPinIds: readPinIds(productTags),
  })

const BLOCK_OF: Record<EditField, string> = {
  title: field.title,
  description: field.description,
  url: field.link,
  altText: field.altText,
  board: field.board,
  productTagPinIds: field.productTags,
}

/** Returns the fields whose values differ from those that the person saw. */
export function changedFields(view: ViewOutput): EditField[] {
  const { seen } = editMemory.read(view)
  const now = fingerprintsOfForm(valuesOfView(view))
  const requested = (name: EditField) => isAsked(view, BLOCK_OF[name]) // the form of a saved pin has only its board
  return (Object.keys(now) as EditField[]).filter((name) => requested(name) && now[name] !== seen[name]) // keys of the object just made
}

/**
 * Returns changes of these fields only, so that other people's changes of other fields stay.
 * @throws BAD_REQUEST boardSectionId
 */
export function changesOf(values: EditValues, fields: readonly EditField[]): EditPost['changes'] {
  const changes: EditPost['changes'] = {}
  for (const name of fields) Object.assign(changes, changeOf(name, values))
  return changes
}

function changeOf(name: EditField, values: EditValues): EditPost['changes'] {
  switch (name) {
    case 'title':
      return { title: values.title }
    case 'description':
      return { description: values.description }
    case 'url':
      return { url: values.link }
    case 'altText':
      return { altText: values.altText }
    case 'board':
      if (!values.board) throw badRequest('boardSectionId', 'Choose the section’s board, or clear the section.')
      return { board: { boardId: values.board.id, boardSectionId: values.section?.id ?? null } }
    case 'productTagPinIds':
      return { productTagPinIds: readPinIds(values.productTags) }
  }
}
