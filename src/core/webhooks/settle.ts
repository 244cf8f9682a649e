/** How a delivery ends: it arrived, it is tried again, it is given up; and what follows for its endpoint. */
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

/** Before the second try, the third, …: eight in all. */
const RETRY_AFTER_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS] as const
/** Of each wait, at random: what failed together is not tried again together. */
const JITTER = 0.1
/** An endpoint that fails once more is left alone for so long, counted from its third failure in a row. */
const HOLD_MS = [5 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const
const UNHELD_FAILURES = 2
/** What a receiver asks for with Retry-After, and gets. */
const LONGEST_WAIT_MS = HOUR_MS
/** Without a success. */
const PAUSED_AFTER_MS = DAY_MS
/** Kept of an answer, in characters. */
const ANSWER_LENGTH = 500
const GONE = 410

/** `superseded`: somebody else has it, or it is deleted. */
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
 * What `/v1` shows. Our own network is no value there: a resolver speaks of a name whose servers never answer as of a net that is down, and a day
 * of failures has to pause such an endpoint. @see docs/decisions.md#52-offline-webhooks
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

/** null: it arrived. */
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

/** As Postgres takes it. */
const beginningOf = (text: string) =>
  [...text.slice(0, 2 * ANSWER_LENGTH)].slice(0, ANSWER_LENGTH).join('').replaceAll('\0', '').toWellFormed()

type FailedTry = Tried & { error: DeliveryError }

/** The endpoint is held first, as by everybody who writes both. */
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
  const isPaused = webhook.state === 'active' && now.getTime() - failingSince.getTime() >= PAUSED_AFTER_MS // keeps what waits
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

/** Where an endpoint has failed for nearly a day, the end of that day decides. */
function beforeItIsPaused(at: Date, failingSince: Date, now: Date): Date {
  const end = after(failingSince, PAUSED_AFTER_MS)
  return end > now && end < at ? end : at
}

/** What a receiver that is busy asks for, in ms. undefined: nothing. */
function askedWaitOf(answer: WebhookAnswer, now: Date): number | undefined {
  if (answer.kind !== 'answered' || (answer.status !== 429 && answer.status !== 503)) return undefined
  return readRetryAfterMs(answer.retryAfter, now, LONGEST_WAIT_MS) || undefined
}

/** What waits is over with it; what is open just now ends by itself. */
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
