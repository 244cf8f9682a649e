/** The private metadata of the forms of an approval. */
import { z } from 'zod'
import { homePage } from '../pin/home-memory.js'
import { viewMemory } from '../kit/memory.js'
import { whence } from '../pin/memory.js'

export const shownCard = z.object({ channel: z.string(), ts: z.string(), batchId: z.string().exactOptional() })

const reason = z.object({
  accountId: z.string(),
  approvalId: z.string(),
  /** The card whose button was pressed; absent: the button was in another view. */
  shown: shownCard.exactOptional(),
  homePage: homePage.exactOptional(),
  /** The list with the pressed button, as writeListRef() wrote it. */
  list: z.string().exactOptional(),
  /** Where that list is shown again, if it is a message. */
  responseUrl: z.string().exactOptional(),
})
export type ReasonMemory = z.infer<typeof reason>
export const reasonMemory = viewMemory(reason)

/** The pins that a new client link shows. */
const clientLink = z.object({ accountId: z.string(), postIds: z.array(z.string()) })
export type ClientLinkMemory = z.infer<typeof clientLink>
export const clientLinkMemory = viewMemory(clientLink)

/** `shown`: the card of several requests whose button was pressed; absent: it was in a list. */
const decideMany = z.object({ accountId: z.string(), whence, shown: shownCard.exactOptional() })
export type DecideManyMemory = z.infer<typeof decideMany>
export const decideManyMemory = viewMemory(decideMany)

/** The card that a client pressed, in the channel `channel`. */
const client = z.object({
  accountId: z.string(),
  postId: z.string(),
  approvalId: z.string(),
  step: z.number(),
  version: z.number(),
  channel: z.string(),
  ts: z.string(),
})
export type ClientMemory = z.infer<typeof client>
export const clientMemory = viewMemory(client)
