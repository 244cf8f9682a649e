/** What the forms of a review remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

const bulk = z.object({
  accountId: z.string(),
  /** Where to say that the review is in the person's messages; none: they are there, or on Home. */
  responseUrl: z.string().exactOptional(),
})
export type BulkMemory = z.infer<typeof bulk>
export const bulkMemory = viewMemory(bulk)

const ofReview = z.object({
  accountId: z.string(),
  reviewId: z.string(),
  at: z.number(),
  /** Of a review that only this person sees, beside the one in their messages. */
  responseUrl: z.string().exactOptional(),
})
export type ReviewMemory = z.infer<typeof ofReview>

const ofLacking = ofReview.extend({ shown: z.string() })
export type LackingMemory = z.infer<typeof ofLacking>
export const lackingMemory = viewMemory(ofLacking)

const ofItem = ofReview.extend({ position: z.number() })
export type ItemMemory = z.infer<typeof ofItem>
export const itemMemory = viewMemory(ofItem)
