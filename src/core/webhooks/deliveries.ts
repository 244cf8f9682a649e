/** Deliveries to an endpoint: their log, replays and tests. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, notFound, RefusedBecause } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { requireOrganizationAdmin } from '../accounts/people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'
import { readIdCursor, writeIdCursor } from '../lib/rows/cursor.js'
import { requireNotEnded } from './change.js'
import { TEST_EVENT, type WebhookEvent } from '../events/events.js'
import { lockWebhook, requireWebhook, type WebhookRef } from './webhook.js'

/** The most at once; a longer span is replayed in parts. */
export const MOST_REPLAYED = 10_000

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why there was no valid answer. `gone`: the webhook ended before it was sent. */
export const DELIVERY_ERRORS = ['blocked', 'timeout', 'tls', 'dns', 'refused', 'reset', 'redirect', 'status', 'gone'] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

export type WebhookDelivery = {
  id: string
  webhookId: string
  eventId: string
  type: WebhookEvent | typeof TEST_EVENT
  accountId: string | null
  /** When the event happened. */
  eventAt: Date
  state: DeliveryState
  attempts: number
  /** The status of the last attempt; null: no answer. */
  responseStatus: number | null
  /** The beginning of the last answer. */
  responseText: string | null
  error: DeliveryError | null
  durationMs: number | null
  createdAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
  replayOf: string | null
}

/** The columns of `webhook_deliveries d` and `webhook_events e`. */
const deliveryColumns = (sql: Sql) => sql`
  d.id, d.webhook_id as "webhookId", d.event_id as "eventId", e.type, e.account_id as "accountId", e.at as "eventAt", d.state,
  d.tries as attempts, d.status as "responseStatus", d.answer as "responseText", d.error, d.duration_ms as "durationMs",
  d.created_at as "createdAt", d.tried_at as "lastAttemptAt", d.due_at as "nextAttemptAt", d.replay_of as "replayOf"`

export type DeliveriesQuery = WebhookRef & {
  /** Absent: all of them. */
  state?: DeliveryState | undefined
  limit: number
  /** The cursor that the previous page returned. */
  cursor: string | null
}

/** Lists deliveries, the newest first. @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST cursor */
export async function listWebhookDeliveries(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId, state, limit, cursor }: DeliveriesQuery,
): Promise<{ deliveries: WebhookDelivery[]; cursor: string | null }> {
  requireOrganizationAdmin(actor)
  const list = ['deliveries', webhookId, state]
  const after = cursor === null ? null : readIdCursor(cursor, list)
  await requireWebhook(sql, actor, webhookId, clock())
  const rows = await sql<WebhookDelivery[]>`
    select ${deliveryColumns(sql)}
      from webhook_deliveries d
      join webhook_events e on e.organization_id = d.organization_id and e.id = d.event_id
     where d.organization_id = ${actor.organizationId}
       and d.webhook_id = ${webhookId}
       and ${after === null ? sql`true` : sql`d.id < ${after}`}
       and ${state === undefined ? sql`true` : sql`d.state = ${state}`}
     order by d.id desc
     limit ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { deliveries: page, cursor: last ? writeIdCursor(last.id, list) : null }
}

/** Reads a delivery. @throws NOT_FOUND */
async function requireDelivery(sql: Sql, { organizationId }: Actor, webhookId: string, id: string): Promise<WebhookDelivery> {
  if (!isRowId(id)) throw notFound('Resource')
  const [delivery] = await sql<WebhookDelivery[]>`
    select ${deliveryColumns(sql)}
      from webhook_deliveries d
      join webhook_events e on e.organization_id = d.organization_id and e.id = d.event_id
     where d.organization_id = ${organizationId}
       and d.webhook_id = ${webhookId}
       and d.id = ${id}`
  if (!delivery) throw notFound('Resource')
  return delivery
}

/**
 * Sends a delivery again, under the id of its event, by which the receiver recognizes a duplicate. It waits behind deliveries of
 * the same post.
 * @returns the new delivery @throws FORBIDDEN · NOT_FOUND · CONFLICT webhook_ended, delivery_waiting
 */
export async function replayDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId, deliveryId }: WebhookRef & { deliveryId: string },
  beforeCommit?: BeforeCommit<WebhookDelivery>,
): Promise<WebhookDelivery> {
  requireOrganizationAdmin(actor)
  const now = clock()
  return db.tx(async (sql) => {
    requireNotEnded(await lockWebhook(sql, actor, webhookId, now))
    const { state } = await requireDelivery(sql, actor, webhookId, deliveryId)
    if (state === 'waiting') throw new RefusedBecause('delivery_waiting')
    const [{ id }] = await sql<[{ id: string }]>`
      insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, replay_of, due_at, created_at)
      select organization_id, webhook_id, event_id, order_key, id, ${now}, ${now}
        from webhook_deliveries
       where organization_id = ${actor.organizationId}
         and id = ${deliveryId}
      returning id`
    return done(sql, actor, { webhookId, id, action: 'replay', after: { deliveryId }, beforeCommit }, now)
  })
}

export type ReplaySpan = WebhookRef & { from: Date; to?: Date | undefined }

/**
 * Sends all events of a span that were sent to this endpoint again, in their order, each once. Waiting deliveries are left alone.
 * @returns how many @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST from, to · CONFLICT webhook_ended
 */
export async function replayDeliveries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId, from, to: until }: ReplaySpan,
  beforeCommit?: BeforeCommit<{ replayed: number }>,
): Promise<{ replayed: number }> {
  requireOrganizationAdmin(actor)
  const now = clock()
  const to = until ?? now
  if (from > now) throw badRequest('from', (of) => `${of('from')} must be in the past.`)
  if (to < from) throw badRequest('to', (of) => `${of('to')} must not be before ${of('from')}.`)
  return db.tx(async (sql) => {
    requireNotEnded(await lockWebhook(sql, actor, webhookId, now))
    const replayed = await sql`
      insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, replay_of, due_at, created_at)
      select ${actor.organizationId}, ${webhookId}, e.id, e.order_key, max(d.id), ${now}, ${now}
        from webhook_events e
        join webhook_deliveries d on d.organization_id = e.organization_id and d.event_id = e.id and d.webhook_id = ${webhookId}
       where e.organization_id = ${actor.organizationId}
         and e.at >= ${from}
         and e.at <= ${to}
         and e.type <> ${TEST_EVENT}
       group by e.id, e.order_key
      having bool_and(d.state <> 'waiting')
       order by e.id
       limit ${MOST_REPLAYED + 1}`
    if (replayed.count > MOST_REPLAYED)
      throw badRequest('from', `More than ${MOST_REPLAYED} events happened in this time span. Replay it in parts.`)
    const result = { replayed: replayed.count }
    if (result.replayed > 0) {
      await recordAct(sql, actor, { subject: `webhook:${webhookId}`, action: 'replay', after: { from, to, ...result } }, now)
      await sql`select pg_notify('webhooks_due', '')`
    }
    await beforeCommit?.(sql, result)
    return result
  })
}

/**
 * Sends a test delivery, signed and retried as any other.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT webhook_ended, webhook_paused
 */
export async function testWebhook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId }: WebhookRef,
  beforeCommit?: BeforeCommit<WebhookDelivery>,
): Promise<WebhookDelivery> {
  requireOrganizationAdmin(actor)
  const now = clock()
  return db.tx(async (sql) => {
    const webhook = await lockWebhook(sql, actor, webhookId, now)
    requireNotEnded(webhook)
    if (webhook.state === 'paused') throw new RefusedBecause('webhook_paused')
    const [{ id }] = await sql<[{ id: string }]>`
      with event as (
        insert into webhook_events (organization_id, account_id, type, order_key, subject, at, is_handed_out)
        values (${actor.organizationId}, null, ${TEST_EVENT}, ${`webhook:${webhookId}`}, ${sql.json(webhook)}, ${now}, true)
        returning id, order_key
      )
      insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
      select ${actor.organizationId}, ${webhookId}, id, order_key, ${now}, ${now}
        from event
      returning id` // a Webhook is JSON but for its times, which become text
    return done(sql, actor, { webhookId, id, action: 'test', beforeCommit }, now)
  })
}

type Done = {
  webhookId: string
  id: string
  action: string
  after?: object
  beforeCommit: BeforeCommit<WebhookDelivery> | undefined
}

async function done(
  sql: Sql,
  actor: Actor,
  { webhookId, id, action, after, beforeCommit }: Done,
  now: Date,
): Promise<WebhookDelivery> {
  await recordAct(sql, actor, { subject: `webhook:${webhookId}`, action, after }, now)
  await sql`select pg_notify('webhooks_due', '')`
  const delivery = await requireDelivery(sql, actor, webhookId, id)
  await beforeCommit?.(sql, delivery)
  return delivery
}
