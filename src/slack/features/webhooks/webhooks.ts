/** The list of webhooks, and changes to one of them. */
import { type Banner, done } from '../../../../blocks/kit/banner.js'
import { secretShownView } from '../../../../blocks/webhooks/list.js'
import { type WebhooksMemory, webhooksMemory } from '../../../../blocks/webhooks/memory.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../../core/webhooks/change.js'
import { replayDelivery, testWebhook } from '../../../core/webhooks/deliveries.js'
import { openInTime } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { webhooksNow } from './view.js'

/** Opens the webhooks from the settings. */
export async function openWebhooks(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  const opening = { client, triggerId: body.trigger_id, how: 'push', title: 'Webhooks' } as const
  await openInTime(deps, opening, () => webhooksNow(deps, context.member, {}))
}

export const showWebhook = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (_actor, webhookId) => ({ memory: { webhookId } }))

export const showAllWebhooks = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async () => ({ memory: {} }))

/** Shows another page of deliveries; the button's value is its start, and empty for the first page. */
export const turnDeliveries = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (_actor, at, { webhookId }) => ({
    memory: { ...(webhookId !== undefined && { webhookId }), ...(at !== '' && { at }) },
  }))

export const pauseWebhookByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (actor, webhookId) => {
    await updateWebhook(deps, actor, { webhookId, state: 'paused' })
    return { memory: { webhookId }, banner: done('Paused. Events wait until you resume it.') }
  })

export const resumeWebhookByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (actor, webhookId) => {
    await updateWebhook(deps, actor, { webhookId, state: 'active' })
    return { memory: { webhookId }, banner: done('Resumed. We’re sending the events that waited.') }
  })

export const testWebhookByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (actor, webhookId) => {
    await testWebhook(deps, actor, { webhookId })
    return { memory: { webhookId }, banner: done('Test sent. Choose “Refresh” to see the response.') }
  })

export const replayByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (actor, deliveryId, { webhookId = '' }) => {
    await replayDelivery(deps, actor, { webhookId, deliveryId })
    return { memory: { webhookId }, banner: done('Sent again. Choose “Refresh” to see the response.') }
  })

export const deleteWebhookByButton = (deps: SlackDeps, args: ActionArgs): Promise<void> =>
  shown(deps, args, async (actor, webhookId) => {
    await deleteWebhook(deps, actor, { webhookId })
    return { memory: {}, banner: done('Webhook deleted.') }
  })

/** Rotates the secret and shows it in a view of its own, over the others. */
export async function rotateByButton(deps: SlackDeps, { action, body, client, context }: ActionArgs): Promise<void> {
  if (!body.view || action.type !== 'button') return
  const webhookId = action.value ?? ''
  const { webhook, secret } = await rotateWebhookSecret(deps, context.member.actor, { webhookId })
  await client.views.push({ trigger_id: body.trigger_id, view: secretShownView(webhook, secret, false) })
  await showBelow(deps, client, body.view.id, await webhooksNow(deps, context.member, { webhookId }))
}

type Next = { memory: WebhooksMemory; banner?: Banner }

/** @param work takes the button's value and returns what to show next */
async function shown(
  deps: SlackDeps,
  { action, body, client, context }: ActionArgs,
  work: (actor: Actor, value: string, memory: WebhooksMemory) => Promise<Next>,
): Promise<void> {
  if (!body.view || action.type !== 'button') return
  const { memory, banner } = await work(context.member.actor, action.value ?? '', webhooksMemory.read(body.view))
  await client.views.update({ view_id: body.view.id, view: await webhooksNow(deps, context.member, memory, banner) })
}
