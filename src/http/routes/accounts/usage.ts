import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readUsage } from '../../../core/billing/usage.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { usageSchema, usageToWire } from '../../wire/usage.js'

export function usageRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getUsage',
    method: 'GET',
    url: '/accounts/:accountId/usage',
    tag: 'Accounts',
    summary: 'Read what an account can still schedule, and what it has spent',
    description: 'Credits, trial pins and the plan’s limit, and the last 50 ledger entries.',
    params: accountParams,
    data: z.object({ usage: usageSchema }),
    run: ({ actor, params }) => readUsage(deps, actor, params),
    show: (usage) => ({ usage: usageToWire(usage) }),
  })
}
