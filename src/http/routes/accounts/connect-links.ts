import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createConnectLink, type ConnectLink, requireMayConnect } from '../../../core/accounts/connect/link.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { anId } from '../../schemas.js'
import { seconds, secondsSchema } from '../../wire/time.js'

const body = z.strictObject({
  accountId: anId().optional().meta({ description: 'Reconnects this account only; left out: any account its holder allows' }),
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
    run: ({ actor, body: given }, beforeCommit) =>
      createConnectLink(deps, actor, { accountId: given?.accountId ?? null }, beforeCommit),
    show: ({ url, expiresAt }: ConnectLink) => ({ connectLink: { url, expiresAt: seconds(expiresAt) } }),
  })
}
