/** A write may change somebody's Home. */
import type { FastifyInstance } from 'fastify'
import { markHomesDirty } from '../core/homes/homes.js'
import type { Deps } from '../core/ports/deps.js'

/** After each write of an account that succeeded; nobody waits for it. */
export function markHomes(v1: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  v1.addHook('onResponse', async ({ routeOptions, params, authenticated }, { statusCode }) => {
    const accountId = (params as { accountId?: unknown } | undefined)?.accountId // of whatever route it was
    if (!authenticated || !routeOptions.config.writes || statusCode >= 300) return
    if (typeof accountId !== 'string' || !/^\d{1,18}$/.test(accountId)) return
    await markHomesDirty(db.sql, { organizationId: authenticated.actor.organizationId, accountId }).catch((error: unknown) =>
      log.warn({ err: error }, 'Homes were not marked'),
    )
  })
}
