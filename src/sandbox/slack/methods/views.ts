/** views.*: modals and Home. */
import { ApiRefusal, type ApiCall, type ApiMethod, readView } from '../api-call.js'
import type { View } from '../block-kit.js'
import { isTooLarge, picturesRefused, refusalsOf } from '../limits.js'
import { findUser, lockUser } from '../people.js'
import { takeTrigger, type Trigger } from '../tickets.js'
import {
  closeViews,
  findHome,
  findView,
  listModals,
  MAX_MODALS,
  type OpenView,
  publishHome,
  pushView,
  replaceView,
} from '../views/views.js'
import { viewWire } from '../wire.js'

export const viewMethods: Record<string, ApiMethod> = {
  'views.open': async (call) => {
    const view = await readModal(call)
    const { seat } = await useTrigger(call)
    await requireFreeExternalId(call, view)
    await closeViews(
      call.sql,
      (await listModals(call.sql, seat.id, seat.windowId)).map(({ id }) => id),
    )
    return shown(call, await pushView(call.sql, seat, view))
  },

  'views.push': async (call) => {
    const view = await readModal(call)
    const { seat, viewId } = await useTrigger(call)
    if (viewId === null) throw new ApiRefusal('invalid_trigger_id')
    const stack = await listModals(call.sql, seat.id, seat.windowId)
    if (stack.length === 0) throw new ApiRefusal('not_found')
    if (stack.length >= MAX_MODALS) throw new ApiRefusal('push_limit_reached')
    await requireFreeExternalId(call, view)
    return shown(call, await pushView(call.sql, seat, view))
  },

  'views.update': async (call) => {
    const { args, sql } = call
    const view = await readModal(call)
    if (!args.has('view_id') && !args.has('external_id'))
      throw new ApiRefusal('invalid_arguments', ['[ERROR] view_id or external_id is required'])
    const found = await findView(
      sql,
      args.has('view_id') ? { id: args.require('view_id') } : { externalId: args.require('external_id') },
    )
    if (!found) throw new ApiRefusal('not_found')
    await lockUser(sql, found.userId)
    const open = await findView(sql, { id: found.id })
    if (!open || open.position === 0) throw new ApiRefusal('not_found')
    requireHash(call, open)
    if (view.external_id !== open.externalId) await requireFreeExternalId(call, view)
    return shown(call, await replaceView(sql, open, view))
  },

  'views.publish': async (call) => {
    const { args, sql } = call
    const view = readView(args)
    if (view.type !== 'home') throw new ApiRefusal('invalid_arguments', ['[ERROR] view type must be home'])
    await requireLimits(call, view, 'home')
    const user = await findUser(sql, args.require('user_id'))
    if (!user || user.isBot) throw new ApiRefusal('user_not_found')
    await lockUser(sql, user.id)
    const home = await findHome(sql, user.id)
    if (home) requireHash(call, home)
    return shown(call, await publishHome(sql, user.id, view))
  },
}

async function readModal(call: ApiCall): Promise<View> {
  const view = readView(call.args)
  if (view.type !== 'modal') throw new ApiRefusal('invalid_arguments', ['[ERROR] view type must be modal'])
  await requireLimits(call, view, 'modal')
  return view
}

async function requireLimits({ sql, workspace }: ApiCall, view: View, surface: 'modal' | 'home'): Promise<void> {
  if (isTooLarge(view)) throw new ApiRefusal('view_too_large')
  const refusals = [...refusalsOf(view, surface, workspace), ...(await picturesRefused(sql, view.blocks, workspace.wallClock()))]
  if (refusals.length > 0) throw new ApiRefusal('invalid_arguments', refusals)
}

function requireHash({ args }: ApiCall, open: OpenView): void {
  const hash = args.text('hash')
  if (hash !== undefined && hash !== '' && hash !== open.hash) throw new ApiRefusal('hash_conflict')
}

async function requireFreeExternalId({ sql }: ApiCall, view: View): Promise<void> {
  if (view.external_id && (await findView(sql, { externalId: view.external_id }))) throw new ApiRefusal('duplicate_external_id')
}

export async function useTrigger({ sql, args, workspace }: ApiCall): Promise<Trigger> {
  const trigger = await takeTrigger(sql, args.require('trigger_id'), workspace.wallClock())
  if (typeof trigger === 'string') throw new ApiRefusal(trigger)
  await lockUser(sql, trigger.seat.id)
  return trigger
}

const shown = async ({ sql }: ApiCall, open: OpenView) => ({ view: await viewWire(sql, open) })
