/** The events of webhooks, as the `webhooks` of the description. @see docs/contract.md#webhooks */
import { EVENTS, TEST_EVENT, type WebhookEvent } from '../../core/events/events.js'

type Described = { summary: string; schema: 'Post' | 'Approval' | 'Comment' | 'Account' | 'Webhook' }

const DESCRIBED: Record<WebhookEvent | typeof TEST_EVENT, Described> = {
  'post.scheduled': { schema: 'Post', summary: 'A post was put on the schedule, or got another time' },
  'post.sent': { schema: 'Post', summary: 'A pin is on Pinterest' },
  'post.failed': { schema: 'Post', summary: 'A pin was not published; the post is a draft with its failure' },
  'post.late': { schema: 'Post', summary: 'A pin is ten minutes behind its time' },
  'post.deleted': { schema: 'Post', summary: 'Somebody deleted a post; data shows it as it was' },
  'approval.requested': { schema: 'Approval', summary: 'Somebody asks for approval, or asks again' },
  'approval.reminded': { schema: 'Approval', summary: 'The people who can decide it were sent a reminder' },
  'approval.step_decided': { schema: 'Approval', summary: 'Somebody approved a step of a request, or took that back' },
  'approval.decided': { schema: 'Approval', summary: 'A request was approved, rejected, sent back or withdrawn' },
  'approval.held': { schema: 'Approval', summary: 'Somebody put a request on hold, or changed its hold' },
  'comment.created': { schema: 'Comment', summary: 'Somebody commented on a post' },
  'account.connected': { schema: 'Account', summary: 'An account was connected' },
  'account.reconnect_required': { schema: 'Account', summary: 'Pinterest no longer accepts our access to an account' },
  'schedule.full': { schema: 'Account', summary: 'Somebody asked for the next open slot, and there was none' },
  'webhook.test': { schema: 'Webhook', summary: 'A test that you requested' },
}

const id = (description: string) => ({ type: 'string', maxLength: 64, description })
const HEADERS = {
  'webhook-id': 'The id of the event, the same at each attempt and replay. Store those that you have handled',
  'webhook-timestamp': 'Unix seconds of the attempt',
  'webhook-signature': 'v1, and the base64 HMAC-SHA256 of id.timestamp.body; two of them while a secret is rotated',
}

/**
 * Makes the webhooks of an OpenAPI 3.1 document: a POST of each event, with its body, its signature and the effect of an answer.
 */
export const describeWebhooks = () =>
  Object.fromEntries(
    ([...EVENTS, TEST_EVENT] as const).map((type) => {
      const { summary, schema } = DESCRIBED[type]
      const operation = {
        operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        tags: ['Webhooks'],
        summary,
        description: 'Sent by Pinslot to your endpoint. Verify the signature before you use it.',
        security: [],
        parameters: Object.entries(HEADERS).map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string', maxLength: 255 },
        })),
        requestBody: { required: true, content: { 'application/json': { schema: eventSchema(type, schema) } } },
        responses: {
          '2XX': { description: 'Delivered. The body is ignored.' },
          '410': { description: 'Ends the webhook for good.' },
          '4XX': { description: 'Not delivered; tried again later. Retry-After of 429 is obeyed.' },
          '5XX': { description: 'Not delivered; tried again later. Retry-After of 503 is obeyed.' },
        },
      }
      return [type, { post: operation }]
    }),
  )

const eventSchema = (type: string, schema: string) => ({
  type: 'object',
  required: ['type', 'timestamp', 'data', 'organizationId', 'accountId', 'id'],
  properties: {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', maxLength: 64, description: 'When it happened' },
    data: { $ref: `#/components/schemas/${schema}` },
    organizationId: id('Your organization'),
    accountId: { anyOf: [id('The account it is about'), { type: 'null' }] },
    id: id('Id of the event, as in webhook-id'),
  },
})
