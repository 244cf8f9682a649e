import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../core/ports/deps.js'
import {
  DELIVERY_STATES,
  listWebhookDeliveries,
  MOST_REPLAYED,
  replayDeliveries,
  replayDelivery,
  testWebhook,
  type WebhookDelivery,
} from '../../core/webhooks/deliveries.js'
import { operation } from '../operation.js'
import { cursor, instant, pathId, queryInteger } from '../schemas.js'
import { deliverySchema, deliveryToWire } from '../wire/webhook.js'
import { webhookParams } from './webhooks.js'

const tag = 'Webhooks'

/** @see docs/contract.md#webhooks */
export function webhookDeliveryRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listWebhookDeliveries',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    url: '/webhooks/:webhookId/deliveries',
    tag,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first, for 30 days.',
    params: webhookParams,
    query: z.object({
      state: z.enum(DELIVERY_STATES).optional().meta({ description: 'Default all' }),
      cursor: cursor().optional().meta({ description: 'From the previous answer' }),
      limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
    }),
    data: z.object({
      deliveries: z.array(deliverySchema).meta({ description: 'Newest first' }),
      cursor: z.string().nullable().meta({ description: 'For the next page; null: there are no more' }),
    }),
    run: ({ actor, params, query: { state, limit = 50, cursor = null } }) =>
      listWebhookDeliveries(deps, actor, { ...params, state, limit, cursor }),
    show: ({ deliveries, cursor }) => ({ deliveries: deliveries.map(deliveryToWire), cursor }),
  })
  operation(app, deps, {
    id: 'replayWebhookDelivery',
    refusals: ['FORBIDDEN', 'webhook_ended', 'delivery_waiting'],
    method: 'POST',
    url: '/webhooks/:webhookId/deliveries/:deliveryId/replay',
    tag,
    summary: 'Send a delivery again',
    description: 'With the same event id and a new signature. A delivery that is still waiting is 409 delivery_waiting.',
    params: webhookParams.extend({ deliveryId: pathId('Id from the list of deliveries') }),
    status: 201,
    data: z.object({ delivery: deliverySchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => replayDelivery(deps, actor, params, beforeCommit),
    show: (delivery: WebhookDelivery) => ({ delivery: deliveryToWire(delivery) }),
  })
  operation(app, deps, {
    id: 'replayWebhook',
    refusals: ['FORBIDDEN', 'webhook_ended'],
    method: 'POST',
    url: '/webhooks/:webhookId/replay',
    tag,
    summary: 'Resend the events of a time span',
    description: `All events between \`from\` and \`to\` that were sent here before, each once and in order; at most ${MOST_REPLAYED} at once.`,
    params: webhookParams,
    body: z.strictObject({
      from: instant().meta({ description: 'Start of the time span' }),
      to: instant().optional().meta({ description: 'End of the time span; default now' }),
    }),
    data: z.object({ replayed: z.int().meta({ description: 'How many events are resent' }) }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => replayDeliveries(deps, actor, { ...params, ...body }, beforeCommit),
    show: ({ replayed }: { replayed: number }) => ({ replayed }),
  })
  operation(app, deps, {
    id: 'testWebhook',
    refusals: ['FORBIDDEN', 'webhook_ended', 'webhook_paused'],
    method: 'POST',
    url: '/webhooks/:webhookId/test',
    tag,
    summary: 'Send a test event',
    description:
      'A webhook.test event, signed and delivered like any other. Read the deliveries to see the response. A paused webhook is 409 webhook_paused.',
    params: webhookParams,
    status: 201,
    data: z.object({ delivery: deliverySchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => testWebhook(deps, actor, params, beforeCommit),
    show: (delivery: WebhookDelivery) => ({ delivery: deliveryToWire(delivery) }),
  })
}
