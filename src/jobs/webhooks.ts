/** The loop over webhook deliveries: a slow receiver uses a limited part of the capacity. */
import type { Deps } from '../core/ports/deps.js'
import type { SendWebhook } from '../core/ports/webhooks.js'
import { claimDeliveries, type ClaimedDelivery, nextDeliveryDue } from '../core/webhooks/claim.js'
import { eventIdOf } from '../core/events/events.js'
import { refusalOf } from '../core/webhooks/receiver.js'
import { settleDelivery, type Tried } from '../core/webhooks/settle.js'
import { signatureHeaders } from '../core/webhooks/signing.js'
import { type ShowSubject, subjectOf } from '../core/webhooks/subject.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type WebhooksOptions = {
  send: SendWebhook
  /** Shows a resource in the form of the API. */
  show: ShowSubject
  maxOpen?: number
  /** Longest wait for open deliveries when closing, in ms of real time. */
  closeMs?: number
}

const MAX_OPEN = 96
/** The part of these for receivers that failed the last time. */
const MAX_SUSPECTS = 16
const CLOSE_MS = 12_000

/** Delivers at least once: an unrecorded delivery is left to its lease and sent again under the same id. */
export function makeWebhooks(deps: Deps, { send, show, maxOpen = MAX_OPEN, closeMs = CLOSE_MS }: WebhooksOptions): Loop {
  const { db, clock } = deps
  let openSuspects = 0
  const suspectsLeft = () => Math.max(0, Math.min(MAX_SUSPECTS, maxOpen) - openSuspects)
  const deliver = async (claimed: ClaimedDelivery) => {
    if (claimed.isSuspect) openSuspects++
    try {
      await deliverOne(deps, { send, show }, claimed)
    } finally {
      if (claimed.isSuspect) openSuspects--
    }
  }
  return makeDueLoop(deps, {
    name: 'webhooks',
    channel: 'webhooks_due',
    maxOpen,
    closeMs,
    async begin(capacity) {
      const claimed = await claimDeliveries(db, { now: clock(), limit: capacity, suspects: suspectsLeft() })
      return claimed.map((one) => deps.tracing.step('deliver webhook', { event: one.event.type }, () => deliver(one)))
    },
    nextDue: () => nextDeliveryDue(db, { now: clock(), all: true }),
    nextTake: () => nextDeliveryDue(db, { now: clock(), suspects: suspectsLeft() > 0 }),
  })
}

/** Always ends: without the database, the row is left to its lease. */
async function deliverOne(deps: Deps, sending: Pick<WebhooksOptions, 'send' | 'show'>, claimed: ClaimedDelivery): Promise<void> {
  const { organizationId, id, webhookId, attempt, event } = claimed
  const line = { organizationId, webhookId, deliveryId: id, event: event.type, attempt }
  try {
    const tried = await attempted(deps, sending, claimed)
    const end = await settleDelivery(deps, claimed, tried, deps.clock())
    deps.meter.webhookTried(end, tried.durationMs)
    const { answer } = tried
    const found = answer.kind === 'answered' ? { status: answer.status } : { because: answer.because }
    if (end === 'delivered') deps.log.debug({ ...line, ...found }, 'webhook delivered')
    else deps.log.info({ ...line, ...found, end }, 'webhook not delivered')
  } catch (error) {
    deps.meter.webhookTried('error')
    deps.log.error({ ...line, error }, 'left to its lease')
  }
}

/** Signs with real time, whatever our clock is, because receivers refuse signatures that are old or from the future. */
async function attempted(
  deps: Deps,
  { send, show }: Pick<WebhooksOptions, 'send' | 'show'>,
  { url, secret, oldSecret, event }: ClaimedDelivery,
): Promise<Tried> {
  const { settings, sealer, wallClock } = deps
  if (refusalOf(settings, url) !== undefined) return { answer: { kind: 'unanswered', because: 'private_address' }, durationMs: 0 }
  const { type, at, organizationId, accountId } = event
  const id = eventIdOf(event.id)
  const data = show(subjectOf(event), at)
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data, organizationId, accountId, id })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pinslot-Webhooks/1',
    ...signatureHeaders(sealer, { secret, oldSecret }, { id, at: wallClock(), body }),
  }
  const startedAt = performance.now()
  const answer = await send({ url, headers, body })
  return { answer, durationMs: performance.now() - startedAt }
}
