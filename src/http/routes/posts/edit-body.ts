/** The body of "edit a post". A field that it cannot change is refused with the name of the operation that can. */
import { z } from 'zod'
import type { EditPost } from '../../../core/posts/edit.js'
import { EDITED, givenIn } from '../../post-content.js'
import { anId, boardId } from '../../schemas.js'
import { readBoardChange } from './fields.js'

const SCHEDULE = 'use POST /v1/accounts/{accountId}/posts/{postId}/schedule'
const STATUS = `${SCHEDULE} to queue the post, DELETE on the same path to make it a draft again`
const MEDIA = 'use PUT /v1/accounts/{accountId}/posts/{postId}/media'
const RECREATE =
  'delete the post with DELETE /v1/accounts/{accountId}/posts/{postId} and create it again with POST /v1/accounts/{accountId}/posts'

/** Fields of a post that other operations handle. @see docs/contract.md#edit, rule 1 */
const OTHER_OPERATIONS = new Map([
  ['sendAt', SCHEDULE],
  ['useNextOpenSlot', SCHEDULE],
  ['status', STATUS],
  ...['mediaUrl', 'uploadId', 'mediaType', 'carouselItems'].map((field) => [field, MEDIA] as const),
  ...['intervalBoards', 'intervalType', 'intervalDays', 'intervalMode'].map((field) => [field, RECREATE] as const),
  ['isSimplifiedPin', RECREATE],
  ['savePinId', RECREATE],
])

const { title, description, url, ...others } = EDITED

export const postEditFields = z
  .strictObject({
    title,
    description,
    url,
    boardId: boardId()
      .optional()
      .meta({ description: 'Moves the pin to this board; without boardSectionId, its section is cleared' }),
    boardSectionId: anId().optional().meta({ description: 'A section of the board the pin ends up on; empty: the board root' }),
    ...others,
  })
  .meta({ minProperties: 1 }) // checked by the core, for both entry points

export const postEditBody = z.preprocess((body, context) => {
  for (const field of Object.keys(typeof body === 'object' && body !== null ? body : {})) {
    const operation = OTHER_OPERATIONS.get(field)
    if (operation) context.addIssue({ code: 'custom', path: [field], message: `${field} cannot be changed here: ${operation}` })
  }
  return body
}, postEditFields)

type Body = z.output<typeof postEditBody>

export const readEdit = (accountId: string, postId: string, body: Body): EditPost => ({
  accountId,
  postId,
  changes: readChanges(body),
})

export function readChanges(body: Body): EditPost['changes'] {
  const board = readBoardChange(body)
  return {
    ...givenIn(body),
    ...(Object.keys(board).length > 0 && { board }),
  }
}
