/** What "Edit pin" remembers. */
import { z } from 'zod'
import { chosenFile } from '../composer/memory.js'
import { viewMemory } from '../kit/memory.js'
import { openedFrom } from '../pin/memory.js'

const edit = openedFrom.extend({
  boardId: z.string().exactOptional(),
  sectionRound: z.number(),
  /** As the composer's: a file field gets a new block_id when its files must go, and what was chosen in it is remembered. */
  fileRound: z.number().exactOptional(),
  /** Of the description, when a word was added to it. */
  wordRound: z.number().exactOptional(),
  files: z.array(chosenFile).exactOptional(),
  /** When it went out as the form was opened, in Unix seconds; null: it had no time. */
  seenAt: z.number().nullable().exactOptional(),
  /** What is broken or missing, on top of the form. */
  first: z.array(z.enum(['media', 'title', 'description', 'link', 'board', 'when'])).exactOptional(),
  /** It was opened to schedule the pin. */
  schedules: z.literal(true).exactOptional(),
  /** "Change picture…" and "More" were pressed: what they open stays open. */
  picture: z.literal(true).exactOptional(),
  more: z.literal(true).exactOptional(),
  /** The media of the pin as the person last saw them. */
  media: z.string().exactOptional(),
  /** A fingerprint of each field as the person last saw it: it shows who changed what. */
  seen: z.record(z.enum(['title', 'description', 'url', 'altText', 'board', 'productTagPinIds']), z.string()),
})
export type EditMemory = z.infer<typeof edit>
export const editMemory = viewMemory(edit)
