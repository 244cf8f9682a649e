/** The private metadata of the form for a board and a keyword. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** `round`: grows when the board must be chosen again. */
const keyword = z.object({
  accountId: z.string(),
  responseUrl: z.string().exactOptional(),
  round: z.number().exactOptional(),
})
export type KeywordMemory = z.infer<typeof keyword>
export const keywordMemory = viewMemory(keyword)
