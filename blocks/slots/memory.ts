/** The private metadata of the views of weekly slots. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** Carried by every view of slots, so that the week below it can be refreshed. */
const slots = z.object({
  accountId: z.string(),
  /** The part of the week that is shown, if not all of it fits. */
  part: z.string().exactOptional(),
})
export type SlotsMemory = z.infer<typeof slots>
export const slotsMemory = viewMemory(slots)

const slot = slots.extend({
  timeslotId: z.string(),
  /** The slot as the person saw it: only fields they changed are sent. */
  seen: z.object({ day: z.number(), minute: z.number(), timezone: z.string() }),
})
export type SlotMemory = z.infer<typeof slot>
export const slotMemory = viewMemory(slot)

const setUp = z.object({ accountId: z.string() })
export const setUpMemory = viewMemory(setUp)

const preview = slots.extend({ pinsPerDay: z.number(), timezone: z.string(), shown: z.string() })
export const previewMemory = viewMemory(preview)

/** Day, minute, and score in percent of the best: short, because private metadata holds 3,000 characters. */
const suggestedTime = z.tuple([z.number(), z.number(), z.number()])
/** The list as first shown: a recomputed one would move under the pointer. */
const suggestions = slots.extend({
  basis: z.enum(['results', 'default']),
  pinsRead: z.number(),
  timezone: z.string(),
  times: z.array(suggestedTime),
})
export type SuggestionsMemory = z.infer<typeof suggestions>
export const suggestionsMemory = viewMemory(suggestions)
