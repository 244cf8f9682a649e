/** What the forms of an approval remember. */
import { z } from 'zod'
import { homePage } from '../pin/home-memory.js'
import { viewMemory } from '../kit/memory.js'

const reason = z.object({
  accountId: z.string(),
  approvalId: z.string(),
  /** The card whose button was clicked; absent: it was clicked in another view. */
  shown: z.object({ channel: z.string(), ts: z.string(), batchId: z.string().exactOptional() }).exactOptional(),
  homePage: homePage.exactOptional(),
  /** The list that it was pressed in, by writeListRef. */
  list: z.string().exactOptional(),
})
export type ReasonMemory = z.infer<typeof reason>
export const reasonMemory = viewMemory(reason)
