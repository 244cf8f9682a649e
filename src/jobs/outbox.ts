/** The loop over the outbox: what is due is handed to the messenger. */
import { claimOutbox, markDead, markDelivered, nextOutboxDue, postpone, type OutboxRow } from '../core/outbox.js'
import type { Deps } from '../core/ports.js'
import { makeDueLoop } from './due-loop.js'
import type { Loop } from './loop.js'

export type OutboxOptions = {
  maxOpen?: number
  /** How long closing waits for open deliveries, in ms of real time. */
  closeMs?: number
}

const MAX_OPEN = 10
const CLOSE_MS = 10_000

/** At least once: a worker that dies after the delivery leaves the row to its lease, and the messenger knows it by its dedupe key. */
export function makeOutbox(deps: Deps, { maxOpen = MAX_OPEN, closeMs = CLOSE_MS }: OutboxOptions = {}): Loop {
  const { db, clock } = deps
  return makeDueLoop(deps, {
    name: 'outbox',
    channel: 'outbox_due',
    maxOpen,
    closeMs,
    begin: async (room) => (await claimOutbox(db.sql, { now: clock(), limit: room })).map((row) => deliver(deps, row)),
    nextDue: () => nextOutboxDue(db.sql),
  })
}

/** Whatever happens, it ends: when the database is gone, the row is left to its lease. */
async function deliver({ db: { sql }, clock, messenger, log }: Deps, row: OutboxRow): Promise<void> {
  const { organizationId, id, destination, notice, dedupeKey, attempt } = row
  const line = { organizationId, outboxId: id, destination, notice: notice.kind, attempt }
  try {
    const delivery = await messenger
      .deliver({ organizationId, destination, notice, dedupeKey })
      .catch((error: unknown) => ({ kind: 'failed' as const, message: error instanceof Error ? error.message : String(error) }))
    const now = clock()
    switch (delivery.kind) {
      case 'delivered':
        await markDelivered(sql, row, now)
        return log.info(line, 'told')
      case 'undeliverable':
        await markDead(sql, row, delivery.message, now)
        return log.warn({ ...line, reason: delivery.message }, 'nobody can be told')
      case 'later':
      case 'failed': {
        const next = await postpone(sql, row, delivery, now)
        return log.warn({ ...line, reason: delivery.message, next }, 'not told yet')
      }
    }
  } catch (error) {
    log.error({ ...line, error }, 'left to its lease')
  }
}
