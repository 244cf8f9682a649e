import type { FastifyInstance } from 'fastify'
import { requireOrganizationAdmin } from '../../core/accounts/people/roles.js'
import { z } from 'zod'
import type { Deps } from '../../core/ports/deps.js'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../core/webhooks/change.js'
import { createWebhook, type WithSecret } from '../../core/webhooks/create.js'
import { ALL_EVENTS, EVENTS } from '../../core/events/events.js'
import { listWebhooks, MOST_WEBHOOK_ACCOUNTS, readWebhook, type Webhook } from '../../core/webhooks/webhook.js'
import { URL_LENGTH } from '../../core/lib/http/url.js'
import { operation } from '../operation.js'
import { pathId, text } from '../schemas.js'
import { webhookSchema, webhookToWire } from '../wire/webhook.js'

const tag = 'Webhooks'
export const webhookParams = z.object({ webhookId: pathId('Id from the list of webhooks') })

const fields = {
  url: text().meta({
    format: 'uri',
    maxLength: URL_LENGTH,
    description: 'A public https URL. In the sandbox also this machine, on any port but ours',
  }),
  events: z
    .array(text().meta({ enum: [ALL_EVENTS, ...EVENTS] }))
    .min(1)
    .max(50)
    .meta({ description: '["*"] for all, or some of them', examples: [['post.sent', 'post.failed']] }),
  accountIds: z.array(text().max(20)).min(1).max(MOST_WEBHOOK_ACCOUNTS),
}
const withSecret = z.object({ webhook: webhookSchema, secret: z.string().meta({ description: 'whsec_…, shown once' }) })
const withSecretToWire = ({ webhook, secret }: WithSecret) => ({ webhook: webhookToWire(webhook), secret })

/** @see docs/contract.md#webhooks */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'listWebhooks',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    url: '/webhooks',
    tag,
    summary: 'List webhooks',
    description:
      'Oldest first, including ended ones. Like all webhook operations, only for keys and people who are admins of the organization.',
    data: z.object({ webhooks: z.array(webhookSchema).meta({ description: 'Oldest first' }) }),
    run: ({ actor }) => listWebhooks(deps, actor),
    show: (webhooks) => ({ webhooks: webhooks.map(webhookToWire) }),
  })
  operation(app, deps, {
    id: 'createWebhook',
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
    method: 'POST',
    url: '/webhooks',
    tag,
    summary: 'Add a webhook',
    description:
      'Events are sent as signed POSTs from now on. The secret that verifies them is in this answer only. At most 20 per organization.',
    body: z.strictObject({
      ...fields,
      accountIds: fields.accountIds.optional().meta({ description: 'Left out: all accounts, including those connected later' }),
    }),
    status: 201,
    data: withSecret,
    secretFor: ({ actor }) => requireOrganizationAdmin(actor),
    run: ({ actor, body }, beforeCommit) => createWebhook(deps, actor, body, beforeCommit),
    show: withSecretToWire,
  })
  operation(app, deps, {
    id: 'getWebhook',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    url: '/webhooks/:webhookId',
    tag,
    summary: 'Read a webhook',
    description: 'Its secret is not in the answer.',
    params: webhookParams,
    data: z.object({ webhook: webhookSchema }),
    run: ({ actor, params }) => readWebhook(deps, actor, params),
    show: (webhook) => ({ webhook: webhookToWire(webhook) }),
  })
  operation(app, deps, {
    id: 'updateWebhook',
    refusals: ['FORBIDDEN', 'webhook_ended'],
    method: 'PATCH',
    url: '/webhooks/:webhookId',
    tag,
    summary: 'Change, pause or resume a webhook',
    description:
      'Events that happen while it is paused wait and are sent in order when it is resumed. A webhook that ended with a 410 is 409 webhook_ended.',
    params: webhookParams,
    body: z
      .strictObject({
        url: fields.url.optional(),
        events: fields.events.optional(),
        accountIds: fields.accountIds.nullable().optional().meta({ description: 'null: all accounts' }),
        state: z.enum(['active', 'paused']).optional().meta({ description: 'paused: its events wait until it is active again' }),
      })
      .refine((body) => Object.keys(body).length > 0, 'The body must have at least one field.'),
    data: z.object({ webhook: webhookSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => updateWebhook(deps, actor, { ...params, ...body }, beforeCommit),
    show: (webhook: Webhook) => ({ webhook: webhookToWire(webhook) }),
  })
  operation(app, deps, {
    id: 'deleteWebhook',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    url: '/webhooks/:webhookId',
    tag,
    summary: 'Delete a webhook',
    description: 'Also deletes its deliveries. Waiting events are not sent.',
    params: webhookParams,
    data: z.object({ webhook: webhookSchema }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deleteWebhook(deps, actor, params, beforeCommit),
    show: (webhook: Webhook) => ({ webhook: webhookToWire(webhook) }),
  })
  operation(app, deps, {
    id: 'rotateWebhookSecret',
    refusals: ['FORBIDDEN', 'webhook_ended'],
    method: 'POST',
    url: '/webhooks/:webhookId/rotate-secret',
    tag,
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours, deliveries are signed with both the old and the new secret. The new one is in this answer only.',
    params: webhookParams,
    data: withSecret,
    secretFor: ({ actor }) => requireOrganizationAdmin(actor),
    run: ({ actor, params }, beforeCommit) => rotateWebhookSecret(deps, actor, params, beforeCommit),
    show: withSecretToWire,
  })
}
