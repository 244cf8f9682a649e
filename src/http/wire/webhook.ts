import { z } from 'zod'
import { DELIVERY_ERRORS, DELIVERY_STATES, type WebhookDelivery } from '../../core/webhooks/deliveries.js'
import { ALL_EVENTS, EVENTS, eventIdOf, TEST_EVENT } from '../../core/events/events.js'
import type { Webhook } from '../../core/webhooks/webhook.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

/** @see docs/contract.md#webhooks */
export const webhookSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the webhook' }),
    url: z.string().meta({ description: 'Where its events are sent' }),
    events: z.array(z.enum([ALL_EVENTS, ...EVENTS])).meta({ description: '* alone: all events, including those added later' }),
    accountIds: z.array(z.string()).nullable().meta({ description: 'null: all accounts, including those connected later' }),
    state: z
      .enum(['active', 'paused', 'ended'])
      .meta({ description: 'paused: its events wait; ended: nothing is sent any more' }),
    stateReason: z.enum(['admin', 'failing', 'gone']).nullable().meta({
      description: 'admin: paused by a person or key; failing: deliveries failed for a day; gone: the receiver returned 410',
    }),
    stateSince: secondsSchema.nullable().meta({ description: 'Since when; null while it is active' }),
    oldSecretUntil: secondsSchema.nullable().meta({ description: 'Until when the old secret still signs as well' }),
    failingSince: secondsSchema.nullable().meta({ description: 'When it first failed after the last success' }),
    deliveredAt: secondsSchema.nullable().meta({ description: 'When it last succeeded, to the minute' }),
    createdBy: z.string().meta({ description: 'key:… for an API key, T…:U… for a person in Slack' }),
    createdAt: secondsSchema.meta({ description: 'When it was added, Unix seconds' }),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that is notified of events' })

export const webhookToWire = (webhook: Webhook): z.output<typeof webhookSchema> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  accountIds: webhook.accountIds,
  state: webhook.state,
  stateReason: webhook.stateReason,
  stateSince: secondsOrNull(webhook.stateSince),
  oldSecretUntil: secondsOrNull(webhook.oldSecretUntil),
  failingSince: secondsOrNull(webhook.failingSince),
  deliveredAt: secondsOrNull(webhook.deliveredAt),
  createdBy: webhook.createdBy,
  createdAt: seconds(webhook.createdAt),
})

export const deliverySchema = z
  .object({
    id: z.string().meta({ description: 'Id of the delivery' }),
    webhookId: z.string().meta({ description: 'Id of its webhook' }),
    eventId: z.string().meta({ description: 'Sent as the webhook-id header; the same for each attempt and replay' }),
    type: z.enum([...EVENTS, TEST_EVENT]).meta({ description: 'What happened' }),
    accountId: z.string().nullable().meta({ description: 'The account it happened in; null: a test' }),
    happenedAt: secondsSchema.meta({ description: 'When it happened, Unix seconds' }),
    state: z.enum(DELIVERY_STATES).meta({ description: 'failed: given up' }),
    attempts: z.int().meta({ description: 'Number of attempts' }),
    responseStatus: z.int().nullable().meta({ description: 'HTTP status of the last response; null: no response' }),
    responseText: z.string().nullable().meta({ description: 'The start of the last response' }),
    error: z.enum(DELIVERY_ERRORS).nullable().meta({ description: 'What went wrong with the last attempt' }),
    durationMs: z.int().nullable().meta({ description: 'Duration of the last attempt, to the end of its response' }),
    createdAt: secondsSchema.meta({ description: 'When it was first due, Unix seconds' }),
    lastAttemptAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: not tried yet' }),
    nextAttemptAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: no further attempt' }),
    replayOf: z.string().nullable().meta({ description: 'The delivery this one repeats' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook, kept for 30 days' })

export const deliveryToWire = (delivery: WebhookDelivery): z.output<typeof deliverySchema> => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventId: eventIdOf(delivery.eventId),
  type: delivery.type,
  accountId: delivery.accountId,
  happenedAt: seconds(delivery.eventAt),
  state: delivery.state,
  attempts: delivery.attempts,
  responseStatus: delivery.responseStatus,
  responseText: delivery.responseText,
  error: delivery.error,
  durationMs: delivery.durationMs,
  createdAt: seconds(delivery.createdAt),
  lastAttemptAt: secondsOrNull(delivery.lastAttemptAt),
  nextAttemptAt: secondsOrNull(delivery.nextAttemptAt),
  replayOf: delivery.replayOf,
})
