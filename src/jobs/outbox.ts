/** The loop over the outbox, which passes due notices to the messenger. */
import { setTimeout as sleep } from 'node:timers/promises'
import { markDead, markDelivered, postpone, type OutboxRow } from '../core/notices/outbox.js'
import { claimNotices, nextNoticeDue } from '../core/notices/claim-due.js'
import type { Deps } from '../core/ports/deps.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type OutboxOptions = {
  maxOpen?: number
  /** Longest wait for open deliveries when closing, in ms of real time. */
  closeMs?: number
}

const MAX_OPEN = 10
const CLOSE_MS = 10_000
/** Real time; less than the lease even with the longest delivery. */
const WRITE_MS = 60_000

/**
 * Delivers at least once: if a worker dies before recording a delivery, the row is delivered again after its lease. The message
 * is not searched in Slack, because a workspace may refuse the scopes to read channels.
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

/** Retries for a minute while the database is away, because an unrecorded delivery would be repeated. */
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

/** Always ends: without the database, the row is left to its lease. */
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
