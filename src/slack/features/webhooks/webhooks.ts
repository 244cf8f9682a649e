/** The list of webhooks, and changes to one of them. */
import { type Banner, done } from '../../../../blocks/kit/banner.js'
import { action, secretShownView } from '../../../../blocks/webhooks/list.js'
import { type WebhooksMemory, webhooksMemory } from '../../../../blocks/webhooks/memory.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../../core/webhooks/change.js'
import { replayDelivery, testWebhook } from '../../../core/webhooks/deliveries.js'
import { openInTime } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { webhooksNow } from './view.js'

/** Opens the webhooks from the settings. */
onAction(action.openWebhooks, async (deps, { body, client, context }) => {
  const opening = { client, triggerId: body.trigger_id, how: 'push', title: 'Webhooks' } as const
  await openInTime(deps, opening, () => webhooksNow(deps, context.member, {}))
})

onAction(action.showWebhook, (deps, args) => shown(deps, args, async (_actor, webhookId) => ({ memory: { webhookId } })))

onAction(action.allWebhooks, (deps, args) => shown(deps, args, async () => ({ memory: {} })))

/** Shows another page of deliveries; the button's value is its start, and empty for the first page. */
onAction([action.deliveriesPage, action.deliveriesFirst], (deps, args) =>
  shown(deps, args, async (_actor, at, { webhookId }) => ({
    memory: { ...(webhookId !== undefined && { webhookId }), ...(at !== '' && { at }) },
  })),
)

onAction(action.pauseWebhook, (deps, args) =>
  shown(deps, args, async (actor, webhookId) => {
    await updateWebhook(deps, actor, { webhookId, state: 'paused' })
    return { memory: { webhookId }, banner: done('Paused. Events wait until you resume it.') }
  }),
)

onAction(action.resumeWebhook, (deps, args) =>
  shown(deps, args, async (actor, webhookId) => {
    await updateWebhook(deps, actor, { webhookId, state: 'active' })
    return { memory: { webhookId }, banner: done('Resumed. We’re sending the events that waited.') }
  }),
)

onAction(action.testWebhook, (deps, args) =>
  shown(deps, args, async (actor, webhookId) => {
    await testWebhook(deps, actor, { webhookId })
    return { memory: { webhookId }, banner: done('Test sent. Choose “Refresh” to see the response.') }
  }),
)

onAction(action.replayDelivery, (deps, args) =>
  shown(deps, args, async (actor, deliveryId, { webhookId = '' }) => {
    await replayDelivery(deps, actor, { webhookId, deliveryId })
    return { memory: { webhookId }, banner: done('Sent again. Choose “Refresh” to see the response.') }
  }),
)

onAction(action.deleteWebhook, (deps, args) =>
  shown(deps, args, async (actor, webhookId) => {
    await deleteWebhook(deps, actor, { webhookId })
    return { memory: {}, banner: done('Webhook deleted.') }
  }),
)

/** Rotates the secret and shows it in a view of its own, over the others. */
onAction(action.rotateWebhook, async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'button') return
  const webhookId = action.value ?? ''
  const { webhook, secret } = await rotateWebhookSecret(deps, context.member.actor, { webhookId })
  await client.views.push({ trigger_id: body.trigger_id, view: secretShownView(webhook, secret, false) })
  await showBelow(deps, client, body.view.id, await webhooksNow(deps, context.member, { webhookId }))
})

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
