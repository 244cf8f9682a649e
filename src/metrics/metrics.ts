/** All metrics of this process, in a registry of its own. */
import { collectDefaultMetrics, Gauge, Registry, Counter, Histogram } from 'prom-client'
import type { Backlog } from '../core/publish/diagnostics/backlog.js'
import type { Exposition, Meter, DeliveryResult, PublishResult, WebhookResult } from '../core/ports/metrics.js'
import type { FailureReason } from '../core/ports/notice.js'

export type Watched = {
  /** Limited in time; may throw. */
  readBacklog: () => Promise<Backlog>
  loops: readonly { name: string; heartbeatAgoMs(): number | null }[]
}

export type Metrics = {
  meter: Meter
  /** The latest pin of those that this process sent within the last second, in ms after its time; overdue pins do not count. */
  pinLatenessMs: () => number
  /**
   * Adds the state of the backlog and loops and the process's own metrics: memory, garbage collector, event loop delay.
   * @returns a scrape; concurrent ones share one read of the database
   */
  watch: (watched: Watched) => () => Promise<Exposition>
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  const counters = makeMeter(registry)
  const lateness = makeLateness()
  const pinRequested: Meter['pinRequested'] = (latenessMs) => (counters.pinRequested(latenessMs), lateness.note(latenessMs))
  return {
    meter: { ...counters, pinRequested },
    pinLatenessMs: lateness.now,
    watch({ readBacklog, loops }) {
      collectDefaultMetrics({ register: registry })
      const gauges = makeStateGauges(registry)
      let open: Promise<Exposition> | undefined
      const scrape = async (): Promise<Exposition> => {
        gauges.showBacklog(await readBacklog().catch(() => null))
        gauges.showHeartbeats(loops)
        return { contentType: registry.contentType, text: await registry.metrics() }
      }
      return () => (open ??= scrape().finally(() => (open = undefined)))
    },
  }
}

const REMEMBERED_MS = 1_000
/** Pins that are later than this were held back, so their lateness says nothing about load. */
const OVERDUE_MS = 60_000

/** The largest value of the last second. */
export function makeLateness(clock: () => number = () => performance.now()) {
  let largest = 0
  let notedAt = -Infinity
  const now = () => (clock() - notedAt <= REMEMBERED_MS ? largest : 0)
  return {
    now,
    note(latenessMs: number): void {
      if (latenessMs >= OVERDUE_MS || latenessMs < now()) return
      largest = latenessMs
      notedAt = clock()
    },
  }
}

// The state of the database and of this process's loops at the moment of a scrape.

const HELP = {
  pinslot_due_pins: ['due', 'Queued pins that are due.'],
  pinslot_late_pins: ['late', 'Queued pins more than 10 minutes late, without those on hold.'],
  pinslot_held_pins: ['held', 'Queued pins of accounts that are paused, not connected, or on hold.'],
  pinslot_accounts_on_hold: ['accountsOnHold', 'Accounts from which Pinterest takes no pins for now.'],
  pinslot_open_attempts: ['openAttempts', 'Attempts to publish that a worker has.'],
  pinslot_orphaned_attempts: ['orphanedAttempts', 'Attempts whose worker is gone and which nobody has taken over yet.'],
  pinslot_unknown_outcomes: ['unknownOutcomes', 'Pins whose outcome is unknown.'],
  pinslot_unknown_outcome_oldest_age_seconds: ['oldestUnknownSeconds', 'Since the oldest of these was sent; 0: there is none.'],
  pinslot_outbox_waiting: ['outboxWaiting', 'Notices that wait to be delivered.'],
  pinslot_outbox_oldest_age_seconds: ['oldestNoticeSeconds', 'Since the oldest of these was written; 0: there is none.'],
  pinslot_outbox_dead_letters: [
    'deadLetters',
    'Notices that reached nobody, kept for 30 days; without those that nobody misses, as where no channel is chosen.',
  ],
  pinslot_webhooks_waiting: ['webhooksWaiting', 'Deliveries to webhooks that wait, without those to paused ones.'],
  pinslot_database_writable: [
    'writable',
    '1 while the database takes writes, else 0: its disk is full, it is read-only, or a replica.',
  ],
} as const satisfies Record<string, readonly [keyof Backlog, string]>

type StateGauges = {
  /** @param backlog null if it could not be read; unknown values are left out */
  showBacklog(backlog: Backlog | null): void
  showHeartbeats(loops: readonly { name: string; heartbeatAgoMs(): number | null }[]): void
}

function makeStateGauges(registry: Registry): StateGauges {
  const registers = [registry]
  const gauges = Object.entries(HELP).map(([name, [field, help]]) => ({ gauge: new Gauge({ name, help, registers }), field }))
  const isRead = new Gauge({
    name: 'pinslot_backlog_read',
    help: '1 when the figures of the database could be read for this scrape, else 0: they are then absent.',
    registers,
  })
  const heartbeats = new Gauge({
    name: 'pinslot_loop_beat_age_seconds',
    help: 'Since the loop of this process last completed a scan.',
    labelNames: ['loop'],
    registers,
  })
  return {
    showBacklog(backlog) {
      isRead.set(backlog ? 1 : 0)
      for (const { gauge, field } of gauges) {
        if (backlog) gauge.set(backlog[field])
        else gauge.remove()
      }
    },
    showHeartbeats(loops) {
      for (const loop of loops) {
        const { name } = loop
        const agoMs = loop.heartbeatAgoMs()
        if (agoMs === null) heartbeats.remove(name)
        else heartbeats.set({ loop: name }, agoMs / 1_000)
      }
    },
  }
}

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

function makeMeter(registry: Registry): Meter {
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
  const ratings = new Counter({
    name: 'pinslot_drafts_rated_total',
    help: 'Answers to whether the drafts of a page are of use.',
    labelNames: ['written_by', 'answer'],
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
  for (const writer of ['local', 'model'])
    for (const answer of ['useful', 'not_useful']) ratings.inc({ written_by: writer, answer }, 0)
  return {
    pinRequested: (latenessMs) => lateness.observe(Math.max(0, latenessMs) / 1_000),
    publishEnded: (work, result, reason) => ends.inc({ work: word(work), result, reason: reason ?? '' }),
    platformCalled({ operation, result, ms }) {
      results.inc({ operation, result })
      if (result !== 'held') calls.observe({ operation }, ms / 1_000)
    },
    noticeTried: (result) => deliveries.inc({ result: word(result) }),
    draftsRated: (writtenBy, isUseful) => ratings.inc({ written_by: writtenBy, answer: isUseful ? 'useful' : 'not_useful' }),
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
