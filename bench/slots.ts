/**
 * The smart schedule at size, against a naive expansion of every slot with luxon and with rrule in the same run: the next open
 * slot, the dated schedule, a thousand placements in a row and two hundred at once. A wrong answer ends it; a time is only
 * reported.
 */
import { openPool } from '../src/db/pool.js'
import { withBench } from './support/world.js'
import { measureFull, measureRow } from './support/slots/crowd.js'
import { printBars } from './support/slots/figures.js'
import { measureNext } from './support/slots/next.js'
import { measureSchedule } from './support/slots/schedule.js'
import { isSmoke } from './support/options.js'

const rounds = isSmoke ? 10 : 200

await withBench(async ({ target }) => {
  const db = openPool(target.url, { max: 10, statementTimeoutMs: 600_000 }) // of the production's size
  try {
    await measureNext(db, { rounds, isSmoke })
    await measureSchedule(db, { rounds, isSmoke })
    await measureRow(db, { pins: isSmoke ? 100 : 1_000 })
    const crowds = [
      { callers: 200, open: 150 },
      { callers: 200, open: 300 },
    ]
    await measureFull(db, { rounds, aWeek: isSmoke ? 10 : 100, crowds })
    printBars()
  } finally {
    await db.close()
  }
})
