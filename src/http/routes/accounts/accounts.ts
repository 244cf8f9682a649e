import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Account, PUBLISHED_PINS } from '../../../core/accounts/account.js'
import { listAccounts, readAccount } from '../../../core/accounts/accounts.js'
import { changeAccount } from '../../../core/accounts/settings.js'
import { URL_LENGTH } from '../../../core/lib/http/url.js'
import type { Deps } from '../../../core/ports/deps.js'
import { INTERESTS, MOST_INTERESTS, REGIONS } from '../../../core/accounts/trend-questions.js'
import { operation } from '../../operation.js'
import { accountParams } from '../../schemas.js'
import { accountSchema, accountToWire, PUBLISHED_PINS_TEXT } from '../../wire/account.js'

const tag = 'Accounts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listAccounts',
    method: 'GET',
    url: '/accounts',
    tag,
    summary: 'List the connected accounts',
    description: 'Every account the key can see, including disconnected ones, in the order they were connected.',
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
    description: 'Fields that are left out keep their values. Changes also apply to posts that are already queued.',
    params: accountParams,
    body: z
      .strictObject({
        publishedPins: z.enum(PUBLISHED_PINS).meta({ description: PUBLISHED_PINS_TEXT }).optional(),
        holdDeadLinks: z
          .boolean()
          .meta({
            description: 'Whether a post whose link is dead when it is due becomes a draft (`link_dead`) instead of going out',
          })
          .optional(),
        trendRegion: z
          .enum(REGIONS)
          .nullable()
          .meta({ description: 'The region whose searches to show; null: the region of its time zone' })
          .optional(),
        trendInterests: z
          .array(z.enum(INTERESTS))
          .max(MOST_INTERESTS)
          .meta({ description: 'The interests to show, each once; empty: all', examples: [['home_decor']] })
          .optional(),
        defaultLink: z
          .string()
          .max(URL_LENGTH)
          .nullable()
          .meta({
            description: 'The destination link proposed for pins without one in Slack; null: none',
            examples: ['https://shop.example.com/'],
          })
          .optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'The body must have at least one field.'),
    data: z.object({ account: accountSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => changeAccount(deps, actor, { ...params, ...body }, beforeCommit),
    show: (account: Account) => ({ account: accountToWire(account) }),
  })
}
