/** What "Edit pin" remembers. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'
import { openedFrom } from '../pins/memory.js'

const edit = openedFrom.extend({
  boardId: z.string().exactOptional(),
  sectionRound: z.number(),
  /** What each field held when the person last saw it, as a fingerprint: who changed what is known by it. */
  seen: z.record(z.enum(['title', 'description', 'url', 'altText', 'board', 'productTagPinIds']), z.string()),
})
export type EditMemory = z.infer<typeof edit>
export const editMemory = viewMemory(edit)
