/**
 * What grows with the database: the same work at two sizes, in milliseconds and in pages of the database that it touches, and the disk that a pin
 * takes; at last the minute in which more is due than in any other. `--organizations N --queued N --sent N` set the larger one, the smaller is a
 * tenth of it; `--minute N`: how many are due in that minute.
 */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { showDisk } from './support/scale/disk.js'
import { inHaste } from './support/scale/haste.js'
import { type Cost, openMeasured } from '../test/core/growth/support/cost.js'
import { fill, NOTHING, type Size } from '../test/core/growth/support/many-teams.js'
import { publishFullMinute } from './support/scale/minute.js'
import { at, ms, show } from './support/slots/figures.js'
import { measureAll } from './support/scale/work.js'
import { numberOption } from './support/options.js'
import { withBench } from './support/world.js'

const LARGER: Size = {
  organizations: numberOption('organizations', 100_000, 10_000),
  queued: numberOption('queued', 10_000_000, 1_000_000),
  sent: numberOption('sent', 10_000_000, 100_000),
}
const SMALLER: Size = {
  organizations: Math.ceil(LARGER.organizations / 10),
  queued: Math.ceil(LARGER.queued / 10),
  sent: Math.ceil(LARGER.sent / 10),
}
const MINUTE = numberOption('minute', 100_000, 10_000)
const HOW = { atATime: 100_000, connections: 2 }
/** Of a pin with all around it, what the minute leaves behind, and once more at most what the log holds. */
const PIN_BYTES = 5_000
const LOG_BYTES = 6e9

const size = ({ organizations, queued, sent }: Size) =>
  `${organizations.toLocaleString('en')} organizations, ${queued.toLocaleString('en')} queued, ${sent.toLocaleString('en')} published`
const cost = ({ ms: took, pages }: Cost) =>
  `${took.toFixed(took < 10 ? 2 : 0).padStart(9)} ms ${Math.round(pages).toLocaleString('en').padStart(10)} pages`

const { bavail, bsize } = statfsSync(tmpdir())
const needed = (LARGER.queued + LARGER.sent) * PIN_BYTES + LOG_BYTES
if (bavail * bsize < needed)
  throw new Error(`${tmpdir()} has not the ${Math.ceil(needed / 1e9)} GB that this may take: choose smaller sizes`)

await withBench(
  async ({ world, target }) => {
    const db = openMeasured(target.url)
    try {
      const smaller = new Map<string, Cost>()
      for (const [from, to] of [
        [NOTHING, SMALLER],
        [SMALLER, LARGER],
      ] as const) {
        const began = performance.now()
        await inHaste(db.sql, () => fill(target.url, from, to, HOW))
        console.log(`${size(to)}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
        await measureAll(db, world, ({ name, cost: found }) => {
          const before = smaller.get(name)
          smaller.set(name, found)
          const grown = before ? `  ${((found.pages + 1) / (before.pages + 1)).toFixed(1).padStart(5)} times the pages` : ''
          console.log(`  ${name.padEnd(40)} ${cost(found)}${grown}`)
        })
      }
      await showDisk(db, LARGER)
      const { late, ms: took } = await publishFullMinute(db, target.url, MINUTE)
      const rate = ((MINUTE / took) * 1_000).toFixed(0)
      console.log(
        `${MINUTE.toLocaleString('en')} due within a minute, one process: ${show(late)}, max ${ms(at(late, 1))} late; ${rate} a second`,
      )
    } finally {
      await db.close()
    }
  },
  { settings: { shared_buffers: '512MB', max_wal_size: '4GB', checkpoint_timeout: '30min', autovacuum: 'off' } },
)
