/** All metrics of this process, in a registry of its own. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Backlog } from '../core/posts/publish/diagnostics/backlog.js'
import type { Exposition, Meter } from '../core/ports/metrics.js'
import { makeMeter } from './meter.js'

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
