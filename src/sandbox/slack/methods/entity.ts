/** chat.unfurl and entity.*: Work Objects, and the classic unfurls of a workspace that has none. */
import { z } from 'zod'
import { ApiRefusal, type ApiMethod, isBlocks } from '../api-call.js'
import type { Block } from '../block-kit.js'
import { findMessage } from '../messages/messages.js'
import {
  commentsView,
  type Entity,
  entityBlocks,
  isEntityView,
  type PaneComment,
  paneView,
  problemView,
  unfurl,
} from '../messages/unfurl.js'
import { closeViews, findView, listModals, pushView, showErrors } from '../views/views.js'
import { useTrigger } from './views.js'

/** The name under which a workspace refuses Work Objects; see the switch `refusedBlocks`. */
const WORK_OBJECTS = 'work_objects'

export const entityMethods: Record<string, ApiMethod> = {
  'chat.unfurl': async ({ args, sql, workspace }) => {
    const message = await findMessage(sql, args.require('channel'), args.require('ts'))
    if (!message) throw new ApiRefusal('cannot_find_message')
    if (args.has('metadata') && workspace.refusedBlocks.includes(WORK_OBJECTS)) throw new ApiRefusal('feature_not_enabled')
    const shown = args.has('metadata') ? readEntities(args.json('metadata')) : readUnfurls(args.json('unfurls'))
    for (const url of shown.keys())
      if (!message.text.replaceAll('&amp;', '&').includes(url)) throw new ApiRefusal('cannot_unfurl_url')
    await unfurl(sql, message, shown)
    return {}
  },

  'entity.presentDetails': async (call) => {
    const { args, sql } = call
    const { seat, viewId } = await useTrigger(call)
    const error = args.json('error') as Record<string, string> | undefined
    const open = viewId === null ? undefined : await findView(sql, { id: viewId })
    if (open && error?.['status'] === 'edit_error') {
      await showErrors(sql, open.id, { errors: {}, alert: error['custom_message'] ?? 'Your changes were not saved.' })
      return {}
    }
    const view = error ? problemView(error) : paneView(requireEntity(args.json('metadata')))
    const modals = await listModals(sql, seat.id, seat.windowId)
    await closeViews(
      sql,
      modals.map(({ id }) => id),
    )
    await pushView(sql, seat, view)
    return {}
  },

  'entity.presentComments': async (call) => {
    const { args, sql } = call
    const { seat } = await useTrigger(call)
    const pane = (await listModals(sql, seat.id, seat.windowId)).at(-1)
    if (!pane || !isEntityView(pane.view)) throw new ApiRefusal('invalid_trigger_id')
    const comments = args.json('comments') as PaneComment[]
    await pushView(sql, seat, commentsView(pane.view.entity, comments, args.text('can_post_comment') === 'true'))
    return {}
  },

  'entity.acknowledgeCommentAction': async (call) => {
    const { viewId } = await useTrigger(call)
    const error = call.args.text('error')
    if (viewId === null) throw new ApiRefusal('invalid_trigger_id')
    if (error === undefined) await closeViews(call.sql, [viewId])
    else await showErrors(call.sql, viewId, { errors: {}, alert: error })
    return {}
  },
}

const text = z.string().min(1)
/** What Slack’s documentation requires of an object, and of its fields. */
const entityShape = z.looseObject({
  url: text,
  entity_type: z.literal('slack#/entities/content_item'),
  external_ref: z.looseObject({ id: text }),
  entity_payload: z.looseObject({
    attributes: z.looseObject({ title: z.looseObject({ text }) }),
    custom_fields: z.array(z.looseObject({ key: text, label: text, type: text })).optional(),
  }),
})

function requireEntity(given: unknown): Entity {
  const { data, error } = entityShape.safeParse(given)
  if (!data) throw new ApiRefusal('invalid_metadata', [error.message])
  return data as unknown as Entity // the rest is read loosely
}

const readEntities = (given: unknown): Map<string, Block[]> =>
  new Map(
    (given as { entities: unknown[] }).entities
      .map(requireEntity)
      .map((entity) => [entity.app_unfurl_url ?? '', entityBlocks(entity)]),
  )

const readUnfurls = (given: unknown): Map<string, Block[]> =>
  new Map(
    Object.entries((given ?? {}) as Record<string, { blocks?: unknown }>).map(([url, { blocks }]) => {
      if (!isBlocks(blocks)) throw new ApiRefusal('invalid_blocks_format')
      return [url, blocks]
    }),
  )
