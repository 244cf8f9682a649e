import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../core/accounts/account.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { resumeHold } from '../../../core/accounts/hold.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { holdSchema, holdToWire } from '../../wire/account.js'

const guardSchema = z
  .object({ hold: holdSchema.nullable().meta({ description: 'null: Pinterest takes the account’s pins, as far as we know' }) })
  .meta({ id: 'Guard', description: 'What keeps an account’s pins back for its own good' })

/** @see docs/contract.md#holds */
export function guardRoutes(app: FastifyInstance, deps: Deps): void {
  const shared = { tag: 'Accounts', params: accountParams, data: z.object({ guard: guardSchema }) }
  const show = (account: Account) => ({ guard: { hold: holdToWire(account) } })

  operation(app, deps, {
    ...shared,
    id: 'getGuard',
    method: 'GET',
    url: '/accounts/:accountId/guard',
    summary: 'Read whether Pinterest holds the account back',
    description:
      'While it does, pins wait, and one is tried again at `probeAt`. The queue goes on by itself once Pinterest takes it.',
    isLight: true,
    run: ({ actor, params }) => readAccount(deps, actor, params),
    show,
  })
  operation(app, deps, {
    ...shared,
    id: 'resumeHold',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    url: '/accounts/:accountId/guard/resume',
    summary: 'End the hold now',
    description:
      'Waiting pins go out; those more than 10 minutes late go out one every 5 minutes. If Pinterest still refuses, the account is on hold again.',
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => resumeHold(deps, actor, params, beforeCommit),
    show,
  })
}
