import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import { type Clients, MOST_CLIENTS, readClients, setClients } from '../../../core/posts/review-links/people.js'
import { CONTACT_LENGTH } from '../../../core/posts/review-links/review-link.js'
import { operation } from '../../operation.js'
import { accountParams, text } from '../../schemas.js'

const slackId = (description: string) => text().meta({ description, maxLength: 31 })
const person = z.strictObject({
  teamId: slackId('Their Slack workspace, T… or E…'),
  userId: slackId('The member ID in their Slack profile'),
})
const clientsBody = z.strictObject({
  channelId: text()
    .nullable()
    .meta({ description: 'The channel that you share with your client over Slack Connect; null: none', maxLength: 31 }),
  contacts: z
    .array(
      z.strictObject({
        name: text().meta({ description: 'The contact, as approval rules name it', minLength: 1, maxLength: CONTACT_LENGTH }),
        people: z.array(person).meta({ description: 'Who decides for the contact', minItems: 1, maxItems: MOST_CLIENTS }),
      }),
    )
    .meta({ description: `At most ${MOST_CLIENTS} people in all`, maxItems: MOST_CLIENTS }),
})
const clientsSchema = clientsBody.meta({ id: 'Clients', description: 'The clients of an account in Slack' })

const clientsToWire = ({ channelId, contacts }: Clients): z.output<typeof clientsSchema> => ({
  channelId,
  contacts: contacts.map(({ name, people }) => ({ name, people: people.map(({ teamId, userId }) => ({ teamId, userId })) })),
})

/** @see docs/contract.md#approvals */
export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const one = { url: '/accounts/:accountId/clients', tag: 'Approvals', params: accountParams } as const
  operation(app, deps, {
    ...one,
    id: 'getClients',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    summary: 'Read the clients in Slack',
    description: 'For admins: the channel of the account’s clients, and who decides there for each contact.',
    data: z.object({ clients: clientsSchema }),
    run: ({ actor, params }) => readClients(deps, actor, params),
    show: (clients) => ({ clients: clientsToWire(clients) }),
  })
  operation(app, deps, {
    ...one,
    id: 'putClients',
    refusals: ['FORBIDDEN'],
    method: 'PUT',
    summary: 'Replace the clients in Slack',
    description:
      'For admins. They are people of other workspaces, and the channel is none that gets your own messages. Requests that wait for a ' +
      'contact are shown to its people there.',
    body: clientsBody,
    data: z.object({ clients: clientsSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => setClients(deps, actor, { ...params, ...body }, beforeCommit),
    show: (clients: Clients) => ({ clients: clientsToWire(clients) }),
  })
}
