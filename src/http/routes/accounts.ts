import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listAccounts, readAccount } from '../../core/accounts/accounts.js'
import { listBoards } from '../../core/boards/boards.js'
import type { Deps } from '../../core/ports.js'
import { operation } from '../operation.js'
import { accountParams } from '../schemas.js'
import { accountSchema, accountToWire } from '../wire/account.js'
import { boardSchema, boardToWire } from '../wire/board.js'
import { secondsOrNull, secondsSchema } from '../wire/time.js'

const tag = 'Accounts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    method: 'GET',
    url: '/accounts',
    tag,
    summary: 'List the connected accounts',
    data: z.object({ accounts: z.array(accountSchema) }),
    run: ({ actor }) => listAccounts(deps, actor),
    show: (accounts) => ({ accounts: accounts.map(accountToWire) }),
  })
  operation(app, deps, {
    method: 'GET',
    url: '/accounts/:accountId',
    tag,
    summary: 'Read one account',
    params: accountParams,
    data: z.object({ account: accountSchema }),
    run: ({ actor, params }) => readAccount(deps, actor, params),
    show: (account) => ({ account: accountToWire(account) }),
  })
  operation(app, deps, {
    method: 'GET',
    url: '/accounts/:accountId/boards',
    tag,
    summary: "List an account's boards",
    description: 'Served from a cache that is refreshed in the background when it is older than ten minutes.',
    params: accountParams,
    data: z.object({ boards: z.array(boardSchema), cachedAt: secondsSchema.nullable() }),
    run: ({ actor, params }) => listBoards(deps, actor, params),
    show: ({ boards, cachedAt }) => ({ boards: boards.map(boardToWire), cachedAt: secondsOrNull(cachedAt) }),
  })
}
