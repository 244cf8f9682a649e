/** What "Edit pin" remembers. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'
import { openedFrom } from '../pins/memory.js'

const edit = openedFrom.extend({
  boardId: z.string().exactOptional(),
  sectionRound: z.number(),
  /** A fingerprint of each field as the person last saw it: it shows who changed what. */
  seen: z.record(z.enum(['title', 'description', 'url', 'altText', 'board', 'productTagPinIds']), z.string()),
})
export type EditMemory = z.infer<typeof edit>
export const editMemory = viewMemory(edit)
