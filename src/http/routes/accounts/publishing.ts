import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../core/accounts/account.js'
import { pausePublishing, resumePublishing } from '../../../core/accounts/publishing.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { accountParams, instant } from '../../schemas.js'
import { accountSchema, accountToWire } from '../../wire/account.js'

const pauseBody = z.strictObject({
  whilePaused: z
    .enum(['wait', 'fail'])
    .optional()
    .meta({ description: 'What happens to pins due while paused, from now on; left out: the current setting' }),
  until: instant().nullable().optional().meta({
    description: 'When publishing resumes by itself: in the future, within a year; null or left out: when it is resumed',
  }),
})

/** @see docs/contract.md#pausing */
export function publishingRoutes(app: FastifyInstance, deps: Deps): void {
  const shared = { tag: 'Accounts', params: accountParams, data: z.object({ account: accountSchema }) }
  const show = (account: Account) => ({ account: accountToWire(account) })

  operation(app, deps, {
    ...shared,
    id: 'pausePublishing',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    url: '/accounts/:accountId/publishing/pause',
    summary: 'Pause publishing',
    description: 'Attempts in progress finish. Pins due while paused wait, or fail at their time. The body is optional.',
    body: pauseBody.optional(),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => pausePublishing(deps, actor, { ...params, ...body }, beforeCommit),
    show,
  })
  operation(app, deps, {
    ...shared,
    id: 'resumePublishing',
    refusals: ['FORBIDDEN', 'not_compared'],
    method: 'POST',
    url: '/accounts/:accountId/publishing/resume',
    summary: 'Resume publishing',
    description: 'Waiting pins go out; those more than 10 minutes late go out one a minute.',
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => resumePublishing(deps, actor, params, beforeCommit),
    show,
  })
}
