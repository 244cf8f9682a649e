/** Endpoints of an organization that receive its events. */
import type { Actor } from '../lib/actor.js'
import { notFound } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import { isRowId } from '../lib/rows/row-id.js'
import { requireOrganizationAdmin } from '../accounts/people/roles.js'
import type { ALL_EVENTS, WebhookEvent } from '../events/events.js'

export const MOST_WEBHOOKS = 20
/** The most accounts of one endpoint. */
export const MOST_WEBHOOK_ACCOUNTS = 100

/** `ended`: the receiver ended it for good. */
export type WebhookState = 'active' | 'paused' | 'ended'
/** `admin`: an admin paused it · `failing`: no delivery succeeded for a day · `gone`: the receiver answered 410. */
export type WebhookStateReason = 'admin' | 'failing' | 'gone'

export type Webhook = {
  organizationId: string
  id: string
  url: string
  /** The events in the order of the list; `*` alone: all of them. */
  events: (WebhookEvent | typeof ALL_EVENTS)[]
  /** null: all accounts, also those that are connected later. */
  accountIds: string[] | null
  state: WebhookState
  /** null: it is active. */
  stateReason: WebhookStateReason | null
  stateSince: Date | null
  /** Until when the previous secret signs, too; null: only the current one does. */
  oldSecretUntil: Date | null
  /** The first failure after the last success; null: the last one succeeded. */
  failingSince: Date | null
  deliveredAt: Date | null
  createdBy: string
  createdAt: Date
}

/** The columns of `webhooks w`. */
export const webhookColumns = (sql: Sql, now: Date) => sql`
  w.organization_id as "organizationId", w.id, w.url, w.events,
  case when w.names_accounts
       then (select coalesce(json_agg(a.account_id::text order by a.account_id), '[]')
               from webhook_accounts a
              where a.organization_id = w.organization_id and a.webhook_id = w.id) end as "accountIds",
  w.state, w.state_reason as "stateReason", w.state_since as "stateSince",
  case when w.old_secret_until > ${now} then w.old_secret_until end as "oldSecretUntil", w.failing_since as "failingSince",
  w.delivered_at as "deliveredAt", w.created_by as "createdBy", w.created_at as "createdAt"`

/**
 * Lists endpoints, oldest first, ended ones too. @throws FORBIDDEN not an admin of the organization: an address may be a secret
 */
export async function listWebhooks({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<Webhook[]> {
  requireOrganizationAdmin(actor)
  return [
    ...(await sql<Webhook[]>`
    select ${webhookColumns(sql, clock())}
      from webhooks w
     where w.organization_id = ${actor.organizationId}
     order by w.id`),
  ]
}

export type WebhookRef = { webhookId: string }

/** Reads an endpoint. @throws FORBIDDEN · NOT_FOUND */
export async function readWebhook(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId }: WebhookRef,
): Promise<Webhook> {
  requireOrganizationAdmin(actor)
  return requireWebhook(sql, actor, webhookId, clock())
}

/** Reads an endpoint. @throws NOT_FOUND also for a foreign id and for one of the wrong form */
export async function requireWebhook(
  sql: Sql,
  { organizationId }: Pick<Actor, 'organizationId'>,
  webhookId: string,
  now: Date,
): Promise<Webhook> {
  if (!isRowId(webhookId)) throw notFound('Resource')
  const [webhook] = await sql<Webhook[]>`
    select ${webhookColumns(sql, now)}
      from webhooks w
     where w.organization_id = ${organizationId}
       and w.id = ${webhookId}`
  if (!webhook) throw notFound('Resource')
  return webhook
}

/** Reads an endpoint and locks it until the end of the transaction. @throws NOT_FOUND */
export async function lockWebhook(
  sql: Sql,
  actor: Pick<Actor, 'organizationId'>,
  webhookId: string,
  now: Date,
): Promise<Webhook> {
  if (!isRowId(webhookId)) throw notFound('Resource')
  await sql`
    select
      from webhooks
     where organization_id = ${actor.organizationId}
       and id = ${webhookId}
       for no key update`
  return requireWebhook(sql, actor, webhookId, now)
}
