/**
 * Relevance: how well scores agree with people's grades beside MiniSearch, BM25 and ts_rank on the same pools, the time per pin against
 * MiniSearch, and how long scoring 10,000 pins holds up everybody else. `--data DIR` names a folder of graded sets.
 */
import { readDatasets } from './support/relevance/data.js'
import { bm25, findMiniSearch, tsRank } from './support/relevance/peers.js'
import { measureQuality } from './support/relevance/quality.js'
import { measureSpeed, measureStalls } from './support/relevance/speed.js'
import { withBench } from './support/world.js'
import { printBars } from './support/slots/figures.js'
import { isSmoke } from './support/options.js'

const dataAt = process.argv.indexOf('--data')
const datasets = readDatasets(dataAt < 0 ? undefined : process.argv[dataAt + 1])
const miniSearch = findMiniSearch()

console.log('longest stall of the event loop while a pool is scored (medians)') // first, in a process that has compiled nothing yet
for (const dataset of datasets) await measureStalls(dataset, { size: 10_000, runs: isSmoke ? 5 : 15 })

if (miniSearch) {
  console.log('\nprocessor time per pin, indexing and searching, the best of all rounds')
  for (const dataset of datasets)
    measureSpeed(dataset, miniSearch, { sizes: isSmoke ? [1_000] : [1_000, 10_000], rounds: isSmoke ? 5 : 10 })
} else console.log('without MiniSearch: npm install --prefix bench')

await withBench(async ({ db }) => {
  const peers = [...(miniSearch ? ([['MiniSearch', miniSearch]] as const) : []), ['BM25', bm25], ['ts_rank', tsRank(db)]] as const
  for (const dataset of datasets) await measureQuality(dataset, peers)
})
printBars()
