/** Settles a delivery: delivered, retried or failed; and updates its endpoint. */
import { after, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { readRetryAfterMs } from '../lib/http/retry-after.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { NoAnswer } from '../ports/no-answer.js'
import type { WebhookAnswer } from '../ports/webhooks.js'
import { pauseIn } from './change.js'
import type { ClaimedDelivery } from './claim.js'
import type { DeliveryError } from './deliveries.js'
import { notifyAdmins } from './notify.js'
import { lockWebhook, type Webhook } from './webhook.js'

/** The waits before the second try, the third and so on: eight tries in all. */
const RETRY_AFTER_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS] as const
/** The random part of each wait, so that what failed together is not retried together. */
const JITTER = 0.1
/** How long a failing endpoint gets no delivery, from its third failure in a row. */
const HOLD_MS = [5 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const
const UNHELD_FAILURES = 2
/** The longest Retry-After of a receiver that is followed. */
const LONGEST_WAIT_MS = HOUR_MS
/** An endpoint is paused after this time without a success. */
const PAUSED_AFTER_MS = DAY_MS
/** The length of the stored answer, in characters. */
const ANSWER_LENGTH = 500
const GONE = 410

/** `superseded`: another process has claimed it, or it is deleted. */
export type DeliveryEnd = 'delivered' | 'later' | 'failed' | 'superseded'

export type Tried = { answer: WebhookAnswer; durationMs: number }

const leasedBy = (sql: Sql, { organizationId, id, leaseUntil }: ClaimedDelivery) => sql`
  organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil} and due_at is not null`

export async function settleDelivery(
  deps: Pick<Deps, 'db' | 'random'>,
  claimed: ClaimedDelivery,
  tried: Tried,
  now: Date,
): Promise<DeliveryEnd> {
  const error = errorOf(tried.answer)
  return error === null
    ? settleDelivered(deps.db.sql, claimed, tried, now)
    : deps.db.tx((sql) => settleFailed(sql, deps, claimed, { ...tried, error }, now))
}

/**
 * The errors that `/v1` shows. Being offline is not one: a resolver reports a name with dead servers as if the network were down,
 * and a day of failures has to pause such an endpoint. @see docs/decisions.md#52-offline-webhooks
 */
const ERRORS: Readonly<Record<NoAnswer, DeliveryError>> = {
  private_address: 'blocked',
  offline: 'dns',
  dns: 'dns',
  refused: 'refused',
  timeout: 'timeout',
  tls: 'tls',
  reset: 'reset',
}

/** Returns the error of an answer; null: it was delivered. */
function errorOf(answer: WebhookAnswer): DeliveryError | null {
  if (answer.kind === 'unanswered') return ERRORS[answer.because]
  if (answer.status >= 200 && answer.status < 300) return null
  return answer.status >= 300 && answer.status < 400 ? 'redirect' : 'status'
}

async function settleDelivered(sql: Sql, claimed: ClaimedDelivery, tried: Tried, now: Date): Promise<DeliveryEnd> {
  const rows = await sql`
    with delivered as (
      update webhook_deliveries
         set state = 'delivered', due_at = null, lease_until = null, ${attempted(sql, tried, null, now)}
       where ${leasedBy(sql, claimed)}
      returning webhook_id
    ), well as (
      update webhooks w
         set failing_since = null, failures = 0, held_until = null, delivered_at = ${now}
        from delivered d
       where w.organization_id = ${claimed.organizationId}
         and w.id = d.webhook_id
         and (w.failures > 0 or w.delivered_at is null or w.delivered_at < ${now}::timestamptz - interval '1 minute')
    )
    select from delivered`
  return rows.length === 1 ? 'delivered' : 'superseded'
}

const attempted = (sql: Sql, { answer, durationMs }: Tried, error: DeliveryError | null, now: Date) => sql`
  tried_at = ${now}, duration_ms = ${Math.round(durationMs)}, error = ${error},
  status = ${answer.kind === 'answered' ? answer.status : null},
  answer = ${answer.kind === 'answered' ? beginningOf(answer.text) : null}`

/** Cuts the answer to what Postgres can store. */
const beginningOf = (text: string) =>
  [...text.slice(0, 2 * ANSWER_LENGTH)].slice(0, ANSWER_LENGTH).join('').replaceAll('\0', '').toWellFormed()

type FailedTry = Tried & { error: DeliveryError }

/** Settles a failed try. The endpoint is locked first, as by every write of both. */
async function settleFailed(
  sql: Sql,
  { random }: Pick<Deps, 'random'>,
  claimed: ClaimedDelivery,
  tried: FailedTry,
  now: Date,
): Promise<DeliveryEnd> {
  const { organizationId, webhookId, attempt } = claimed
  const [webhook] = await sql<Held[]>`
    select id, organization_id as "organizationId", url, state, failing_since as "failingSince", failures
      from webhooks
     where organization_id = ${organizationId}
       and id = ${webhookId}
       for no key update`
  if (!webhook) return 'superseded'
  const isGone = tried.answer.kind === 'answered' && tried.answer.status === GONE
  const askedMs = askedWaitOf(tried.answer, now)
  const retryMs = RETRY_AFTER_MS[attempt - 1]
  const failingSince = webhook.failingSince ?? now
  const isPaused = webhook.state === 'active' && now.getTime() - failingSince.getTime() >= PAUSED_AFTER_MS // waiting deliveries are kept
  const isOver = isGone || webhook.state === 'ended' || (retryMs === undefined && !isPaused)
  const waitMs = Math.max((retryMs ?? 0) * (1 + JITTER * random()), askedMs ?? 0)
  const dueAt = isOver ? null : beforeItIsPaused(after(now, waitMs), failingSince, now)
  const settled = await sql`
    update webhook_deliveries
       set state = ${isOver ? 'failed' : 'waiting'}, due_at = ${dueAt}, lease_until = null, ${attempted(sql, tried, tried.error, now)}
     where ${leasedBy(sql, claimed)}`
  if (settled.count !== 1) return 'superseded'
  const failures = webhook.failures + 1
  const holdMs = askedMs ?? HOLD_MS[Math.min(failures - UNHELD_FAILURES, HOLD_MS.length) - 1]
  await sql`
    update webhooks
       set failing_since = ${failingSince}, failures = ${failures},
           held_until = ${holdMs === undefined ? null : beforeItIsPaused(after(now, holdMs), failingSince, now)}
     where organization_id = ${organizationId}
       and id = ${webhookId}`
  if (isGone) await endWebhook(sql, webhook, now)
  else if (isPaused) {
    await pauseIn(sql, webhook, 'failing', now)
    await notifyAdmins(sql, webhook, 'failing', now)
  }
  return isOver ? 'failed' : 'later'
}

type Held = Pick<Webhook, 'organizationId' | 'id' | 'url' | 'state' | 'failingSince'> & { failures: number }

/**
 * Returns the end of the day after which a failing endpoint is paused, if it comes before the next try: a last try then decides.
 */
function beforeItIsPaused(at: Date, failingSince: Date, now: Date): Date {
  const end = after(failingSince, PAUSED_AFTER_MS)
  return end > now && end < at ? end : at
}

/** Returns the wait that a busy receiver requests, in ms. undefined: none. */
function askedWaitOf(answer: WebhookAnswer, now: Date): number | undefined {
  if (answer.kind !== 'answered' || (answer.status !== 429 && answer.status !== 503)) return undefined
  return readRetryAfterMs(answer.retryAfter, now, LONGEST_WAIT_MS) || undefined
}

/** Ends an endpoint: waiting deliveries fail, and open ones end by themselves. */
async function endWebhook(sql: Sql, webhook: Held, now: Date): Promise<void> {
  const { organizationId, id } = await lockWebhook(sql, webhook, webhook.id, now)
  await sql`
    update webhooks
       set state = 'ended', state_reason = 'gone', state_since = ${now}, old_secret = null, old_secret_until = null
     where organization_id = ${organizationId}
       and id = ${id}`
  await sql`
    update webhook_deliveries
       set state = 'failed', due_at = null, error = 'gone'
     where organization_id = ${organizationId}
       and webhook_id = ${id}
       and due_at is not null
       and (lease_until is null or lease_until <= ${now})`
  await notifyAdmins(sql, webhook, 'gone', now)
}
