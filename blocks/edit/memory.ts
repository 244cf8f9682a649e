/** The private metadata of "Edit pin". */
import { z } from 'zod'
import { chosenFile } from '../composer/memory.js'
import { viewMemory } from '../kit/memory.js'
import { INPUT_FIELDS } from '../pin/content.js'
import { openedFrom } from '../pin/memory.js'
import { shownCard } from '../approval/memory.js'

const edit = openedFrom.extend({
  boardId: z.string().exactOptional(),
  sectionRound: z.number(),
  /** The file field gets a new block_id when it must be emptied; its files are kept in `files`, as in the composer. */
  fileRound: z.number().exactOptional(),
  /** The round of the description; grows when a word is added to it. */
  wordRound: z.number().exactOptional(),
  files: z.array(chosenFile).exactOptional(),
  /** The pin's time when the form was opened, in Unix seconds; null: it had none. */
  seenAt: z.number().nullable().exactOptional(),
  /** The broken or missing parts, which come first in the form. */
  first: z.array(z.enum(['media', 'title', 'description', 'link', 'board', 'when'])).exactOptional(),
  /** The form was opened to schedule the pin. */
  schedules: z.literal(true).exactOptional(),
  /** Saving approves this request for the version that was shown. `isPast`: for the next open slot. `shown`: its card. */
  approves: z
    .object({
      approvalId: z.string(),
      version: z.number(),
      isPast: z.boolean().exactOptional(),
      shown: shownCard.exactOptional(),
    })
    .exactOptional(),
  /** "Change picture…" and "More" were pressed, and stay open. */
  picture: z.literal(true).exactOptional(),
  more: z.literal(true).exactOptional(),
  /** The media of the pin as the person last saw them. */
  media: z.string().exactOptional(),
  /** A fingerprint of each field as the person last saw it, to detect changes by others. */
  seen: z.record(z.enum([...INPUT_FIELDS, 'board']), z.string()),
})
export type EditMemory = z.infer<typeof edit>
export const editMemory = viewMemory(edit)

const published = openedFrom.extend({
  boardId: z.string().exactOptional(),
  /** A fingerprint of the values of which the form has shown what they change. */
  shown: z.string().exactOptional(),
})
export type PublishedMemory = z.infer<typeof published>
export const publishedMemory = viewMemory(published)
