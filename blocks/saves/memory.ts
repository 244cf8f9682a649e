/** The private metadata of the form that saves another person's pin. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `round`: grows when the board must be chosen again. */
const save = z.object({
  accountId: z.string(),
  pinId: z.string(),
  responseUrl: z.string().exactOptional(),
  round: z.number().exactOptional(),
})
export type SaveMemory = z.infer<typeof save>
export const saveMemory = viewMemory(save)
