/**
 * The counters and durations of this process, by Prometheus's conventions. Labels come from fixed lists: never an id, a name or
 * an address.
 */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { FailureReason } from '../core/ports/notice.js'
import type { DeliveryResult, Meter, PublishResult, WebhookResult } from '../core/ports/metrics.js'

/** Seconds: from the loop's promise to an hour, beyond which the exact lateness does not matter. */
const LATENESS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600, 1_800, 3_600]
/** Seconds. A create call may take 30 s. */
const CALL = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]
const REQUEST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

const RESULTS = ['sent', 'again', 'held', 'unknown', 'superseded', 'error'] satisfies PublishResult[]
const DELIVERIES = ['delivered', 'later', 'undeliverable', 'gave up', 'error'] satisfies DeliveryResult[]
const WEBHOOKS = ['delivered', 'later', 'failed', 'superseded', 'error'] satisfies WebhookResult[]
const TICKS = ['done', 'failed'] as const
const REASONS: Record<FailureReason, true> = {
  media_rejected: true,
  board_gone: true,
  board_forbidden: true,
  pin_gone: true,
  pin_forbidden: true,
  section_gone: true,
  account_disconnected: true,
  account_on_hold: true,
  paused: true,
  missed: true,
  platform_rejected: true,
  platform_unavailable: true,
  link_dead: true,
  outcome_unknown: true,
}

export function makeMeter(registry: Registry): Meter {
  const registers = [registry]
  const lateness = new Histogram({
    name: 'pinslot_pickup_lateness_seconds',
    help: 'From the time of a pin to the request that creates it; not of retries.',
    buckets: LATENESS,
    registers,
  })
  const ends = new Counter({
    name: 'pinslot_publish_ends_total',
    help: 'Ends of publish attempts, read-backs and takeovers, by result; reason: why a pin failed for good.',
    labelNames: ['work', 'result', 'reason'],
    registers,
  })
  const calls = new Histogram({
    name: 'pinslot_platform_call_duration_seconds',
    help: 'Exchanges with the platform, tries of one call each by itself, by operation.',
    labelNames: ['operation'],
    buckets: CALL,
    registers,
  })
  const results = new Counter({
    name: 'pinslot_platform_calls_total',
    help: 'The same exchanges by operation and result: ok, held (not sent, the quota is used up) or the kind of error.',
    labelNames: ['operation', 'result'],
    registers,
  })
  const deliveries = new Counter({
    name: 'pinslot_outbox_deliveries_total',
    help: 'Tries to deliver a notice, by result.',
    labelNames: ['result'],
    registers,
  })
  const webhooks = new Counter({
    name: 'pinslot_webhook_deliveries_total',
    help: 'Tries to deliver to a webhook, by result; failed: given up.',
    labelNames: ['result'],
    registers,
  })
  const webhookCalls = new Histogram({
    name: 'pinslot_webhook_duration_seconds',
    help: 'From a delivery that is sent to the end of its answer.',
    buckets: REQUEST,
    registers,
  })
  const ticks = new Counter({
    name: 'pinslot_cron_ticks_total',
    help: 'Ticks that this process ran, by job and result.',
    labelNames: ['tick', 'result'], // a scrape already has a label `job`
    registers,
  })
  const requests = new Histogram({
    name: 'pinslot_http_request_duration_seconds',
    help: 'Answered requests by method, route template and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST,
    registers,
  })
  const refusals = new Counter({
    name: 'pinslot_http_overload_refusals_total',
    help: 'Requests refused at once with 503, since there was more to do than got done.',
    registers,
  })
  const connections = new Histogram({
    name: 'pinslot_database_connection_wait_seconds',
    help: 'How long transactions waited for a connection, by pool.',
    labelNames: ['pool'],
    buckets: REQUEST,
    registers,
  })
  // Starts counters at zero, so that the first increase is visible.
  for (const result of RESULTS) ends.inc({ work: 'publish', result, reason: '' }, 0)
  for (const reason of Object.keys(REASONS)) ends.inc({ work: 'publish', result: 'failed', reason }, 0)
  for (const result of DELIVERIES) deliveries.inc({ result: word(result) }, 0)
  for (const result of WEBHOOKS) webhooks.inc({ result }, 0)
  return {
    pinRequested: (latenessMs) => lateness.observe(Math.max(0, latenessMs) / 1_000),
    publishEnded: (work, result, reason) => ends.inc({ work: word(work), result, reason: reason ?? '' }),
    platformCalled({ operation, result, ms }) {
      results.inc({ operation, result })
      if (result !== 'held') calls.observe({ operation }, ms / 1_000)
    },
    noticeTried: (result) => deliveries.inc({ result: word(result) }),
    webhookTried(result, ms) {
      webhooks.inc({ result })
      if (ms !== undefined) webhookCalls.observe(ms / 1_000)
    },
    tickRan(job, result) {
      for (const one of TICKS) ticks.inc({ tick: job, result: one }, one === result ? 1 : 0)
    },
    connectionTaken: (pool, waitedMs) => connections.observe({ pool }, waitedMs / 1_000),
    requestRefused: () => refusals.inc(),
    requestAnswered({ method, route, status, ms }) {
      requests.observe(
        { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` },
        ms / 1_000,
      )
    },
  }
}

const word = (name: string) => name.replaceAll(' ', '_')
