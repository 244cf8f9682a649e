import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts, readAccount } from '../../../core/accounts/accounts.js'
import { changeAccount } from '../../../core/accounts/settings.js'
import type { Deps } from '../../../core/ports/deps.js'
import { INTERESTS, MOST_INTERESTS, REGIONS } from '../../../core/trends/questions.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { accountSchema, accountToWire } from '../../wire/account.js'

const tag = 'Accounts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listAccounts',
    method: 'GET',
    url: '/accounts',
    tag,
    summary: 'List the connected accounts',
    description: 'Every account that the key can see, in the order in which they were connected, disconnected ones too.',
    data: z.object({ accounts: z.array(accountSchema) }),
    run: ({ actor }) => listAccounts(deps, actor),
    show: (accounts) => ({ accounts: accounts.map(accountToWire) }),
  })
  operation(app, deps, {
    id: 'getAccount',
    method: 'GET',
    url: '/accounts/:accountId',
    tag,
    summary: 'Read one account',
    description: 'Its settings, whether its connection to Pinterest works, and whether publishing is paused.',
    params: accountParams,
    data: z.object({ account: accountSchema }),
    isLight: true,
    run: ({ actor, params }) => readAccount(deps, actor, params),
    show: (account) => ({ account: accountToWire(account) }),
  })
  operation(app, deps, {
    id: 'updateAccount',
    refusals: ['FORBIDDEN'],
    method: 'PATCH',
    url: '/accounts/:accountId',
    tag,
    summary: 'Change the settings of an account',
    description: 'What is left out stays as it is. Posts that are queued already follow them too.',
    params: accountParams,
    body: z
      .strictObject({
        holdDeadLinks: z
          .boolean()
          .meta({
            description: 'Whether a post whose link is dead at its time becomes a draft (`link_dead`) in place of going out',
          })
          .optional(),
        trendRegion: z
          .enum(REGIONS)
          .nullable()
          .meta({ description: 'Whose searches it is interested in; null: those of the region of its time zone' })
          .optional(),
        trendInterests: z
          .array(z.enum(INTERESTS))
          .max(MOST_INTERESTS)
          .meta({ description: 'What it is interested in of them, each once; none: anything', examples: [['home_decor']] })
          .optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'The body must have at least one field.'),
    data: z.object({ account: accountSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => changeAccount(deps, actor, { ...params, ...body }, beforeCommit),
    show: (account: Account) => ({ account: accountToWire(account) }),
  })
}
