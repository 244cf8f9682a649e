/** What the forms of webhooks remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `webhookId`: the one that is shown, else all of them. `at`: where the page of its deliveries begins, by the last one before; none: the newest. */
const webhooks = z.object({ webhookId: z.string().exactOptional(), at: z.string().exactOptional() })
export type WebhooksMemory = z.infer<typeof webhooks>
export const webhooksMemory = viewMemory(webhooks)
