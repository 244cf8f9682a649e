/** Who may read the metrics. */
import type { Config } from '../config/config.js'
import { readBacklog } from '../core/posts/publish/diagnostics/backlog.js'
import type { Deps } from '../core/ports/deps.js'
import type { OpenMetrics } from '../http/routes/operations/metrics.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Heartbeat } from '../service/readiness.js'

type Parts = { deps: Pick<Deps, 'db' | 'clock'>; metrics: Metrics; loops: readonly Heartbeat[] }

/** Behind their token. Without one the sandbox, which nobody else reaches, shows them all the same, and production to nobody: undefined. */
export function openMetrics(
  { mode, metricsToken: token }: Pick<Config, 'mode' | 'metricsToken'>,
  { deps: { db, clock }, metrics, loops }: Parts,
): OpenMetrics | undefined {
  if (mode === 'production' && token === null) return undefined
  return { read: metrics.watch({ readBacklog: () => readBacklog(db, clock()), loops }), token }
}
