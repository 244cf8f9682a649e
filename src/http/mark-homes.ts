/** Marks Homes that a write may have changed. */
import type { FastifyInstance } from 'fastify'
import { markHomesDirty } from '../core/homes/homes.js'
import type { Deps } from '../core/ports/deps.js'

/** Runs after each successful write of an account, without delaying the answer. */
export function markHomes(v1: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  v1.addHook('onResponse', async ({ routeOptions, params, authenticated }, { statusCode }) => {
    const accountId = (params as { accountId?: unknown } | undefined)?.accountId // the parameters of any route
    if (!authenticated || !routeOptions.config.writes || statusCode >= 300) return
    if (typeof accountId !== 'string' || !/^\d{1,18}$/.test(accountId)) return
    await markHomesDirty(db.sql, { organizationId: authenticated.actor.organizationId, accountId }).catch((error: unknown) =>
      log.warn({ err: error }, 'Homes were not marked'),
    )
  })
}
