import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../core/accounts/account.js'
import { disconnectAccount } from '../../../core/connections/disconnect.js'
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
      'The account’s tokens are deleted at once. Attempts in progress finish. Queued pins wait for up to a day after their time, and go out once the account is reconnected with POST /v1/connect-links. Pinterest has no call to revoke access: the account holder does that in their Pinterest settings.',
    params: accountParams,
    data: z.object({ account: accountSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => disconnectAccount(deps, actor, params, beforeCommit),
    show: (account: Account) => ({ account: accountToWire(account) }),
  })
}
