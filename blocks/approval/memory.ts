/** The private metadata of the forms of an approval. */
import { z } from 'zod'
import { homePage } from '../pin/home-memory.js'
import { viewMemory } from '../kit/memory.js'

const reason = z.object({
  accountId: z.string(),
  approvalId: z.string(),
  /** The card whose button was pressed; absent: the button was in another view. */
  shown: z.object({ channel: z.string(), ts: z.string(), batchId: z.string().exactOptional() }).exactOptional(),
  homePage: homePage.exactOptional(),
  /** The list with the pressed button, as writeListRef() wrote it. */
  list: z.string().exactOptional(),
})
export type ReasonMemory = z.infer<typeof reason>
export const reasonMemory = viewMemory(reason)
