import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../core/accounts/account.js'
import { disconnectAccount } from '../../../core/accounts/connect/disconnect.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { accountSchema, accountToWire } from '../../wire/account.js'

export function connectionRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'disconnectAccount',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    url: '/accounts/:accountId/connection',
    tag: 'Accounts',
    summary: 'Disconnect an account',
    description:
      "The account's tokens are forgotten at once. Attempts that are open end; queued pins wait, a day each from its time, and go on when the account is connected again by POST /v1/connect-links. Pinterest has no call that ends its permission: the holder does that in the settings of the account there.",
    params: accountParams,
    data: z.object({ account: accountSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => disconnectAccount(deps, actor, params, beforeCommit),
    show: (account: Account) => ({ account: accountToWire(account) }),
  })
}
