/** Access to the metrics. */
import type { Config } from '../config/config.js'
import { readBacklog } from '../core/publish/diagnostics/backlog.js'
import type { Deps } from '../core/ports/deps.js'
import type { OpenMetrics } from '../http/routes/operations.js'
import type { WriteWatch } from '../db/writes.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Heartbeat } from '../service/readiness.js'

type Parts = {
  deps: Pick<Deps, 'db' | 'clock' | 'log'>
  metrics: Metrics
  loops: readonly Heartbeat[]
  writes?: Pick<WriteWatch, 'takesWrites'>
}

/**
 * Requires their token. Without one, the sandbox shows them anyway, because it is not reachable for others, and production never:
 * undefined.
 */
export function openMetrics(
  { mode, metricsToken: token }: Pick<Config, 'mode' | 'metricsToken'>,
  { deps: { db, clock, log }, metrics, loops, writes }: Parts,
): OpenMetrics | undefined {
  if (mode === 'production' && token === null) return undefined
  const read = async () => {
    const backlog = await readBacklog(db, clock())
    if (backlog.writable === 0 || !writes || (await writes.takesWrites(db))) return backlog
    return { ...backlog, writable: 0 }
  }
  const logged = () =>
    read().catch((error: unknown) => {
      log.warn({ err: error }, 'the metrics have no figures of the database')
      throw error
    })
  return { read: metrics.watch({ readBacklog: logged, loops }), token }
}
