/** The private metadata of the views of evergreen pins. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `at`, `slotsAt`: where the pages of the pool and of the slots begin. `round`: grows when the search field must be emptied. */
export const evergreen = z.object({ accountId: z.string(), at: z.number(), slotsAt: z.number(), round: z.number() })
export type EvergreenMemory = z.infer<typeof evergreen>
export const evergreenMemory = viewMemory(evergreen)

/** `timeslotId` null: a new slot. */
const slot = z.object({ accountId: z.string(), timeslotId: z.string().nullable(), below: evergreen })
export type EvergreenSlotMemory = z.infer<typeof slot>
export const evergreenSlotMemory = viewMemory(slot)

/** A pin of the pool whose limits the form has. */
const limits = z.object({ accountId: z.string(), postId: z.string(), below: evergreen })
export type EvergreenLimitsMemory = z.infer<typeof limits>
export const evergreenLimitsMemory = viewMemory(limits)
