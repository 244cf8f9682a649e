/** Changes, pauses and deletes endpoints, and rotates their secrets. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { RefusedBecause } from '../lib/errors.js'
import { after, DAY_MS } from '../lib/duration.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { requireOrganizationAdmin } from '../accounts/people/roles.js'
import type { WithSecret } from './create.js'
import { readAccountIds, readEvents, writeAccounts } from './fields.js'
import { requireReceiver } from './receiver.js'
import { newSecret } from './signing.js'
import { lockWebhook, requireWebhook, type Webhook, type WebhookRef } from './webhook.js'

/** How long the previous secret signs, too. */
export const OLD_SECRET_MS = DAY_MS

export type WebhookChange = WebhookRef & {
  url?: string | undefined
  events?: readonly string[] | undefined
  /** null: all accounts. */
  accountIds?: readonly string[] | null | undefined
  state?: 'active' | 'paused' | undefined
}

/**
 * Changes an endpoint; waiting deliveries go to the new address. Events of a paused endpoint wait, like failed deliveries, and
 * are sent when it is resumed.
 * @throws FORBIDDEN · NOT_FOUND, also an account · BAD_REQUEST url, events, accountIds · CONFLICT webhook_ended
 */
export async function updateWebhook(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  { webhookId, ...change }: WebhookChange,
  beforeCommit?: BeforeCommit<Webhook>,
): Promise<Webhook> {
  requireOrganizationAdmin(actor)
  const url = change.url === undefined ? undefined : requireReceiver(settings, change.url)
  const events = change.events && readEvents(change.events)
  const accountIds = change.accountIds === undefined ? undefined : readAccountIds(change.accountIds)
  const now = clock()
  return db.tx(async (sql) => {
    const before = await lockWebhook(sql, actor, webhookId, now)
    requireNotEnded(before)
    if (change.state === 'paused' && before.state === 'active') await pauseIn(sql, before, 'admin', now)
    if (change.state === 'active' && before.state === 'paused') await resume(sql, before, now)
    await sql`
      update webhooks
         set url = ${url ?? before.url}, events = ${events ?? before.events}::text[],
             names_accounts = ${(accountIds === undefined ? before.accountIds : accountIds) !== null}
       where organization_id = ${actor.organizationId}
         and id = ${webhookId}`
    if (accountIds !== undefined) await writeAccounts(sql, actor, webhookId, accountIds)
    const webhook = await requireWebhook(sql, actor, webhookId, now)
    const [was, is] = differences(before, webhook)
    if (is !== undefined) {
      const act = { subject: `webhook:${webhookId}`, action: actionOf(before, webhook), before: was, after: is }
      await recordAct(sql, actor, act, now)
    }
    await beforeCommit?.(sql, webhook)
    return webhook
  })
}

/** Pauses an endpoint in the caller's transaction, which holds it. */
export async function pauseIn(
  sql: Sql,
  { organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>,
  because: 'admin' | 'failing',
  now: Date,
): Promise<void> {
  await sql`
    update webhooks
       set state = 'paused', state_reason = ${because}, state_since = ${now}
     where organization_id = ${organizationId}
       and id = ${id}
       and state = 'active'`
}

/** Makes all waiting deliveries due, with all their tries. */
async function resume(sql: Sql, { organizationId, id }: Webhook, now: Date): Promise<void> {
  await sql`
    update webhooks
       set state = 'active', state_reason = null, state_since = null, failing_since = null, failures = 0, held_until = null
     where organization_id = ${organizationId}
       and id = ${id}`
  await sql`
    update webhook_deliveries
       set due_at = least(due_at, ${now}), tries = 0
     where organization_id = ${organizationId}
       and webhook_id = ${id}
       and due_at is not null
       and lease_until is null
       and tries > 0`
  await sql`select pg_notify('webhooks_due', '')`
}

const CHANGEABLE = ['url', 'events', 'accountIds', 'state'] as const

function differences(before: Webhook, after: Webhook): [was: object, is: object | undefined] {
  const changed = CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const of = (webhook: Webhook) => Object.fromEntries(changed.map((field) => [field, webhook[field]]))
  return [of(before), changed.length === 0 ? undefined : of(after)]
}

function actionOf(before: Webhook, after: Webhook): string {
  if (before.state === after.state) return 'update'
  return after.state === 'paused' ? 'pause' : 'resume'
}

/** Checks that the endpoint has not ended. @throws CONFLICT webhook_ended */
export function requireNotEnded({ state }: Pick<Webhook, 'state'>): void {
  if (state === 'ended') throw new RefusedBecause('webhook_ended')
}

/**
 * Creates a new secret, shown once. The previous one signs too for a day, so that the receiver can be changed meanwhile; an older
 * one does not.
 * @throws FORBIDDEN · NOT_FOUND · CONFLICT webhook_ended
 */
export async function rotateWebhookSecret(
  { db, clock, sealer }: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  actor: Actor,
  { webhookId }: WebhookRef,
  beforeCommit?: BeforeCommit<WithSecret>,
): Promise<WithSecret> {
  requireOrganizationAdmin(actor)
  const now = clock()
  const secret = newSecret()
  return db.tx(async (sql) => {
    requireNotEnded(await lockWebhook(sql, actor, webhookId, now))
    await sql`
      update webhooks
         set old_secret = secret, old_secret_until = ${after(now, OLD_SECRET_MS)}, secret = ${sealer.seal(secret)}
       where organization_id = ${actor.organizationId}
         and id = ${webhookId}`
    const webhook = await requireWebhook(sql, actor, webhookId, now)
    await recordAct(sql, actor, { subject: `webhook:${webhookId}`, action: 'rotate_secret' }, now)
    const made = { webhook, secret }
    await beforeCommit?.(sql, made)
    return made
  })
}

/**
 * Deletes an endpoint with its log; waiting deliveries are not sent. @returns the deleted endpoint @throws FORBIDDEN · NOT_FOUND
 */
export async function deleteWebhook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { webhookId }: WebhookRef,
  beforeCommit?: BeforeCommit<Webhook>,
): Promise<Webhook> {
  requireOrganizationAdmin(actor)
  const now = clock()
  return db.tx(async (sql) => {
    const webhook = await lockWebhook(sql, actor, webhookId, now)
    await sql`
      delete from webhooks
       where organization_id = ${actor.organizationId}
         and id = ${webhookId}`
    const { url, events, accountIds } = webhook
    await recordAct(sql, actor, { subject: `webhook:${webhookId}`, action: 'delete', before: { url, events, accountIds } }, now)
    await beforeCommit?.(sql, webhook)
    return webhook
  })
}
