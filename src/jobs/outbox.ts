/** The loop over the outbox: what is due is handed to the messenger. */
import { setTimeout as sleep } from 'node:timers/promises'
import { markDead, markDelivered, postpone, type OutboxRow } from '../core/outbox/outbox.js'
import { claimNotices, nextNoticeDue } from '../core/outbox/claim-due.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type OutboxOptions = {
  maxOpen?: number
  /** How long closing waits for open deliveries, in ms of real time. */
  closeMs?: number
}

const MAX_OPEN = 10
const CLOSE_MS = 10_000
/** Real time: together with the longest delivery less than the lease. */
const WRITE_MS = 60_000

/**
 * At least once: a worker that dies between the delivery and its being written down leaves the row to its lease, and it is
 * delivered again. The other side cannot be queried for the message: reading channels is a scope that the app does not request.
 */
export function makeOutbox(deps: Deps, { maxOpen = MAX_OPEN, closeMs = CLOSE_MS }: OutboxOptions = {}): Loop {
  const { db, clock } = deps
  return makeDueLoop(deps, {
    name: 'outbox',
    channel: 'outbox_due',
    maxOpen,
    closeMs,
    begin: async (capacity) =>
      (await claimNotices(db, { now: clock(), limit: capacity })).map((row) =>
        deps.tracing.step('deliver notice', { notice: row.notice.kind }, () => deliver(deps, row)),
      ),
    nextDue: () => nextNoticeDue(db, clock()),
  })
}

/** What was delivered is delivered again unless that is written down: while the database is away, it is tried for a minute. */
async function untilWritten(write: () => Promise<void>): Promise<void> {
  const endsAt = performance.now() + WRITE_MS
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    try {
      return await write()
    } catch (error) {
      if (performance.now() + waitMs >= endsAt) throw error
      await sleep(waitMs)
    }
  }
}

/** Whatever happens, it ends: when the database is gone, the row is left to its lease. */
async function deliver({ db: { sql }, clock, messenger, log, meter }: Deps, row: OutboxRow): Promise<void> {
  const { organizationId, id, destination, notice, dedupeKey, attempt } = row
  const line = { organizationId, outboxId: id, destination, notice: notice.kind, attempt }
  try {
    const delivery = await messenger
      .deliver({ organizationId, destination, notice, dedupeKey })
      .catch((error: unknown) => ({ kind: 'failed' as const, message: error instanceof Error ? error.message : String(error) }))
    const now = clock()
    switch (delivery.kind) {
      case 'delivered':
        await untilWritten(() => markDelivered(sql, row, now))
        meter.noticeTried('delivered')
        return log.info(line, 'notice delivered')
      case 'undeliverable':
        await markDead(sql, row, delivery, now)
        meter.noticeTried('undeliverable')
        return log.warn({ ...line, reason: delivery.message }, 'notice undeliverable')
      case 'later':
      case 'failed': {
        const next = await postpone(sql, row, delivery, now)
        meter.noticeTried(next === 'dead' ? 'gave up' : 'later')
        return log.warn({ ...line, reason: delivery.message, next }, 'notice not delivered yet')
      }
    }
  } catch (error) {
    meter.noticeTried('error')
    log.error({ ...line, error }, 'left to its lease')
  }
}
