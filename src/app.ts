/** The whole Fastify app, with Slack and what the sandbox adds inside: the same in production and in tests. Not listening yet. */
import type { FastifyInstance } from 'fastify'
import type { Parts } from './start/entry-points.js'
import { buildServer } from './http/server.js'

export async function buildApp({
  deps,
  plugins,
  readiness,
  openMetrics,
}: Pick<Parts, 'deps' | 'plugins' | 'readiness' | 'openMetrics'>): Promise<FastifyInstance> {
  return buildServer(deps, { plugins, readiness, ...(openMetrics && { metrics: openMetrics }) })
}
