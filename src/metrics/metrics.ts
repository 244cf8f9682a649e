/** All figures of this process, in a registry of its own. */
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Backlog } from '../core/posts/publish/diagnostics/backlog.js'
import type { Exposition, Meter } from '../core/ports/metrics.js'
import { makeMeter } from './meter.js'
import { makeStateGauges } from './state.js'

export type Watched = {
  /** Bounded in time; may throw. */
  readBacklog: () => Promise<Backlog>
  loops: readonly { name: string; heartbeatAgoMs(): number | null }[]
}

export type Metrics = {
  meter: Meter
  /**
   * Begins to watch what a scrape shows beside the counters, and the process itself: its memory, its collector, the delay of its event loop.
   * @returns a scrape; several at once share one reading of the database
   */
  watch: (watched: Watched) => () => Promise<Exposition>
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  const meter = makeMeter(registry)
  return {
    meter,
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
