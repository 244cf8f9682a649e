/** The private metadata of the forms of webhooks. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `webhookId`: the webhook shown; undefined: the list. `at`: the last delivery before the page; undefined: the newest page. */
const webhooks = z.object({ webhookId: z.string().exactOptional(), at: z.string().exactOptional() })
export type WebhooksMemory = z.infer<typeof webhooks>
export const webhooksMemory = viewMemory(webhooks)
