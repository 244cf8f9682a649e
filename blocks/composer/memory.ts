/** What the composer carries for itself. */
import { z } from 'zod'
import { homePage } from '../home/memory.js'
import { viewMemory } from '../kit/memory.js'

/** What any form carries in which a board and its section are chosen; `boardId`: where that is not to be seen in it. */
const place = z.object({ accountId: z.string(), boardId: z.string().exactOptional() })
export const placeMemory = viewMemory(place)

export const chosenFile = z.object({
  id: z.string(),
  name: z.string(),
  from: z.enum(['message', 'dm']).exactOptional(),
  isSeen: z.literal(true).exactOptional(),
})

/** `…Round`: an input gets a new block_id when its value must go. */
const composer = place.extend({
  responseUrl: z.string().exactOptional(),
  boardRound: z.number(),
  sectionRound: z.number(),
  fileRound: z.number(),
  /** Of the description, when a word was added to it. */
  wordRound: z.number().exactOptional(),
  /** All that may be ticked under "Files already added". */
  files: z.array(chosenFile).exactOptional(),
  /** Whether it shows what few pins need. Once open it stays open: nothing typed into it can be folded away. */
  more: z.literal(true).exactOptional(),
  /** Whether it asks for the link of a picture, because it began with one. */
  image: z.literal(true).exactOptional(),
  /** A pin of somebody else's that it began with: to be looked at, and never part of the pin. */
  inspiration: z
    .object({ title: z.string(), url: z.string().exactOptional(), picture: z.string().exactOptional() })
    .exactOptional(),
  /** Typed before an account was chosen that cannot have them. */
  productTags: z.string().exactOptional(),
  /** Chosen before an account was chosen on which this person saves drafts alone. `at`: Unix seconds. */
  wish: z.object({ when: z.enum(['draft', 'nextOpenSlot', 'at']), at: z.number().nullable() }).exactOptional(),
  /** It was opened from Home, and the answer is said there. */
  onHome: z.literal(true).exactOptional(),
  /** Where the Home stood that it was opened from; none: on its first page. */
  homePage: homePage.exactOptional(),
})
export type ComposerMemory = z.infer<typeof composer>
export const composerMemory = viewMemory(composer)
