/** Processor time per pin, ours against indexing and searching with MiniSearch, and how long scoring holds up the event loop. */
import { setTimeout as pause } from 'node:timers/promises'
import { prepare, type PinText, scoreAll } from '../../../src/core/insight/relevance/score.js'
import { aPool, type Dataset } from './data.js'
import { at, bar, ms, must, p50, type Took } from '../slots/figures.js'

const KEYWORDS = ['small kitchen ideas', 'king kong', 'wireless headphones']
const MOST_SHARE = 0.5
const MOST_STALL_MS = 20

type Search = (keyword: string, pins: readonly PinText[]) => number[]

/** Alternating, and the best of several rounds: what other processes take is not ours. */
export function measureSpeed(dataset: Dataset, miniSearch: Search, { sizes, rounds }: { sizes: number[]; rounds: number }): void {
  const ours: Search = (keyword, pins) => pins.map(prepare(keyword))
  for (const size of sizes) {
    const pins = aPool(dataset, size)
    const best = { ours: Number.POSITIVE_INFINITY, miniSearch: Number.POSITIVE_INFINITY }
    for (let round = 0; round < rounds; round++) {
      const took = { ours: 0, miniSearch: 0 }
      for (const keyword of KEYWORDS) {
        took.ours += processorTime(() => must(ours(keyword, pins).length === size, 'a score is missing'))
        took.miniSearch += processorTime(() => miniSearch(keyword, pins))
      }
      best.ours = Math.min(best.ours, took.ours / KEYWORDS.length / size)
      best.miniSearch = Math.min(best.miniSearch, took.miniSearch / KEYWORDS.length / size)
    }
    const what = `${dataset.name}, ${size.toLocaleString('en-US')} pins`
    const share = bar(`time per pin, ${what}`, best.ours / best.miniSearch, MOST_SHARE, 'of 1')
    console.log(`${what}: ${best.ours.toFixed(1)} µs a pin, MiniSearch ${best.miniSearch.toFixed(1)} µs: ${share} of its`)
  }
}

/** In µs, of this process. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

type Turn = { ms: number; processorMs: number }

/** The longest time between two turns of the event loop; the first run is that of a process which has compiled nothing yet. */
export async function measureStalls(dataset: Dataset, { size, runs }: { size: number; runs: number }): Promise<void> {
  const pins = aPool(dataset, size)
  const [idle, busy, own]: [Took, Took, Took] = [[], [], []]
  let first = 0
  for (let run = 0; run < runs; run++) {
    idle.push((await longestTurn(() => pause(150))).ms)
    const longest = await longestTurn(() => scoreAll(`${KEYWORDS[run % KEYWORDS.length]!} ${run}`, pins))
    busy.push(longest.ms)
    own.push(longest.processorMs)
    if (run === 0) first = longest.ms
  }
  for (const took of [idle, busy, own]) took.sort((a, b) => a - b)
  console.log(
    `${dataset.name}, ${size.toLocaleString('en-US')} pins, ${runs} runs: ${bar(`longest stall, ${dataset.name}`, p50(busy), MOST_STALL_MS, 'ms')}, ` +
      `worst ${ms(at(busy, 1))}, first ${ms(first)}; most processor time in one turn ${ms(p50(own))}, worst ${ms(at(own, 1))}; ` +
      `with nothing to do ${ms(p50(idle))}, worst ${ms(at(idle, 1))}`,
  )
}

/** The longest by the clock, and the most processor time of a turn: what others take of the machine is in the first alone. */
async function longestTurn(work: () => Promise<unknown>): Promise<Turn> {
  const longest: Turn = { ms: 0, processorMs: 0 }
  let isOn = true
  let last = performance.now()
  let used = process.cpuUsage()
  const look = () => {
    const { user, system } = process.cpuUsage(used)
    longest.ms = Math.max(longest.ms, performance.now() - last)
    longest.processorMs = Math.max(longest.processorMs, (user + system) / 1_000)
    last = performance.now()
    used = process.cpuUsage()
    if (isOn) setImmediate(look)
  }
  setImmediate(look)
  await work()
  look()
  isOn = false
  return longest
}
