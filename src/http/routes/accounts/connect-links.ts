import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createConnectLink, type ConnectLink, requireMayConnect } from '../../../core/connections/link.js'
import { POSTING_HOURS, requireSetUp, USUAL_PINS_PER_DAY } from '../../../core/slots/set-up.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { anId, text } from '../../schemas.js'
import { seconds, secondsSchema } from '../../wire/time.js'

const PER_DAY = Object.keys(POSTING_HOURS).map(Number)

const body = z.strictObject({
  accountId: anId().optional().meta({ description: 'Reconnects this account only; left out: any account its holder allows' }),
  setUp: z
    .strictObject({
      timezone: text()
        .max(64)
        .meta({ description: 'IANA name of the account’s zone', examples: ['America/New_York'] }),
      pinsPerDay: z
        .literal(PER_DAY)
        .default(USUAL_PINS_PER_DAY)
        .meta({ description: 'How many posting times each day gets, from 9 AM to 9 PM; 0: none' }),
    })
    .optional()
    .meta({ description: 'Sets a new account up once it is connected; one that is connected again stays as it is' }),
})

export function connectLinkRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createConnectLink',
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
    method: 'POST',
    url: '/connect-links',
    tag: 'Accounts',
    summary: 'Create a link that connects an account',
    description:
      'For the account holder; it works for 15 minutes. Anyone who opens it connects an account to the organization, so keep it secret.',
    body: body.optional(),
    status: 201,
    data: z.object({ connectLink: z.object({ url: z.string(), expiresAt: secondsSchema }) }),
    secretFor: ({ actor, body: given }) => requireMayConnect(actor, given?.accountId ?? null),
    run: ({ actor, body: given }, beforeCommit) => {
      const setUp = given?.setUp && { ...given.setUp, channelId: null }
      if (setUp) requireSetUp(setUp)
      return createConnectLink(deps, actor, { accountId: given?.accountId ?? null, setUp }, beforeCommit)
    },
    show: ({ url, expiresAt }: ConnectLink) => ({ connectLink: { url, expiresAt: seconds(expiresAt) } }),
  })
}
