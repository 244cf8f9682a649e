/**
 * One tenant asks for as much as the contract allows, of each thing that tenants share; what the others wait for stays within twice their usual,
 * measured in the same run without it. `npm run bench -- neighbours memory` measures one row. Ends with 1 over a bar.
 */
import { makeLocalStorage } from '../src/storage/local.js'
import { startForked } from './support/forked.js'
import { withBench } from './support/world.js'
import { isSmoke, namedParts } from './support/options.js'
import { makeRows, type Measured } from './support/neighbours/rows.js'
import { at, endByBars, judge, ms } from './support/slots/figures.js'

const MOST_TIMES = 2
/** A short run proves that it runs: machines that do other things beside it are slow. */
const FLOOR_TIMES = isSmoke ? 10 : 1
const MEMORY_TIMES = isSmoke ? 1.5 : 1
const all = makeRows(isSmoke)
const isNamed = namedParts(all.map(({ name }) => name))
const rows = all.filter(({ name }) => isNamed(name))

const p99 = ({ took }: Measured) => at(took, 0.99)

await withBench(async ({ db, target }) => {
  const platform = await startForked(new URL('./support/neighbours/platform.js', import.meta.url), {})
  const storage = makeLocalStorage({
    dir: target.dir,
    publicUrl: () => '',
    secret: Buffer.from('bench'),
    clock: () => new Date(),
  })
  try {
    console.log('What the neighbours wait for, p99: alone, and beside a tenant that asks for all it may')
    for (const row of rows) {
      const { name, floorMs, mostMiB } = row
      // a process for each row: what one leaves behind is not the next one's
      const service = await startForked(new URL('./support/neighbours/service.js', import.meta.url), {
        ...target,
        platformUrl: platform.url,
      })
      try {
        const bench = { db, storage, api: service.url, platform: platform.url, pid: service.pid }
        if (!isSmoke) await row.measure(bench, false) // what a process does for the first time takes longer
        const alone = await row.measure(bench, false)
        const beside = await row.measure(bench, true)
        const most = Math.max(MOST_TIMES * p99(alone), floorMs * FLOOR_TIMES)
        const isLate = p99(beside) > most
        const isLarge = mostMiB !== undefined && (beside.peakMiB ?? 0) > mostMiB * MEMORY_TIMES
        const memory = beside.peakMiB ? `, ${beside.peakMiB.toFixed(0)} MiB at most` : ''
        const note = beside.note ? `, ${beside.note}` : ''
        const found = `${ms(p99(alone))}, ${ms(p99(beside))}${memory}${note}`
        judge(name, found, `${ms(most)}${mostMiB ? `, ${mostMiB} MiB` : ''}`, isLate || isLarge)
      } finally {
        service.stop()
        await db.sql`truncate posts, publish_attempts, publish_lanes, outbox cascade`
      }
    }
  } finally {
    platform.stop()
  }
})
endByBars()
