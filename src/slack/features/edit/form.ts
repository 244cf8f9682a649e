/** The values of the open "Edit pin", and which of them the person has changed. */
import { editMemory } from '../../../../blocks/edit/memory.js'
import type { ViewOutput } from '@slack/bolt'
import { type EditField, type EditValues, inputOf } from '../../../../blocks/edit/view.js'
import { field } from '../../../../blocks/ids.js'
import { badRequest } from '../../../core/lib/errors.js'
import type { EditPost } from '../../../core/posts/edit.js'
import type { Post } from '../../../core/posts/post.js'
import { type Fingerprints, fingerprintsOf } from '../../../core/posts/seen.js'
import { givenContent, typedContent, valuesOfContent } from '../../forms/content.js'
import { chosen, isAsked } from '../../forms/values.js'
import { mediaOfView } from '../composer/form.js'

/** @param sectionName null: of a section whose name is not known */
export function valuesOfPost(post: Post, sectionName: string | null): EditValues {
  const { boardId, boardName, boardSectionId } = post
  return {
    ...valuesOfContent(post),
    board: boardId === null ? null : { id: boardId, name: boardName ?? `Board ${boardId}` },
    section: boardSectionId === null ? null : { id: boardSectionId, name: sectionName ?? `Section ${boardSectionId}` },
    image: '',
    keptFiles: [],
    files: [],
  }
}

export const valuesOfView = (view: ViewOutput): EditValues => ({
  ...typedContent(view),
  board: chosen(view, field.board),
  section: chosen(view, field.section),
  ...mediaOfView(view, editMemory.read(view).files),
})

/** Returns fingerprints that can be compared with those of the stored pin. */
export const fingerprintsOfForm = (values: EditValues): Fingerprints =>
  fingerprintsOf({
    ...givenContent(values),
    boardId: values.board?.id ?? null,
    boardSectionId: values.section?.id ?? null,
  })

/** Returns the fields whose values differ from those that the person saw. */
export function changedFields(view: ViewOutput): EditField[] {
  const { seen } = editMemory.read(view)
  const now = fingerprintsOfForm(valuesOfView(view))
  const requested = (name: EditField) => isAsked(view, inputOf(name)) // the form of a saved pin has only its board
  return (Object.keys(now) as EditField[]).filter((name) => requested(name) && now[name] !== seen[name]) // keys of the object just made
}

/**
 * Returns changes of these fields only, so that other people's changes of other fields stay.
 * @throws BAD_REQUEST boardSectionId
 */
export function changesOf(values: EditValues, fields: readonly EditField[]): EditPost['changes'] {
  const given = givenContent(values)
  const changes: EditPost['changes'] = {}
  for (const name of fields) Object.assign(changes, name === 'board' ? { board: boardOf(values) } : { [name]: given[name] })
  return changes
}

function boardOf({ board, section }: EditValues): EditPost['changes']['board'] {
  if (!board) throw badRequest('boardSectionId', 'Choose the section’s board, or clear the section.')
  return { boardId: board.id, boardSectionId: section?.id ?? null }
}
