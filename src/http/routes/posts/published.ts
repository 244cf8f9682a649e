import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import type { PinEdit } from '../../../core/publish/published/pin-edit.js'
import { decidePinEdit, EDIT_DECISIONS } from '../../../core/publish/published/decide.js'
import { deletePublished, editPublished, readPinEdit } from '../../../core/publish/published/request.js'
import { BOARD_CALLS } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { anId, pathId, postParams, text } from '../../schemas.js'
import { postEditFields, readChanges } from './edit-body.js'
import { pinEditSchema, pinEditToWire } from './published-schema.js'

const preview = z.boolean().optional().meta({ description: 'true: shows old and new values, and changes nothing' })
const editBody = postEditFields
  .pick({ title: true, description: true, url: true, altText: true, boardId: true, boardSectionId: true })
  .extend({ preview })
  .meta({ minProperties: 1 })

const REFUSED = [
  'FORBIDDEN',
  'post_not_published',
  'pin_deleted',
  'pin_edit_open',
  'publishing_paused',
  'account_on_hold',
] as const
const NOT_SENDING = ['publishing_paused', 'account_on_hold', 'platform_reconnect_required'] as const

/** @see docs/contract.md#published-pins */
export function publishedPinRoutes(app: FastifyInstance, deps: Deps): void {
  const one = {
    tag: 'Posts',
    params: postParams,
    data: z.object({ edit: pinEditSchema }),
    show: (edit: PinEdit) => ({ edit: pinEditToWire(edit) }),
  }

  operation(app, deps, {
    ...one,
    id: 'updatePublishedPin',
    refusals: [...REFUSED, ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/published-edit',
    summary: 'Edit a published pin on Pinterest',
    description:
      'Reads the pin, then changes the given fields; its media stay. By schedulers and admins, or by contributors for their own pins, where it waits for approval. 202: GET …/published-edit says how it ended. It is sent once: a pin that was edited on Pinterest meanwhile stays as it is. Pinterest may not let your service’s app do this yet: then nothing changes.',
    body: editBody,
    status: 202,
    isPreview: ({ id }) => id === null,
    canRehearse: true,
    run: ({ actor, params, body: { preview: isPreview = false, ...fields } }, beforeCommit) =>
      editPublished(deps, actor, { ...params, changes: readChanges(fields), preview: isPreview }, beforeCommit),
  })
  operation(app, deps, {
    ...one,
    id: 'getPublishedEdit',
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId/published-edit',
    summary: 'Read the last change of a published pin',
    description: 'An edit or a deletion, with how it ended. 404 if there was none.',
    query: z.object({ editId: anId().optional().meta({ description: 'This one in place of the last' }) }),
    isLight: true,
    run: ({ actor, params, query }) => readPinEdit(deps, actor, { ...params, editId: query.editId }),
  })
  operation(app, deps, {
    ...one,
    id: 'decidePublishedEdit',
    refusals: ['FORBIDDEN', 'approval_decided', ...NOT_SENDING],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/published-edit/:editId/decision',
    summary: 'Decide an edit of a published pin',
    description:
      'Of state pending_approval. Requires the personal key of a scheduler or admin who did not request it; who did may decline it, which withdraws it.',
    params: postParams.extend({ editId: pathId('Id of the edit') }),
    body: z.strictObject({ decision: z.enum(EDIT_DECISIONS).meta({ description: 'approve: it is sent to Pinterest' }) }),
    run: ({ actor, params, body }, beforeCommit) => decidePinEdit(deps, actor, { ...params, ...body }, beforeCommit),
  })
  operation(app, deps, {
    ...one,
    id: 'deletePublishedPin',
    refusals: [...REFUSED, 'platform_reconnect_required'],
    method: 'DELETE',
    url: '/accounts/:accountId/posts/:postId/published',
    summary: 'Delete a published pin from Pinterest',
    description:
      'Needs ?confirm= with its pinId. The post stays with its stats. 202: GET …/published-edit says how it ended. By schedulers and admins.',
    query: z.object({ confirm: text().meta({ maxLength: 64, description: 'The pinId of the post' }) }),
    status: 202,
    canRehearse: true,
    run: ({ actor, params, query }, beforeCommit) => deletePublished(deps, actor, { ...params, ...query }, beforeCommit),
  })
}
