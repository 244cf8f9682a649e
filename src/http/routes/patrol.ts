import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listLinksFound } from '../../core/patrol/findings.js'
import type { Deps } from '../../core/ports/deps.js'
import { operation } from '../operation.js'
import { accountParams, cursor, queryInteger } from '../schemas.js'
import { linkFoundSchema, linkFoundToWire } from '../wire/preflight.js'

/** @see docs/contract.md#patrol */
export function patrolRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listLinksFound',
    method: 'GET',
    url: '/accounts/:accountId/patrol',
    tag: 'Posts',
    summary: 'List published pins whose links lead nowhere',
    description:
      'Links of published pins are read every month, those with the most clicks every week. What was seen on two days is listed, the newest pin first.',
    params: accountParams,
    query: z.object({
      cursor: cursor().optional().meta({ description: 'From the previous answer' }),
      limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
    }),
    data: z.object({ findings: z.array(linkFoundSchema), cursor: z.string().nullable() }),
    run: ({ actor, params, query: { limit = 50, cursor = null } }) => listLinksFound(deps, actor, { ...params, limit, cursor }),
    show: ({ findings, cursor }) => ({ findings: findings.map(linkFoundToWire), cursor }),
  })
}
