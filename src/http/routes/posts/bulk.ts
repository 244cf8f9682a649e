import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Called, say } from '../../../core/lib/codes.js'
import { DomainError } from '../../../core/lib/errors.js'
import { URL_LENGTH } from '../../../core/lib/http/url.js'
import { FAILURE_REASONS } from '../../../core/ports/notice.js'
import type { Deps } from '../../../core/ports/deps.js'
import { changeMany } from '../../../core/many/bulk/change.js'
import { type BulkChange, type BulkEdit, type ChangeMany, MOST_CHANGED } from '../../../core/many/bulk/model.js'
import { WORDS_LENGTH } from '../../../core/posts/search.js'
import { undoMany } from '../../../core/many/bulk/undo.js'
import type { Undone } from '../../../core/posts/undo/undo.js'
import { BOARD_CALLS, DENIALS, SLOT_SEARCH } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { accountParams, anId, boardId, instant, pathId, text } from '../../schemas.js'
import { bulkResultSchema, bulkResultToWire, notScheduledSchema, notScheduledToWire } from '../../wire/bulk.js'
import { postSchema, postsToWire } from '../../wire/post.js'

const tag = 'Posts'

const filterBody = z.strictObject({
  status: z.enum(['draft', 'queued']).meta({ description: 'Only drafts and queued posts can be changed' }),
  boardId: boardId().optional().meta({ description: 'On this board' }),
  failureReason: z.enum(FAILURE_REASONS).optional().meta({ description: 'Drafts whose last publishing failed for this reason' }),
  from: instant().optional().meta({ description: 'For queued posts: the earliest sendAt' }),
  to: instant().optional().meta({ description: 'For queued posts: the latest sendAt, inclusive' }),
  text: text()
    .min(1)
    .optional()
    .meta({ maxLength: WORDS_LENGTH, description: 'Words that must all occur in the title, description, url or board name' }),
})
const editBody = z.strictObject({
  boardId: boardId().optional().meta({ description: 'New board; the board root unless boardSectionId is given' }),
  boardSectionId: anId()
    .nullable()
    .optional()
    .meta({ description: 'Used with boardId; null or empty without it: move each to the root of its board' }),
  url: text().min(1).optional().meta({ format: 'uri', maxLength: URL_LENGTH, description: 'New destination' }),
})
const bulkBody = z
  .strictObject({
    ids: z
      .array(anId())
      .min(1)
      .max(MOST_CHANGED)
      .optional()
      .meta({ uniqueItems: true, description: 'Post ids, in the order in which they take slots; exclusive with filter' }),
    filter: filterBody.optional().meta({ description: `The first ${MOST_CHANGED} posts that match now; exclusive with ids` }),
    action: z.enum(['reschedule', 'unschedule', 'delete', 'edit']).meta({
      description: 'reschedule: move drafts and queued posts to the next open slots, charging each draft',
    }),
    edit: editBody
      .optional()
      .meta({ description: 'For action edit; with reschedule, each post is edited before it is scheduled, as one change' }),
    preview: z.boolean().default(false).meta({ description: 'Report what would happen to each; nothing is written' }),
  })
  .superRefine(({ ids, filter, action, edit }, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((ids === undefined) === (filter === undefined)) wrong('ids', 'ids or filter: send exactly one of them')
    const takesEdit = action === 'edit' || action === 'reschedule'
    if ((action === 'edit' && edit === undefined) || (edit !== undefined && !takesEdit))
      wrong('edit', 'edit goes with action edit or reschedule, and action edit with it')
  })

function readBulk(accountId: string, { ids, filter, action, edit, preview }: z.output<typeof bulkBody>): ChangeMany {
  const which: ChangeMany['which'] = filter
    ? {
        kind: 'filter',
        filter: {
          status: filter.status,
          boardId: filter.boardId ?? null,
          failureReason: filter.failureReason ?? null,
          from: filter.from ?? null,
          to: filter.to ?? null,
          text: filter.text ?? null,
        },
      }
    : { kind: 'ids', ids: ids ?? [] }
  return { accountId, which, action: readAction(action, edit), preview }
}

/** Reads an empty section as the root, as in an edit of one post. */
const readEdit = (edit: z.output<typeof editBody>): BulkEdit => ({
  ...edit,
  ...(edit.boardSectionId === '' && { boardSectionId: null }),
})

function readAction(kind: ChangeMany['action']['kind'], edit: z.output<typeof editBody> | undefined): ChangeMany['action'] {
  switch (kind) {
    case 'edit':
      return { kind, edit: readEdit(edit ?? {}) }
    case 'reschedule':
      return { kind, edit: edit && readEdit(edit) }
    case 'unschedule':
    case 'delete':
      return { kind }
  }
}

const changeParams = accountParams.extend({ changeId: pathId('changeId of the change') })

/** Adds the prefix `edit.` to fields in the core's errors, which are one level deeper in the body. */
function inEdit(error: unknown): unknown {
  const { field } = error instanceof DomainError ? error.details : {}
  if (!(error instanceof DomainError) || field === undefined || !(field in editBody.shape)) return error
  const sentence = (of: Called) => say(error.sentence, (name) => of(name in editBody.shape ? `edit.${name}` : name))
  return new DomainError(error.code, sentence, { ...error.details, field: `edit.${field}` })
}

/** The same change to many posts. */
export function postBulkRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'changePosts',
    refusals: ['FORBIDDEN', 'slot_resolution_timeout', ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/posts/bulk',
    tag,
    summary: 'Change many posts at once',
    description:
      'Reschedules, unschedules, deletes or edits up to 500 posts, by id or by filter, in one transaction; each that cannot be changed gets an error. With preview, nothing is written. undoChange undoes it as a whole.',
    params: accountParams,
    body: bulkBody,
    data: z.object({
      changeId: z.string().nullable().meta({ description: 'For undoChange; null: nothing was written' }),
      matched: z
        .int()
        .meta({ description: `How many posts the filter matched; those beyond ${MOST_CHANGED} are left for the next request` }),
      counts: z
        .object({
          changed: z.int().meta({ description: 'Changed, or already as requested' }),
          failed: z.int().meta({ description: 'Posts with an error' }),
        })
        .meta({ description: 'Number of results' }),
      results: z.array(bulkResultSchema).meta({ description: 'In the order of ids; for a filter, soonest or oldest first' }),
    }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      changeMany(deps, actor, readBulk(params.accountId, body), beforeCommit).catch((error: unknown) => {
        throw inEdit(error)
      }),
    show: ({ changeId, matched, results }: BulkChange) => {
      const failed = results.filter(({ error }) => error).length
      return {
        changeId,
        matched,
        counts: { changed: results.length - failed, failed },
        results: results.map((result, index) => bulkResultToWire(result, index, deps.settings.publicUrl)),
      }
    },
  })
  operation(app, deps, {
    id: 'undoChange',
    refusals: ['FORBIDDEN', ...DENIALS, 'undo_expired', 'post_status_changed', 'schedule_locked', ...SLOT_SEARCH],
    method: 'POST',
    url: '/accounts/:accountId/changes/:changeId/undo',
    tag,
    summary: 'Undo a change of many posts',
    description:
      'Undoes all of it, within ten minutes and if none of the posts has changed since. Charges are refunded, and refunded ones taken again. Deleted posts are always restored, as drafts if their time has passed or their charge is denied.',
    params: changeParams,
    data: z.object({
      posts: z.array(postSchema).meta({ description: 'As they are now' }),
      notScheduled: z.array(notScheduledSchema).meta({ description: 'Deleted posts that were restored as drafts, and why' }),
    }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => undoMany(deps, actor, params, beforeCommit),
    show: async ({ posts, notScheduled }: Undone, sql) => ({
      posts: await postsToWire(deps, sql, posts),
      notScheduled: notScheduled.map(notScheduledToWire),
    }),
  })
}
