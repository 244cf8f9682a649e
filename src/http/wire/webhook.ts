import { z } from 'zod'
import { DELIVERY_ERRORS, DELIVERY_STATES, type WebhookDelivery } from '../../core/webhooks/deliveries.js'
import { ALL_EVENTS, EVENTS, eventIdOf, TEST_EVENT } from '../../core/webhooks/events.js'
import type { Webhook } from '../../core/webhooks/webhook.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

/** @see docs/contract.md#webhooks */
export const webhookSchema = z
  .object({
    id: z.string().meta({ description: 'Of the webhook' }),
    url: z.string().meta({ description: 'Where its events are sent' }),
    events: z
      .array(z.enum([ALL_EVENTS, ...EVENTS]))
      .meta({ description: '* alone: all of them, also those that are added later' }),
    accountIds: z.array(z.string()).nullable().meta({ description: 'null: all accounts, also those that are connected later' }),
    state: z
      .enum(['active', 'paused', 'ended'])
      .meta({ description: 'paused: its events wait; ended: nothing is sent there any more' }),
    stateReason: z
      .enum(['admin', 'failing', 'gone'])
      .nullable()
      .meta({ description: 'admin: paused by somebody; failing: nothing arrived for a day; gone: the receiver answered 410' }),
    stateSince: secondsSchema.nullable().meta({ description: 'Since when; null while it is active' }),
    oldSecretUntil: secondsSchema.nullable().meta({ description: 'Until when the secret before signs beside the new one' }),
    failingSince: secondsSchema.nullable().meta({ description: 'The first failure after the last success' }),
    deliveredAt: secondsSchema.nullable().meta({ description: 'The last success, to the minute' }),
    createdBy: z.string().meta({ description: 'key:… of an API key, T…:U… of a person in Slack' }),
    createdAt: secondsSchema.meta({ description: 'When it was added, Unix seconds' }),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that is told what happens' })

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
    id: z.string().meta({ description: 'Of the delivery' }),
    webhookId: z.string().meta({ description: 'Where it goes' }),
    eventId: z.string().meta({ description: 'The header webhook-id of the delivery, the same at each attempt and replay' }),
    type: z.enum([...EVENTS, TEST_EVENT]).meta({ description: 'What happened' }),
    accountId: z.string().nullable().meta({ description: 'Where it happened; null: a test' }),
    happenedAt: secondsSchema.meta({ description: 'When it happened, Unix seconds' }),
    state: z.enum(DELIVERY_STATES).meta({ description: 'failed: it was given up' }),
    attempts: z.int().meta({ description: 'How often it was tried' }),
    responseStatus: z.int().nullable().meta({ description: 'Of the last attempt; null: it was not answered' }),
    responseText: z.string().nullable().meta({ description: 'The beginning of the last answer' }),
    error: z.enum(DELIVERY_ERRORS).nullable().meta({ description: 'What was wrong with the last attempt' }),
    durationMs: z.int().nullable().meta({ description: 'Of the last attempt, to the end of its answer' }),
    createdAt: secondsSchema.meta({ description: 'When it was due first, Unix seconds' }),
    lastAttemptAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: it was not tried yet' }),
    nextAttemptAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: it is over' }),
    replayOf: z.string().nullable().meta({ description: 'The delivery that this one repeats' }),
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
