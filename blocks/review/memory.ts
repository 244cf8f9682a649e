/** The private metadata of the forms of a review. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

const bulk = z.object({
  accountId: z.string(),
  /** The URL for a note that the review is in the person's messages; undefined if they are already there, or on Home. */
  responseUrl: z.string().exactOptional(),
})
export type BulkMemory = z.infer<typeof bulk>
export const bulkMemory = viewMemory(bulk)

const ofReview = z.object({
  accountId: z.string(),
  reviewId: z.string(),
  at: z.number(),
  /** The URL of a second copy of the review that only this person sees. */
  responseUrl: z.string().exactOptional(),
})
export type ReviewMemory = z.infer<typeof ofReview>

const ofLacking = ofReview.extend({ shown: z.string() })
export type LackingMemory = z.infer<typeof ofLacking>
export const lackingMemory = viewMemory(ofLacking)

const ofItem = ofReview.extend({ position: z.number() })
export type ItemMemory = z.infer<typeof ofItem>
export const itemMemory = viewMemory(ofItem)
