/** What the views of the week's slots remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** What every view of the slots carries, so that the week below it can be refreshed. */
const slots = z.object({
  accountId: z.string(),
  /** The part of the week that is shown, where not all of it fits. */
  part: z.string().exactOptional(),
})
export type SlotsMemory = z.infer<typeof slots>
export const slotsMemory = viewMemory(slots)

const slot = slots.extend({
  timeslotId: z.string(),
  /** As the person saw it: only what they changed since is sent. */
  seen: z.object({ day: z.number(), minute: z.number(), timezone: z.string() }),
})
export type SlotMemory = z.infer<typeof slot>
export const slotMemory = viewMemory(slot)

const setUp = z.object({ accountId: z.string() })
export const setUpMemory = viewMemory(setUp)

const preview = slots.extend({ pinsPerDay: z.number(), timezone: z.string(), shown: z.string() })
export const previewMemory = viewMemory(preview)

/** Day, minute, and hundredths of the best score: short, because a view remembers 3000 characters. */
const suggestedTime = z.tuple([z.number(), z.number(), z.number()])
/** The list stays as it was first seen: a fresh one would move under the pointer. */
const suggestions = slots.extend({
  basis: z.enum(['results', 'default']),
  pinsRead: z.number(),
  timezone: z.string(),
  times: z.array(suggestedTime),
})
export type SuggestionsMemory = z.infer<typeof suggestions>
export const suggestionsMemory = viewMemory(suggestions)
